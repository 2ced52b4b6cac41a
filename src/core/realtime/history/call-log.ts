// The events of a session's calls, bounded and without audio. Folding what came from the server and the page gives the conversation.
import { createScrubber } from '../../../base/scrubber.js';
import type { ConversationState } from '../../store/conversation-state.js';
import { compactLog } from './compact-log.js';
import { writeConversation, type ExportFormat } from './export-conversation.js';
import { withoutAudio, type LoggedEvent } from './logged-event.js';

export interface CallLog {
  /** Milliseconds since 1970: events are counted from here. */
  readonly beganAt: number;
  add(from: LoggedEvent['from'], event: LoggedEvent['event']): void;
  /** Never to appear in an export. */
  secret(value: string): void;
  export(format: ExportFormat, state: ConversationState): string;
}

/** Entries after which the older half is made compact; beyond `mostEntries` of compact ones the oldest are lost. */
const compactAt = 10_000;
const mostEntries = 40_000;

export function createCallLog(now: () => number = Date.now): CallLog {
  const beganAt = now();
  const scrubber = createScrubber();
  /** Compact already. */
  let past: LoggedEvent[] = [];
  let recent: LoggedEvent[] = [];
  const compact = () => {
    const half = recent.length / 2;
    past = [...past, ...compactLog(recent.slice(0, half))].slice(-mostEntries);
    recent = recent.slice(half);
  };
  return {
    beganAt,
    add(from, event) {
      recent.push({ at: now() - beganAt, from, event: withoutAudio(event) });
      if (recent.length >= compactAt) compact();
    },
    secret: scrubber.secret,
    export: (format, state) => writeConversation(format, { log: [...past, ...recent], state, scrubber }),
  };
}

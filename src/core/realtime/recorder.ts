// The event log of a session, bounded, without audio and without secrets; and what is written from it. Replaying the log gives the conversation.
import type { ClientEvent } from '../dialects/dialect.js';
import type { ConversationEvent, ConversationState } from '../store/conversation-state.js';
import { transcript } from '../store/transcript.js';
import type { ExportFormat } from './realtime-session.js';

export interface LoggedEvent {
  /** Milliseconds since the recording began. */
  readonly at: number;
  readonly from: 'server' | 'client' | 'page';
  readonly event: ConversationEvent | ClientEvent;
}

export interface Recorder {
  add(from: LoggedEvent['from'], event: LoggedEvent['event']): void;
  /** Never to appear in an export. */
  secret(value: string): void;
  export(format: ExportFormat, state: ConversationState): string;
}

const keptEvents = 10_000;
const secretKeys: ReadonlySet<string> = new Set(['client_secret', 'api_key', 'apiKey', 'authorization', 'Authorization', 'token']);

export function createRecorder(now: () => number = Date.now): Recorder {
  const began = now();
  const secrets = new Set<string>();
  let log: LoggedEvent[] = [];
  const hide = (key: string, value: unknown): unknown => {
    if (secretKeys.has(key)) return undefined;
    if (typeof value !== 'string') return value;
    let shown = value;
    for (const secret of secrets) shown = shown.replaceAll(secret, '***');
    return shown;
  };
  const write = (value: unknown, space?: number) => JSON.stringify(value, hide, space);
  return {
    add(from, event) {
      log.push({ at: now() - began, from, event: withoutAudio(event) });
      if (log.length > keptEvents * 1.25) log = log.slice(-keptEvents);
    },
    secret: (value) => void secrets.add(value),
    export(format, state) {
      if (format === 'jsonl') return log.map((line) => `${write(line)}\n`).join('');
      if (format === 'json') return write({ sessionId: state.sessionId, items: transcript(state), usage: state.usage }, 2);
      return markdown(state);
    },
  };
}

/** The length stays, so that times can be told from a log. */
function withoutAudio(event: LoggedEvent['event']): LoggedEvent['event'] {
  if (event.type === 'response.audio.delta') return { ...event, delta: '', delta_length: event.delta?.length ?? 0 };
  if (event.type === 'input_audio_buffer.append') return { ...event, audio: '', audio_length: event.audio.length };
  return event;
}

const speakers: Readonly<Record<string, string>> = { user: 'User', assistant: 'Assistant', system: 'System', tool: 'Tool' };

function markdown(state: ConversationState): string {
  return transcript(state)
    .filter(({ text }) => text !== '')
    .map(({ role, type, text, cut, heardLength }) => {
      if (type.startsWith('function_call')) return `**${type === 'function_call' ? 'Call' : 'Output'}**\n\n\`\`\`\n${text}\n\`\`\`\n`;
      const said = cut && heardLength !== undefined ? `${text.slice(0, heardLength)}—` : text;
      return `**${speakers[role] ?? role}**\n\n${said}\n`;
    })
    .join('\n');
}

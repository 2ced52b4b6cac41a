// What each turn took, from the end of what was said to the end of the answer, and what it cost in tokens.
import type { ClientEvent, ServerEvent } from '../../../core/dialects/dialect.js';
import { isRecord } from '../../../base/is-record.js';

/** Milliseconds since the end of what was said or typed; what was not reached is undefined. */
export interface Turn {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly by: 'speech' | 'request';
  readonly committedMs: number | undefined;
  readonly startedMs: number | undefined;
  readonly firstDeltaMs: number | undefined;
  readonly heardMs: number | undefined;
  readonly doneMs: number | undefined;
  /** The word of the service for how the answer ended. */
  readonly status: string | undefined;
}

/** Tokens by the words of the service: `input_tokens`, and where it tells more, `input_token_details.audio_tokens` and so on. */
export type Tokens = Readonly<Record<string, number>>;

export interface TurnLog {
  /** The newest last; at most twenty. */
  readonly turns: readonly Turn[];
  readonly newest: Turn | undefined;
  /** All answers together. */
  readonly tokens: Tokens;
  /** Milliseconds since 1970 at which the limits were last told. */
  readonly limitsAt: number | undefined;
  event(event: ServerEvent, nowMs: number): void;
  sent(type: ClientEvent['type'], nowMs: number): void;
  /** The newest turn's answer began to sound so long after its beginning, or at `nowMs`. True when that is news. */
  heard(sound: { readonly afterMs: number } | { readonly nowMs: number }): boolean;
}

type Stage = 'committedMs' | 'startedMs' | 'firstDeltaMs' | 'heardMs' | 'doneMs';

const kept = 20;
const isDelta = (type: string) => type.startsWith('response.') && type.endsWith('.delta');

export function createTurnLog(): TurnLog {
  const turns: Turn[] = [];
  let tokens: Tokens = {};
  let limitsAt: number | undefined;
  /** On the clock of the events. */
  let startMs = 0;

  const begin = (by: Turn['by'], nowMs: number) => {
    startMs = nowMs;
    const nothing = { committedMs: undefined, startedMs: undefined, firstDeltaMs: undefined, heardMs: undefined, doneMs: undefined };
    turns.push({ at: Date.now(), by, ...nothing, status: undefined });
    if (turns.length > kept) turns.shift();
  };
  const change = (patch: Partial<Turn>) => {
    const turn = turns.pop();
    if (turn !== undefined) turns.push({ ...turn, ...patch });
  };
  const reach = (stage: Stage, nowMs: number) => {
    if (turns.at(-1)?.[stage] === undefined) change({ [stage]: nowMs - startMs });
  };

  return {
    turns,
    get newest() {
      return turns.at(-1);
    },
    get tokens() {
      return tokens;
    },
    get limitsAt() {
      return limitsAt;
    },
    event(event, nowMs) {
      const { type } = event;
      if (type === 'input_audio_buffer.speech_stopped') begin('speech', nowMs);
      else if (type === 'input_audio_buffer.committed') reach('committedMs', nowMs);
      else if (type === 'response.created') reach('startedMs', nowMs);
      else if (type === 'rate_limits.updated') limitsAt = Date.now();
      else if (isDelta(type)) reach('firstDeltaMs', nowMs);
      else if (event.type === 'response.done') {
        reach('doneMs', nowMs);
        change({ status: event.response?.status });
        tokens = added(tokens, event.response?.usage);
      }
    },
    sent(type, nowMs) {
      if (type === 'input_audio_buffer.commit') begin('speech', nowMs);
      // After a commit it only says what is to follow.
      if (type === 'response.create' && (turns.length === 0 || turns.at(-1)?.startedMs !== undefined)) begin('request', nowMs);
    },
    heard(sound) {
      const newest = turns.at(-1);
      if (newest?.firstDeltaMs === undefined) return false;
      const heardMs = 'afterMs' in sound ? sound.afterMs : (newest.heardMs ?? sound.nowMs - startMs);
      if (heardMs === newest.heardMs) return false;
      change({ heardMs });
      return true;
    },
  };
}

/** Sums every number in it, by its path. */
function added(tokens: Tokens, usage: unknown): Tokens {
  const sum = { ...tokens };
  const add = (value: unknown, path: string) => {
    if (typeof value === 'number') sum[path] = (sum[path] ?? 0) + value;
    if (isRecord(value)) for (const [name, inner] of Object.entries(value)) add(inner, path === '' ? name : `${path}.${name}`);
  };
  add(usage, '');
  return sum;
}

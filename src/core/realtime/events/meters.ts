// Measures a session from its events: how long answers take, how even and how fast the connection is. Changes nothing.
import type { HeardPart } from '../../audio/playout-ledger.js';
import type { ClientEvent, ServerEvent } from '../../dialects/dialect.js';
import type { Emitter } from '../../emitter.js';
import type { Wire } from '../../transports/transport.js';
import type { Meters } from '../session/media.js';
import type { RealtimeSessionEvents } from '../session/session-options.js';

export interface MetersOptions {
  readonly emitter: Pick<Emitter<RealtimeSessionEvents>, 'on'>;
  readonly wire: () => Wire | undefined;
  readonly counts: () => Pick<Meters, 'underruns' | 'droppedMs'>;
  readonly now?: () => number;
}

export interface SessionMeters {
  readonly meters: Meters;
  stats(): Promise<Meters>;
  /** From the speaker: samples of these parts were heard by now. */
  heard(parts: readonly HeardPart[]): void;
}

/** What the service answers to what, at once. */
const acknowledgements: Readonly<Record<string, string>> = {
  'session.update': 'session.updated',
  'conversation.item.create': 'conversation.item.created',
  'input_audio_buffer.commit': 'input_audio_buffer.committed',
  'input_audio_buffer.clear': 'input_audio_buffer.cleared',
};
const turnEnds: ReadonlySet<string> = new Set(['input_audio_buffer.speech_stopped', 'input_audio_buffer.commit', 'response.create']);
const isDelta = (type: string) => type.startsWith('response.') && type.endsWith('.delta');

export function createMeters({ emitter, wire, counts, now = () => performance.now() }: MetersOptions): SessionMeters {
  const turn = createTurnTimer();
  const arrivals = createArrivals();
  const asked = new Map<string, number>();
  let roundTripMs: number | undefined;
  let packetJitterMs: number | undefined;
  let reconnects = 0;
  let wasLost = false;

  emitter.on('sent', ({ type }: ClientEvent) => {
    turn.ends(type, now());
    const answer = acknowledgements[type];
    if (answer !== undefined && !asked.has(answer)) asked.set(answer, now());
  });
  emitter.on('event', (event: ServerEvent) => {
    const at = now();
    const since = asked.get(event.type);
    asked.delete(event.type);
    if (since !== undefined && wire()?.stats === undefined) roundTripMs = at - since;
    turn.ends(event.type, at);
    if (isDelta(event.type)) turn.delta(event, at);
    if (event.type === 'response.audio.delta') arrivals.delta(event.item_id ?? '', event.delta?.length ?? 0, at);
  });
  emitter.on('phase', (phase) => {
    if (phase === 'reconnecting') wasLost = true;
    if (phase === 'open' && wasLost) reconnects++;
    if (phase !== 'reconnecting') wasLost = false;
    asked.clear();
  });

  const read = (): Meters => ({ ...turn.reading, roundTripMs, jitterMs: packetJitterMs ?? arrivals.jitterMs, ...counts(), reconnects });
  return {
    get meters() {
      return read();
    },
    async stats() {
      const network = await wire()
        ?.stats?.()
        .catch(() => undefined);
      roundTripMs = network?.roundTripMs ?? roundTripMs;
      packetJitterMs = network?.jitterMs;
      return read();
    },
    heard: (parts) => turn.heard(parts, now()),
  };
}

function createTurnTimer() {
  let startMs: number | undefined;
  let answer: { readonly firstDeltaMs: number; itemId: string | undefined } | undefined;
  let reading: Pick<Meters, 'firstDeltaMs' | 'heardMs'> = { firstDeltaMs: undefined, heardMs: undefined };
  return {
    get reading() {
      return reading;
    },
    ends(type: string, at: number) {
      if (!turnEnds.has(type)) return;
      startMs = at;
      answer = undefined;
    },
    delta(event: ServerEvent, at: number) {
      if (startMs === undefined) return;
      if (answer === undefined) {
        answer = { firstDeltaMs: at - startMs, itemId: undefined };
        reading = { firstDeltaMs: answer.firstDeltaMs, heardMs: undefined };
      }
      if (event.type === 'response.audio.delta' || event.type === 'response.audio_transcript.delta') answer.itemId ??= event.item_id;
    },
    heard(parts: readonly HeardPart[], at: number) {
      const itemId = answer?.itemId;
      if (startMs === undefined || itemId === undefined || reading.heardMs !== undefined) return;
      const part = parts.find((one) => one.itemId === itemId && one.heardMs > 0);
      if (part !== undefined) reading = { ...reading, heardMs: Math.max(reading.firstDeltaMs ?? 0, at - part.heardMs - startMs) };
    },
  };
}

/** Base64 of 24 kHz pcm16, to which the other formats are near enough for a mean. */
const msOfLetters = (letters: number) => (letters * 3) / 4 / 48;

/** How much longer or shorter than its sound each piece took to come, as a running mean (RFC 3550 takes a sixteenth). */
function createArrivals() {
  let last: { readonly itemId: string; readonly at: number; readonly durationMs: number } | undefined;
  let jitterMs: number | undefined;
  return {
    get jitterMs() {
      return jitterMs;
    },
    delta(itemId: string, letters: number, at: number) {
      const durationMs = msOfLetters(letters);
      if (last?.itemId === itemId) {
        // Faster than it is spoken is no fault: only what comes late counts.
        const lateMs = Math.max(0, at - last.at - last.durationMs);
        jitterMs = (jitterMs ?? 0) + (lateMs - (jitterMs ?? 0)) / 16;
      }
      last = { itemId, at, durationMs };
    },
  };
}

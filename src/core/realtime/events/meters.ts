// Measures a call from its events: how long answers take, how even and how fast the connection is.
import type { HeardPart } from '../../audio/playout-ledger.js';
import type { ClientEvent, ServerEvent } from '../../dialects/dialect.js';
import type { Wire } from '../../transports/transport.js';

/** Readings so far; what was never measured is undefined. Times in milliseconds. */
export interface Meters {
  /** From the end of a turn (the service found speech over, or it was committed or typed) to the first piece of the answer. */
  readonly firstDeltaMs: number | undefined;
  /** From the same moment to the first sample of the answer that was heard. */
  readonly heardMs: number | undefined;
  /** Of the network where the transport knows it, else from an event to its acknowledgment. */
  readonly roundTripMs: number | undefined;
  /** Of packets where the transport knows it, else how unevenly audio arrived. */
  readonly jitterMs: number | undefined;
  /** How often an answer ran out of samples. */
  readonly underruns: number;
  /** Milliseconds of the microphone that the connection was too slow or not there for. */
  readonly droppedMs: number;
  readonly reconnects: number;
}

export interface CallMeters {
  readonly reading: Meters;
  /** Asks the transport first. */
  stats(): Promise<Meters>;
  opened(wire: Wire): void;
  lost(): void;
  phase(phase: string): void;
  sent(event: ClientEvent): void;
  received(event: ServerEvent): void;
  /** From the speaker: samples of these parts were heard by now. */
  heard(parts: readonly HeardPart[]): void;
}

/** What the service answers to what, at once. */
const acknowledgments: Readonly<Record<string, string>> = {
  'session.update': 'session.updated',
  'conversation.item.create': 'conversation.item.created',
  'input_audio_buffer.commit': 'input_audio_buffer.committed',
  'input_audio_buffer.clear': 'input_audio_buffer.cleared',
};
const turnEnds: ReadonlySet<string> = new Set(['input_audio_buffer.speech_stopped', 'input_audio_buffer.commit', 'response.create']);
const isDelta = (type: string) => type.startsWith('response.') && type.endsWith('.delta');

export function createMeters(counts: () => Pick<Meters, 'underruns' | 'droppedMs'>, now = () => performance.now()): CallMeters {
  const turn = createTurnTimer();
  const arrivals = createArrivals();
  const asked = new Map<string, number>();
  let wire: Wire | undefined;
  let roundTripMs: number | undefined;
  let packetJitterMs: number | undefined;
  let reconnects = 0;
  let wasLost = false;

  const read = (): Meters => ({ ...turn.reading, roundTripMs, jitterMs: packetJitterMs ?? arrivals.jitterMs, ...counts(), reconnects });
  return {
    get reading() {
      return read();
    },
    async stats() {
      const network = await wire?.stats?.().catch(() => undefined);
      roundTripMs = network?.roundTripMs ?? roundTripMs;
      packetJitterMs = network?.jitterMs;
      return read();
    },
    opened(opened) {
      wire = opened;
    },
    lost() {
      wire = undefined;
    },
    phase(phase) {
      if (phase === 'reconnecting') wasLost = true;
      if (phase === 'open' && wasLost) reconnects++;
      if (phase !== 'reconnecting') wasLost = false;
      asked.clear();
    },
    sent({ type }) {
      turn.ends(type, now());
      const answer = acknowledgments[type];
      if (answer !== undefined && !asked.has(answer)) asked.set(answer, now());
    },
    received(event) {
      const at = now();
      const since = asked.get(event.type);
      asked.delete(event.type);
      if (since !== undefined && wire?.stats === undefined) roundTripMs = at - since;
      turn.ends(event.type, at);
      if (isDelta(event.type)) turn.delta(event, at);
      if (event.type === 'response.audio.delta') arrivals.delta(event.item_id ?? '', event.delta?.length ?? 0, at);
    },
    heard: (parts) => turn.heard(parts, now()),
  };
}

function createTurnTimer() {
  let startMs: number | undefined;
  let answer: { readonly startMs: number; readonly firstDeltaMs: number; itemId: string | undefined } | undefined;
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
        answer = { startMs, firstDeltaMs: at - startMs, itemId: undefined };
        reading = { firstDeltaMs: answer.firstDeltaMs, heardMs: undefined };
      }
      if (event.type === 'response.audio.delta' || event.type === 'response.audio_transcript.delta') answer.itemId ??= event.item_id;
    },
    heard(parts: readonly HeardPart[], at: number) {
      for (const { itemId, heardMs } of parts) {
        if (itemId !== answer?.itemId || heardMs === 0 || reading.heardMs !== undefined) continue;
        reading = { ...reading, heardMs: Math.max(answer.firstDeltaMs, at - heardMs - answer.startMs) };
      }
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

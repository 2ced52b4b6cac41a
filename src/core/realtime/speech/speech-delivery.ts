// Brings the user's speech to the server across connections: kept where it travels in events, and reported as lost where it does not.
import type { ClientEvent, ServerEvent } from '../../dialects/dialect.js';
import { VoxreelError } from '../../errors.js';
import type { Transport, Wire } from '../../transports/transport.js';
import { createLostSpeech } from './lost-speech.js';
import { SpeechBuffer, type AudioPath } from './speech-buffer.js';

export interface SpeechDelivery {
  /** How audio travels, or traveled until the wire was lost. */
  readonly audio: Transport['audio'];
  /** The item of a turn whose sound can be given again, and of which nothing else is known. */
  readonly unheardTurn: string | undefined;
  /** The next `opened` says that turn again. */
  repeatTurn(): void;
  /** Base64 of one chunk; false when it was left out. `over`: the wire that it has left over already. */
  append(chunk: string, durationMs: number, over?: Wire): boolean;
  /** A commit or clear. False when it is to be sent now. */
  mark(event: Parameters<SpeechBuffer['mark']>[0]): boolean;
  observe(event: ServerEvent): void;
  /** After the conversation was restored on the server. */
  opened(wire: Wire, transport: Transport): void;
  lost(): void;
  /** The user hung up. */
  close(): void;
}

export interface SpeechDeliveryOptions {
  readonly send: (event: ClientEvent) => boolean;
  readonly byHand: () => boolean;
  /** RMS of the microphone, 0 while it is closed. */
  readonly level: () => number;
  readonly failed: (error: VoxreelError) => void;
  /** Much was left out because the wire is too slow. */
  readonly strained: () => void;
}

/** Audio waiting to leave: beyond this the newest is left out, since late speech is worse than a gap. */
export const congestedBytes = 256 * 1024;
/** So much left out within this time is no passing weakness. */
const strainMs = 4000;
const strainWindowMs = 15_000;

export function createSpeechDelivery({ send, byHand, level, failed, strained }: SpeechDeliveryOptions): SpeechDelivery {
  let audio: Transport['audio'] = 'none';
  let wire: Wire | undefined;
  let overflowMs = 0;
  let repeats = false;
  const lostSpeech = createLostSpeech(level);
  const strain = createStrain(strained);
  const backlog = createBacklog();
  const buffer = new SpeechBuffer({ send, byHand, overflow: (lostMs) => (overflowMs += lostMs) });
  const path = (): AudioPath => {
    if (audio !== 'events') return 'none';
    if (wire === undefined) return 'waiting';
    return backlog.beside(wire.bufferedBytes) < congestedBytes ? 'ready' : 'congested';
  };
  return {
    get audio() {
      return audio;
    },
    get unheardTurn() {
      return buffer.unheardTurn;
    },
    repeatTurn() {
      repeats = true;
    },
    append(chunk, durationMs, over) {
      const now = over !== undefined && over === wire ? 'sent' : path();
      const accepted = buffer.append(chunk, durationMs, now);
      if (!accepted && now === 'congested') strain.add(durationMs);
      return accepted;
    },
    mark(event) {
      buffer.mark(event);
      return path() === 'waiting';
    },
    observe: (event) => buffer.observe(event),
    opened(opened, transport) {
      const unheardMs = lostSpeech.end();
      const lostMs = transport.audio === 'events' ? overflowMs : overflowMs + buffer.drop();
      wire = opened;
      audio = transport.audio;
      overflowMs = 0;
      const before = wire.bufferedBytes;
      if (audio === 'events') buffer.resume(repeats);
      backlog.begin(wire.bufferedBytes - before);
      repeats = false;
      reportLost(lostMs + unheardMs, failed);
    },
    lost() {
      wire = undefined;
      if (audio === 'track') lostSpeech.begin();
    },
    close() {
      // The connection is closed after this: nothing is lost then, and nobody would end the count.
      audio = 'none';
      lostSpeech.end();
      buffer.drop();
      overflowMs = 0;
    },
  };
}

function reportLost(lostMs: number, failed: (error: VoxreelError) => void): void {
  const message = `${Math.round(lostMs)} ms of speech were lost with the connection.`;
  if (lostMs >= 100) failed(new VoxreelError('speech_lost', message, { retryable: true }));
}

/** Speech that was kept without a wire and leaves now: it is late anyway, and what is said meanwhile must not be left out for it. */
function createBacklog() {
  let bytes = 0;
  return {
    begin(added: number) {
      bytes = added;
    },
    /** Of so many bytes that wait, those that are no backlog. */
    beside(bufferedBytes: number): number {
      bytes = Math.min(bytes, bufferedBytes);
      return bufferedBytes - bytes;
    },
  };
}

/** Calls once when too much was left out in a short time, and starts counting again. */
function createStrain(strained: () => void) {
  let sinceMs = 0;
  let leftOutMs = 0;
  return {
    add(durationMs: number) {
      const now = Date.now();
      if (now - sinceMs > strainWindowMs) [sinceMs, leftOutMs] = [now, 0];
      leftOutMs += durationMs;
      if (leftOutMs < strainMs) return;
      [sinceMs, leftOutMs] = [now, 0];
      strained();
    },
  };
}

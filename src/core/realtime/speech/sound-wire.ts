// What a call's sound asks of a thread beside the page, where a wire has one: its socket is there, and sound goes past the page.
import type { AudioFormat } from '../../../protocol/session.js';
import type { ChunkReading } from '../../audio/microphone.js';
import type { Player, ThreadPlayerOptions } from '../../audio/player.js';
import type { Wire } from '../../transports/transport.js';

export interface SoundThread {
  /** It stopped by itself: what it played and read has to be done elsewhere. */
  readonly isLost: boolean;
  /** Plays what comes over the wires of this thread. */
  createPlayer(options: ThreadPlayerOptions): Player;
  /** Nothing that is said passes a closed gate. */
  gate(isOpen: boolean): void;
  readChunks(input: ChunkInput, chunk: (chunk: Chunk) => void): ChunkReading;
}

export interface SoundWire extends Wire {
  readonly thread: SoundThread;
  /** Nothing is delivered before. `format`: of the sound that the thread plays, where the service does not say; undefined where it plays none. May be called again. */
  begin(format: AudioFormat | undefined): void;
  /** What is said leaves from the thread, as soon as the page has seen all that was said before. Ends where the wire is too slow. */
  sendSpeech(): void;
}

export interface ChunkInput {
  readonly format: AudioFormat;
  readonly samplesPerMs: number;
}

/** One piece of the microphone. */
export interface Chunk {
  /** Base64. */
  readonly audio: string;
  readonly durationMs: number;
  readonly sent: SentChunk | undefined;
}

/** A chunk that has left already: over this wire, under this event id. */
export interface SentChunk {
  readonly wire: Wire;
  readonly eventId: string;
}

export const isSoundWire = (wire: Wire): wire is SoundWire => 'sendSpeech' in wire;

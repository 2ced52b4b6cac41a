// What a page says of its sound.
import type { AudioParameters, AudioStreamParameters } from '../../../protocol/session.js';

/** The documents' audio and audio stream parameters, for wires that carry audio in events: rate, channels, chunk size in bytes, latency. */
export type SoundParameters = Pick<AudioParameters, 'sample_rate' | 'channels'> &
  Pick<AudioStreamParameters, 'chunk_size' | 'latency' | 'compression'>;

export interface SoundOptions {
  readonly workletUrl: string | undefined;
  /** The context that was unlocked inside the user's gesture, before this half was loaded; the one who takes it closes it. */
  readonly takeContext: () => AudioContext | undefined;
  readonly audio: SoundParameters;
  /** Of the default microphone. */
  readonly constraints: MediaTrackConstraints | undefined;
  /** Keeps the sound of both sides. */
  readonly record: boolean | { readonly maxMinutes?: number } | undefined;
}

// What a page says of its sound.

/** The documents' audio and audio stream parameters, for wires that carry audio in events. */
export interface SoundParameters {
  /** Hertz. Default 24,000; the documents' g711 always has 8,000. */
  readonly sampleRate?: 8000 | 16_000 | 24_000 | 44_100 | 48_000 | undefined;
  /** Default 1. */
  readonly channels?: 1 | 2 | undefined;
  /** Bytes of one event. Default 2048, of g711 1024; 20 ms where `latency` is `low`. */
  readonly chunkSize?: 1024 | 2048 | 4096 | undefined;
  /**
   * How much of an answer is wanted ahead of what sounds, against gaps: 80, 160 or 250 ms. With `low` and `balanced` sound begins at once, and
   * is played up to a tenth slower until so much is there; with `high` it waits for it. `low` also sends shorter pieces of the microphone. Default `balanced`.
   */
  readonly latency?: 'low' | 'balanced' | 'high' | undefined;
  /** Only `none` works: the documents define no compressed audio in events. */
  readonly compression?: 'none' | 'opus' | 'mp3' | undefined;
}

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

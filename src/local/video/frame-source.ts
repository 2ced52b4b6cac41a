// Where an encoder gets its frames from.

export interface FrameSource {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly frames: number;
  /** RGBA of frame `index`, valid until the next call. To be asked in order. */
  frame(index: number): Uint8ClampedArray;
}

/** Sound beside the frames: interleaved signed 16 bit. */
export interface SoundTrack {
  readonly sampleRateHz: 48_000;
  readonly channels: 2;
  readonly samples: Int16Array;
}

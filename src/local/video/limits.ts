// What the embedded service takes and what it makes when nothing is asked: the documents are silent on both.

/** Providers by the metadata they take, as the document groups them. */
export type Group = 'A' | 'B' | 'C' | 'other';

export const videoLimits = {
  widthPx: { min: 16, max: 1920 },
  heightPx: { min: 16, max: 1920 },
  /** Seconds. */
  duration: { min: 0.1, max: 60 },
  fps: { min: 1, max: 60 },
  n: { min: 1, max: 4 },
  promptCharacters: 4000,
  /** Pixels of all frames of one video: twenty seconds of 1920x1080 at 24. */
  totalPixels: 1_000_000_000,
  bodyBytes: 12_000_000,
  imageBytes: 10_000_000,
  imagePixels: 40_000_000,
  images: 8,
  /** Tasks that wait for the renderer. */
  waiting: 200,
  /** Ended tasks that can still be queried; the oldest are forgotten first. */
  remembered: 20_000,
  /** Bytes of finished videos kept in memory; the oldest are dropped first. */
  resultBytes: 256_000_000,
} as const;

export const videoDefaults = {
  widthPx: 640,
  heightPx: 360,
  fps: 24,
  /** Seconds. */
  duration: 5,
  format: 'webm',
} as const;

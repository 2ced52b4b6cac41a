// What a film of a conversation is made of, checked.
import type { VideoFormat } from './job.js';
import type { Origin } from './origin-tag.js';

export type FilmTheme = 'light' | 'dark';

/** What one speaker said without a break. */
export interface FilmLine {
  readonly side: 'user' | 'other';
  readonly name: string;
  readonly text: string;
  /** Seconds of the recording. */
  readonly startS: number;
  /** Undefined: until its speaker falls silent. */
  readonly endS: number | undefined;
  /** `startS` is when its words came: its sound begins soon after. */
  readonly measured?: boolean | undefined;
}

export interface FilmJob {
  readonly kind: 'film';
  /** A WAV file, 16 bits, stereo: the user left, the others right. */
  readonly sound: Blob;
  /** In order of time. */
  readonly lines: readonly FilmLine[];
  /** Empty for no card at the beginning. */
  readonly title: string;
  readonly subtitle: string;
  readonly theme: FilmTheme;
  /** A CSS color. */
  readonly accent: string | undefined;
  /** Absent: MP4 where this browser encodes H.264, else WebM. */
  readonly format: VideoFormat | undefined;
  readonly origin: Origin;
}

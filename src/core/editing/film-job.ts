// What can be asked of a film of a conversation, and what it is made of.
import type { Origin } from './origin-tag.js';

/** The background of a video that is made of a conversation. */
export type FilmTheme = 'light' | 'dark';

/** What a video of a conversation calls those who speak; `person` is one who took the conversation over. */
export type SpeakerNames = Readonly<Record<'user' | 'assistant' | 'person', string>>;

/** What a page may ask of a film. */
export interface ExportVideoOptions {
  /** On the card at the beginning; empty for no card. Default: `Conversation`. */
  readonly title?: string | undefined;
  /** Below the title. Default: the date on which the conversation began, in the page's language. */
  readonly subtitle?: string | undefined;
  /** Who speaks, where the conversation does not say so itself. Default: `You`, `Assistant` and `Person`. */
  readonly names?: Partial<SpeakerNames> | undefined;
  /** Default: `light`. */
  readonly theme?: FilmTheme | undefined;
  /** A CSS color for the speaker and the progress. Default: the theme's green. */
  readonly accent?: string | undefined;
  /** Default: MP4 where this browser encodes H.264, else WebM. */
  readonly format?: 'mp4' | 'webm' | undefined;
  /** For the tag "AI-generated" of the file. */
  readonly model?: string | undefined;
  /** Stops the work at once and frees everything. */
  readonly signal?: AbortSignal | undefined;
  /** From 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** What one speaker said without a break. */
export interface FilmLine {
  readonly side: 'user' | 'other';
  readonly name: string;
  readonly text: string;
  /** Seconds of the recording. */
  readonly startS: number;
  /** Undefined: until its speaker falls silent. */
  readonly endS: number | undefined;
  /** Where the recording itself tells when the sound begins: soon `after` `startS`, when its words came, or `before` it, when a busy page noticed it. */
  readonly sound?: 'after' | 'before' | undefined;
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
  readonly format: 'mp4' | 'webm' | undefined;
  readonly origin: Origin;
}

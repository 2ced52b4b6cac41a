// A recorded conversation as a video. Loaded with the first one.
import type { RecordedSound } from '../../audio/audio-recording.js';
import { VoxreelError } from '../../errors.js';
import type { FilmTheme } from '../../editing/film-job.js';
import type { VideoFormat } from '../../editing/job.js';
import { startFilm } from '../../editing/start-film.js';
import { readEventLog } from '../../recorded-events.js';
import { filmLines, type SpeakerNames } from './film-lines.js';

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
  readonly format?: VideoFormat | undefined;
  /** For the tag "AI-generated" of the file. */
  readonly model?: string | undefined;
  /** Stops the work at once and frees everything. */
  readonly signal?: AbortSignal | undefined;
  /** From 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

export interface ConversationRecord {
  /** JSON Lines, without secrets. */
  readonly log: string;
  /** Milliseconds since 1970: the log counts from here. */
  readonly beganAt: number;
  readonly sound: RecordedSound;
}

const usualNames: SpeakerNames = { user: 'You', assistant: 'Assistant', person: 'Person' };
/** Of a WAV file without a sample. */
const headerBytes = 44;

export async function exportVideo({ log, beganAt, sound }: ConversationRecord, options: ExportVideoOptions = {}): Promise<Blob> {
  const { title = 'Conversation', subtitle = dateOf(beganAt), names, theme = 'light', accent, format, model, signal, onProgress } = options;
  const { file, spans } = sound;
  if (file.size <= headerBytes) throw new VoxreelError('unsupported', 'Nothing was recorded yet.', { param: 'record' });
  const lines = filmLines(readEventLog(log), { beganAt, spans }, { ...usualNames, ...names });
  const origin = { model, createdAt: beganAt };
  return startFilm({ sound: file, lines, title, subtitle, theme, accent, format, origin }, { signal, onProgress });
}

const dateOf = (atMs: number): string =>
  new Intl.DateTimeFormat(typeof document === 'undefined' ? undefined : document.documentElement.lang || undefined, {
    dateStyle: 'long',
  }).format(atMs);

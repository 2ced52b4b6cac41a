// A recorded conversation as a video. Loaded with the first one.
import type { RecordedSound } from '../../audio/audio-recording.js';
import { VoxreelError } from '../../errors.js';
import type { ExportVideoOptions, SpeakerNames } from '../../editing/film-job.js';
import { startFilm } from '../../editing/start-film.js';
import { readEventLog } from '../../recorded-events.js';
import { filmLines } from './film-lines.js';

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

// What starts the film of a conversation, once it is known to be one.
import { invalid } from './edit.js';
import type { EditingOptions } from './edit.js';
import type { FilmJob } from './film-job.js';
import { startJob } from './start-job.js';

export async function startFilm(film: Omit<FilmJob, 'kind'>, options: Pick<EditingOptions, 'signal' | 'onProgress'>): Promise<Blob> {
  if (film.theme !== 'light' && film.theme !== 'dark') throw invalid('theme', 'theme must be light or dark.');
  if (film.format !== undefined && film.format !== 'mp4' && film.format !== 'webm') throw invalid('format', 'format must be mp4 or webm.');
  if (film.lines.length === 0)
    throw invalid('lines', 'Nothing that was said is in the recording: without a transcript there is nothing to caption.');
  return startJob({ kind: 'film', ...film }, options);
}

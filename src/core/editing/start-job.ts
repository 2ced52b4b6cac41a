// What starts an edit, once it is known to be one.
import { createMediaThread } from '../media-worker/media-thread.js';
import type { MediaRun } from '../media-worker/media-run.js';
import { checkEdit, invalid } from './edit.js';
import type { EditingOptions, JoiningOptions, VideoEdit } from './edit.js';
import type { EditingJob } from './job.js';

export async function startEdit(source: Blob, edit: VideoEdit, options: EditingOptions): Promise<Blob> {
  return startJob({ kind: 'edit', source, cut: checkEdit(edit), origin: originOf(options) }, options);
}

export async function startJoin(sources: readonly Blob[], options: JoiningOptions): Promise<Blob> {
  if (sources.length === 0) throw invalid('sources', 'There is no clip to join.');
  return startJob({ kind: 'join', sources, format: options.format, origin: originOf(options) }, options);
}

const originOf = ({ model, createdAt }: EditingOptions) => ({ model, createdAt });

export async function startJob(job: EditingJob, { signal = new AbortController().signal, onProgress }: EditingOptions): Promise<Blob> {
  const run: MediaRun = { signal, onStep: (done) => onProgress?.(done) };
  return createMediaThread()(job, run, async (here) => (await import('./run-job.js')).runJob(job, here));
}

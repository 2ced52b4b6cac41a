// Many videos as one zip file, each read when its turn comes. Loaded at the first one.
import { downloadZip } from 'client-zip';

import type { VideoResults, VideoTask } from '../../../core/video/queue/video-queue.js';
import { saveAs } from './save-as.js';

interface Entry {
  readonly name: string;
  readonly input: Blob | Response;
}

/** Saves `videos-2026-05-01.zip`; nothing where no video of these could be had. */
export async function saveZip(
  tasks: readonly VideoTask[],
  results: VideoResults,
): Promise<{ readonly saved: number; readonly missing: number }> {
  const outputs = tasks.flatMap(({ id, outputs: all }) => all.map((_, at) => ({ id, at })));
  const names = new Set<string>();
  async function* entries(): AsyncGenerator<Entry> {
    for (const { id, at } of outputs) {
      const entry = await read(id, at, results).catch(() => undefined);
      if (entry === undefined) continue;
      const name = freeName(entry.name, names);
      names.add(name);
      yield { ...entry, name };
    }
  }
  const zip = await downloadZip(entries()).blob();
  if (names.size > 0) saveAs(`videos-${new Date().toISOString().slice(0, 10)}.zip`, zip);
  return { saved: names.size, missing: outputs.length - names.size };
}

/** The file that is kept, else what its link leads to. */
async function read(id: string, at: number, results: VideoResults): Promise<Entry | undefined> {
  const { name, url, file } = await results.download(id, at);
  if (file !== undefined) return { name, input: file };
  const answer = await fetch(url, { credentials: 'omit' });
  return answer.ok ? { name, input: answer } : undefined;
}

/** `lake-7.mp4`, then `lake-7 (2).mp4`. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.');
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${name.slice(0, dot)} (${count})${name.slice(dot)}`;
    if (!taken.has(free)) return free;
  }
}

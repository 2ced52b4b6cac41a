// The worker's file, found as those of the worklets are.
import { openWorker } from '../../own-worker.js';

/** Milliseconds for its file: a page that waits longer connects by itself. */
const patienceMs = 5000;

/** Undefined where the page may have none. `folder`: of the file, where it is not this module's own. */
export const startWorker = async (folder: string | undefined): Promise<Worker | undefined> =>
  (await openWorker(() => workerUrl(folder), patienceMs)) ?? (await openWorker(sourceUrl, patienceMs));

/** Its address beside this module is written out: bundlers look for exactly this form. Vite makes small files `data:` addresses, which strict pages refuse. */
export const workerUrl = (folder: string | undefined): URL =>
  folder === undefined
    ? new URL('./sound.worker.js?no-inline', import.meta.url)
    : new URL(`${folder.replace(/\/*$/, '/')}sound.worker.js`, document.baseURI);

/** esbuild, and what is built on it, copies no worker. */
async function sourceUrl(): Promise<URL> {
  const { workerSource } = await import('./worker-source.js');
  if (workerSource === undefined) throw new TypeError('There is no source of the worker.');
  const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
  // Its file is fetched later than this returns.
  setTimeout(() => URL.revokeObjectURL(url), patienceMs);
  return new URL(url);
}

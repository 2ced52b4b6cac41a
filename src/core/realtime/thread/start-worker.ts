// The worker's file, found as those of the worklets are.
import { trustedUrl } from '../../trusted-url.js';

/** Milliseconds for its file: a page that waits longer connects by itself. */
const patienceMs = 5000;

/** Undefined where the page may have none: an old browser, its policy, a file that is not there. `folder`: of the file, where it is not this module's own. */
export async function startWorker(folder: string | undefined): Promise<Worker | undefined> {
  return (await started(() => fromFile(folder))) ?? (await started(fromSource));
}

async function started(make: () => Worker | Promise<Worker>): Promise<Worker | undefined> {
  try {
    const worker = await make();
    const isReady = await new Promise<boolean>((resolve) => {
      setTimeout(() => resolve(false), patienceMs);
      worker.addEventListener('message', () => resolve(true), { once: true });
      worker.addEventListener('error', (event) => (event.preventDefault(), resolve(false)));
    });
    if (isReady) return worker;
    worker.terminate();
  } catch {
    // A browser without workers, the page's policy, or a classic script, which has no address of its own to find the file beside.
  }
  return undefined;
}

/** Its address beside this module is written out: bundlers look for exactly this form. Vite makes small files `data:` addresses, which strict pages refuse. */
export const workerUrl = (folder: string | undefined): URL =>
  folder === undefined
    ? new URL('./sound.worker.js?no-inline', import.meta.url)
    : new URL(`${folder.replace(/\/*$/, '/')}sound.worker.js`, document.baseURI);

const fromFile = (folder: string | undefined): Worker => new Worker(trustedUrl(workerUrl(folder)), { type: 'module' });

/** esbuild, and what is built on it, copies no worker. */
async function fromSource(): Promise<Worker> {
  const { workerSource } = await import('./worker-source.js');
  if (workerSource === undefined) throw new TypeError('There is no source of the worker.');
  const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
  // Its file is fetched later than this returns.
  setTimeout(() => URL.revokeObjectURL(url), patienceMs);
  return new Worker(trustedUrl(new URL(url)), { type: 'module' });
}

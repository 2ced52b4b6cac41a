// A worker of a file of our own, where the page may have one.
import { trustedUrl } from './trusted-url.js';

/**
 * Waits for its first word, which says that it runs, for `patienceMs` at most if that is given. Undefined where the page may have none: an old browser,
 * its policy, a classic script, which has no address of its own to find the file beside, a file of another origin or one that is not there.
 */
export async function openWorker(urlOf: () => URL | Promise<URL>, patienceMs?: number): Promise<Worker | undefined> {
  try {
    const worker = new Worker(trustedUrl(await urlOf()), { type: 'module' });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isReady = await new Promise<boolean>((resolve) => {
      if (patienceMs !== undefined) timer = setTimeout(resolve, patienceMs, false);
      worker.addEventListener('message', () => resolve(true), { once: true });
      worker.addEventListener('error', (event) => (event.preventDefault(), resolve(false)));
    });
    clearTimeout(timer);
    if (isReady) return worker;
    worker.terminate();
  } catch {
    // The page does without.
  }
  return undefined;
}

// Starting a worker of our own, and giving the page its turn where it can have none.
import { trustedUrl } from './trusted-url.js';

/**
 * The worker speaks first, as soon as it runs. Undefined where the page may have none: an old browser, its policy, a script from another
 * origin, a file that is not there.
 */
export async function startWorker(url: URL): Promise<Worker | undefined> {
  try {
    const worker = new Worker(trustedUrl(url), { type: 'module' });
    const started = await new Promise<boolean>((resolve) => {
      worker.addEventListener('message', () => resolve(true), { once: true });
      worker.addEventListener('error', (event) => (event.preventDefault(), resolve(false)), { once: true });
    });
    return started ? worker : undefined;
  } catch {
    return undefined;
  }
}

/** Not by a timer: those of hidden pages stand still. */
export function pageTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<void>((resolve) => {
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    port2.postMessage(undefined);
  }).finally(() => port1.close());
}

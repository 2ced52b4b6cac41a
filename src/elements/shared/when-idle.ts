// Work for when the page has nothing better to do.
import { savesData } from '../../core/saves-data.js';

/** Calls `work` once the page has loaded and is idle, unless its visitor saves data. */
export function whenIdle(work: () => void): void {
  if (savesData()) return;
  // WebKit has no such callback.
  const idle = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(work) : setTimeout(work));
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

// Work for when the page has nothing better to do.

/** Calls `work` once the page has loaded and is idle, unless its visitor saves data. */
export function whenIdle(work: () => void): void {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData === true) return;
  // WebKit has no such callback.
  const idle = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(work) : setTimeout(work));
  if (document.readyState === 'complete') idle();
  else addEventListener('load', idle, { once: true });
}

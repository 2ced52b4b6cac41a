// Loads code that is not on the page yet.
import { toVoxreelError } from './errors.js';

/** What fails rejects with a `network` error that may be tried again, unless it is one of our errors already. */
export const loadPart = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch((cause: unknown) => {
    throw toVoxreelError(cause, 'network', { retryable: true });
  });

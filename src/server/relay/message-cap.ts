// So many messages in so long a time, with a burst of all at once: a bucket that fills again.
import type { Rate } from '../gateway-options.js';

/** Counts one message; false for one too many. Without a rate all pass. */
export function messageCap(rate: Rate | false, now: () => number): () => boolean {
  if (rate === false) return () => true;
  const { requests, perMs } = rate;
  let left = requests;
  let at = now();
  return () => {
    const moment = now();
    left = Math.min(requests, left + ((moment - at) * requests) / perMs);
    at = moment;
    left -= 1;
    return left >= 0;
  };
}

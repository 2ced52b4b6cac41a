// A hybrid logical clock: stamps that sort in the order of what happened, even where the clocks of two devices disagree.
import { countOf, counts, stampOf, timeOf, type Stamp } from '../base/stamp.js';

export type { Stamp };

export interface Clock {
  /** Later than every stamp it gave before, and than `seen`. */
  tick(seen?: Stamp): Stamp;
}

export const laterOf = (one: Stamp, other: Stamp): Stamp => (one > other ? one : other);

/** Every open page counts as a device: two tabs of one browser write at the same time too. */
const randomId = () => Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => (byte % 36).toString(36)).join('');

export function createClock(deviceId: string = randomId(), now: () => number = Date.now): Clock {
  let latest: Stamp = '';
  return {
    tick(seen = '') {
      const before = laterOf(seen, latest);
      let [time, count] = [timeOf(before), countOf(before) + 1];
      if (now() > time) [time, count] = [now(), 0];
      if (count >= counts) [time, count] = [time + 1, 0];
      latest = stampOf(time, count, deviceId);
      return latest;
    },
  };
}

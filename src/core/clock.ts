// A hybrid logical clock: stamps that sort in the order of what happened, even where the clocks of two devices disagree.

/** A point in time that sorts as text: milliseconds since 1970, a count within one millisecond, the device. */
export type Stamp = string;

export interface Clock {
  /** Later than every stamp it gave before, and than `seen`. */
  tick(seen?: Stamp): Stamp;
}

const timeLength = 9;
const countLength = 4;
const counts = 36 ** countLength;

export const laterOf = (one: Stamp, other: Stamp): Stamp => (one > other ? one : other);

const padded = (value: number, length: number) => value.toString(36).padStart(length, '0');

const timeOf = (stamp: Stamp) => Number.parseInt(stamp.slice(0, timeLength), 36) || 0;
const countOf = (stamp: Stamp) => Number.parseInt(stamp.slice(timeLength, timeLength + countLength), 36) || 0;

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
      latest = padded(time, timeLength) + padded(count, countLength) + deviceId;
      return latest;
    },
  };
}

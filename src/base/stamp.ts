// The stamps of a hybrid logical clock, as pages and gateways write them: text that sorts in the order of time.

/** A point in time that sorts as text: milliseconds since 1970, a count within one millisecond, the device. */
export type Stamp = string;

const timeLength = 9;
const countLength = 4;
/** How many counts one millisecond has. */
export const counts = 36 ** countLength;

const padded = (value: number, length: number) => value.toString(36).padStart(length, '0');

export const stampOf = (time: number, count: number, deviceId: string): Stamp =>
  padded(time, timeLength) + padded(count, countLength) + deviceId;

/** Milliseconds since 1970; 0 for what is no stamp. */
export const timeOf = (stamp: Stamp): number => Number.parseInt(stamp.slice(0, timeLength), 36) || 0;
export const countOf = (stamp: Stamp): number => Number.parseInt(stamp.slice(timeLength, timeLength + countLength), 36) || 0;

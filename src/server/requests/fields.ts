// JSON from outside, before it is checked.
import { isRecord } from '../../base/is-record.js';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields: (value: unknown) => value is Fields = isRecord;

/** Undefined for what is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

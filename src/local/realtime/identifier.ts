// Ids as real services make them.
import { randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

/** `prefix_` and 21 random characters of [A-Za-z0-9_-]. */
export function createId(prefix: string): string {
  return `${prefix}_${Array.from(randomBytes(21), (byte) => alphabet[byte & 63]).join('')}`;
}

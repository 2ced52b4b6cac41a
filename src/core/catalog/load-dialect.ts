// A complete dialect, from an id, a light entry or itself.
import { VoxreelError, toVoxreelError } from '../errors.js';
import type { AnyDialect, DialectEntry } from '../dialects/dialect.js';
import { dialects } from './dialects.js';

/** Throws `invalid_input` for an id nobody registered and `network` when the rest of a dialect could not be fetched. */
export async function loadDialect(chosen: string | DialectEntry = 'vendor'): Promise<AnyDialect> {
  const entry = typeof chosen === 'string' ? entryOf(chosen) : chosen;
  if (!('load' in entry)) return entry;
  try {
    return await entry.load();
  } catch (cause) {
    throw toVoxreelError(cause, 'network', { retryable: true });
  }
}

function entryOf(id: string): DialectEntry {
  const entry = dialects.get(id);
  if (entry === undefined) throw new VoxreelError('invalid_input', `There is no dialect ${id}.`, { param: 'dialect' });
  return entry;
}

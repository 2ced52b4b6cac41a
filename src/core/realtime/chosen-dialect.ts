// Which dialect a session speaks, by id or as given. Knows no dialect's words.
import { dialects } from '../dialects/registry.js';
import type { Dialect } from '../dialects/dialect.js';
import { VoxreelError } from '../errors.js';

/** Throws `invalid_input` for an id nobody registered. */
export function chosenDialect(chosen: string | Dialect = 'vendor'): Dialect {
  if (typeof chosen !== 'string') return chosen;
  const found = dialects.get(chosen);
  if (found === undefined) throw new VoxreelError('invalid_input', `There is no dialect ${chosen}.`, { param: 'dialect' });
  return found;
}

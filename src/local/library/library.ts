// `voxreel library ...`: what an operator does with the library of a site. Loaded when it is asked for.
import type { Flags } from '../settings.js';
import { forget } from './forget.js';
import { move } from './move.js';

export async function library([verb, ...rest]: readonly string[], flags: Flags): Promise<void> {
  if (verb === 'move' && rest.length === 0) return move(flags);
  if (verb === 'forget' && rest.length === 0) return forget(flags);
  throw new Error('Unknown command. Use: voxreel library move, or voxreel library forget --user <id>');
}

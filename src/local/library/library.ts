// `voxreel library ...`: what an operator does with the library of a site. Loaded when it is asked for.
import { setFlagsFromString } from 'node:v8';

import type { Flags } from '../flags.js';
import { exportLibrary } from './export.js';
import { forget } from './forget.js';
import { importLibrary } from './import.js';
import { move } from './move.js';

const commands: Readonly<Record<string, (flags: Flags) => Promise<void>>> = { move, export: exportLibrary, import: importLibrary, forget };

/**
 * A database in a folder is WebAssembly. V8 compiles it quickly and then, in the background, again for speed: short commands lose more by that than they
 * gain. Bun has another engine.
 */
function compileOnce(): void {
  if (process.versions['bun'] === undefined) setFlagsFromString('--liftoff-only');
}

export async function library([verb = '', ...rest]: readonly string[], flags: Flags): Promise<void> {
  const command = Object.hasOwn(commands, verb) && rest.length === 0 ? commands[verb] : undefined;
  if (command === undefined) throw new Error(`Unknown command. Use: voxreel library ${Object.keys(commands).join(' | ')}`);
  compileOnce();
  return command(flags);
}

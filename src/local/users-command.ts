// `voxreel users add`: a name that may sign in, with a password that is asked for.
import type { Flags } from './flags.js';
import { askPassword } from './password.js';
import { addUser } from './users.js';

export async function users([verb, name, ...rest]: readonly string[], { users: file }: Flags): Promise<void> {
  if (verb !== 'add' || name === undefined || rest.length > 0 || file === undefined)
    throw new Error('Unknown command. Use: voxreel users add <name> --users <file>');
  await addUser(file, name, await askPassword());
  process.stdout.write(`${name} can sign in. Start with: voxreel --users ${file}\n`);
}

#!/usr/bin/env node
// `npx voxreel`: reads the command line. Each command loads only what it needs.
import { complain, explain } from './complaint.js';
import { readFlags, type Flags } from './flags.js';

async function main(): Promise<void> {
  const { flags, command } = readFlags();
  if (flags.help === true) return void process.stdout.write((await import('./usage.js')).usage);
  if (flags.version === true) return void process.stdout.write(`${(await import('./own-package.js')).version}\n`);
  if (command.length > 0) return runCommand(command, flags);
  await (await import('./start.js')).start(flags);
}

async function runCommand([noun, ...rest]: readonly string[], flags: Flags): Promise<void> {
  if (noun === 'doctor') return (await import('./doctor.js')).doctor(rest, flags);
  if (noun === 'init') return (await import('./init.js')).init(rest, flags);
  if (noun === 'library') return (await import('./library/library.js')).library(rest, flags);
  if (noun === 'record') return (await import('./record.js')).record(rest, flags);
  if (noun === 'users') return (await import('./users-command.js')).users(rest, flags);
  throw new Error('Unknown command. See: voxreel --help');
}

main().catch((error: unknown) => {
  complain(explain(error));
  process.exit(1);
});

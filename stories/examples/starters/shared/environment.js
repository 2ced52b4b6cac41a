// Settings of the server, from the environment and the file .env; the environment wins.
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');

/** Throws an Error that says what to do where the variable is not set. */
export function setting(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Add it to the file .env, then start again.`);
  return value;
}

// The users who may sign in: a file with a line for each, `name:scrypt$N$r$p$salt$hash`.
import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export interface Users {
  /** The hash of a user, which changes with the password; undefined for a name that nobody has. */
  hashOf(name: string): string | undefined;
  verify(name: string, password: string): Promise<boolean>;
}

const namePattern = /^[\w.@-]{1,64}$/;
const linePattern = /^([\w.@-]{1,64}):(scrypt\$\d+\$\d+\$\d+\$[\w-]+\$[\w-]+)$/;
const cost = { N: 2 ** 15, r: 8, p: 1 } as const;
const keyBytes = 32;
const shortestPassword = 8;

/** Throws for a file that cannot be read, has a line of another form, or no user. */
export function readUsers(file: string): Users {
  const hashes = parseUsers(file);
  if (hashes.size === 0) throw new Error(`${file} has no users. Add one: voxreel users add <name> --users ${file}`);
  // A name that nobody has takes as long as a wrong password.
  const decoy = `scrypt$${cost.N}$${cost.r}$${cost.p}$${randomBytes(16).toString('base64url')}$${randomBytes(keyBytes).toString('base64url')}`;
  return {
    hashOf: (name) => hashes.get(name),
    verify: (name, password) => matches(password, hashes.get(name) ?? decoy),
  };
}

/** Adds the user, or gives an existing one a new password. Only the owner of the file may read it. */
export async function addUser(file: string, name: string, password: string): Promise<void> {
  if (!namePattern.test(name)) throw new Error('A name has 1 to 64 letters, digits or the characters . _ @ -');
  if (password.length < shortestPassword) throw new Error(`The password is too short: use at least ${shortestPassword} characters.`);
  const hashes = existsSync(file) ? parseUsers(file) : new Map<string, string>();
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  hashes.set(name, `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`);
  writeFileSync(file, [...hashes].map((entry) => `${entry.join(':')}\n`).join(''), { mode: 0o600 });
}

function parseUsers(file: string): Map<string, string> {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  const hashes = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, name, hash] = linePattern.exec(line) ?? [];
    if (name === undefined || hash === undefined) throw new Error(`${file}, line ${index + 1}: expected name:scrypt$N$r$p$salt$hash.`);
    hashes.set(name, hash);
  }
  return hashes;
}

async function matches(password: string, hash: string): Promise<boolean> {
  const [, N, r, p, salt = '', stored = ''] = hash.split('$');
  const right = Buffer.from(stored, 'base64url');
  const key = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) });
  return right.length === key.length && timingSafeEqual(right, key);
}

function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Two readers may write one character in two ways: one form for both.
    scrypt(password.normalize('NFC'), salt, keyBytes, { ...options, maxmem: 128 * 1024 * 1024 }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

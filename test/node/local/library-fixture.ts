// A library with something of everything, what can be asked of it, and the operators' commands as processes of their own.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { after } from 'node:test';
import { promisify } from 'node:util';

import type { FileStore, RecordStore } from 'voxreel/server/library';

import { temporaryFolder } from '../server/library/stores.js';

const bin = 'dist/local/bin.js';
const quota = { records: 100_000, bytes: 10 ** 12 };
const page = { records: 100, bytes: 10 ** 6 };

const environment = (env: Readonly<Record<string, string>>) => ({ PATH: process.env['PATH'] ?? '', ...env });

/** Rejects with `code` and `stderr` where it ends with another code than 0. */
export const voxreel = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, [bin, ...args], { env: environment(env) });

/** Runs it until `when` holds, then kills it; whether it was killed before its own end. */
export async function killedVoxreel(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  when: (said: string) => boolean,
): Promise<boolean> {
  const child: ChildProcess = spawn(process.execPath, [bin, ...args], { env: environment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  const timer = setInterval(() => when(said) && child.kill('SIGKILL'), 2);
  const signal = await ended;
  clearInterval(timer);
  if (signal === null && child.exitCode !== 0) throw new Error(said);
  return signal === 'SIGKILL';
}

/** Makes temporary folders, which are removed after the tests of a file. */
export function newFolders(): () => string {
  const folders: string[] = [];
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    const folder = temporaryFolder();
    folders.push(folder);
    return folder;
  };
}

export async function* pieces(bytes: number, value: number): AsyncGenerator<Uint8Array> {
  for (let left = bytes; left > 0; left -= 65_536) yield new Uint8Array(Math.min(left, 65_536)).fill(value);
}

export async function addFile(
  { records, files }: { readonly records: RecordStore; readonly files: FileStore },
  user: string,
  id: string,
  bytes: number,
): Promise<string> {
  const key = crypto.randomUUID();
  await records.files.reserve(user, { key, bytes }, { quotaBytes: quota.bytes, ttlMs: 60_000 });
  await files.put(key, pieces(bytes, id.length), { type: 'video/mp4' });
  await records.files.keep(user, { id, key, bytes, type: 'video/mp4' }, true);
  return key;
}

/** Records of two users, edited and deleted ones among them, files, a share and a watched video. */
export async function fill(records: RecordStore, files: FileStore, { count = 40, fileBytes = 1000 } = {}): Promise<void> {
  for (const user of ['ann', 'ben "the" 雷']) {
    for (let at = 0; at < count; at += 1) {
      const record = JSON.stringify({ at, text: '\0 \\u0000 雷 \'"', size: 'x'.repeat(500) });
      await records.put(user, { kind: at % 3 === 0 ? 'conversation' : 'video', id: `n${at}` }, record, { known: 0, quota });
    }
    await records.put(user, { kind: 'video', id: 'n1' }, '{"edited":true}', { known: 1, quota });
    await records.remove(user, { kind: 'video', id: 'n2' }, 1);
    for (const id of ['Lake', 'lake']) await addFile({ records, files }, user, id, fileBytes);
    await records.watched?.add({ key: `watched-${user}`, userId: user, data: '{"a":1}', marks: ['mark one', 'mark "two"'] }, 10 ** 9);
    await records.shares?.add(
      user,
      { token: `token-${user.length}`, kind: 'video', id: 'n4', data: '{}', expiresAt: Date.now() + 10 ** 9 },
      10,
    );
  }
}

/** All that pages can ask of it, with the cursors that they have. */
export async function contentOf(records: RecordStore, files: FileStore, cursors: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const users = [];
  for (const user of ['ann', 'ben "the" 雷']) {
    const changes = [];
    for (let [since, more]: [string | undefined, boolean] = [undefined, true]; more;) {
      const found = await records.changes(user, since, page);
      changes.push(found);
      [since, more] = [found?.cursor, found?.more === true];
    }
    const listed = await records.files.list(user, '', 1000);
    const hashes = await Promise.all(listed.map(async ({ key, bytes }) => hashOf(await files.get(key, { start: 0, end: bytes }))));
    const since = cursors[user] === undefined ? undefined : await records.changes(user, cursors[user], page);
    users.push({ changes, since, listed, hashes, shares: await records.shares?.list(user) });
  }
  return users;
}

/** The cursor that a page has after the first ten changes. */
export const cursorsOf = async (records: RecordStore): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      ['ann', 'ben "the" 雷'].map(
        async (user) => [user, (await records.changes(user, undefined, { records: 10, bytes: 10 ** 6 }))?.cursor ?? ''] as const,
      ),
    ),
  );

export async function hashOf(stream: ReadableStream<Uint8Array> | undefined): Promise<string | undefined> {
  if (stream === undefined) return undefined;
  const hash = createHash('sha256');
  for await (const piece of stream) hash.update(piece);
  return hash.digest('hex');
}

// `voxreel library export`: a zip of each user's library, in one folder. Goes on where a run before was interrupted.
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { exportZip } from '../../server/library/export-zip.js';
import { migrate } from '../../server/node/library/migrations.js';
import { sqlRecords } from '../../server/node/library/sql-records.js';
import { countUsers, hasUser, usersOf } from '../../server/node/library/sql-user.js';
import type { Flags } from '../flags.js';
import { aboutName, aboutText } from './library-zip.js';
import { openLibrary } from './places.js';
import { bytesText, counted, createProgress, someOf } from './progress.js';

const useOf = 'Use: voxreel library export --out <folder> --data <folder>, or --records <place> --files <place>';
/** Written last: with it the folder has everything. */
const finishedName = 'export.json';

export async function exportLibrary({ user, out, ...places }: Pick<Flags, 'user' | 'out' | 'data' | 'records' | 'files'>): Promise<void> {
  if (out === undefined || out === '') throw new Error(`Say where to: --out <folder>. ${useOf}`);
  if (existsSync(join(out, finishedName))) throw new Error(`--out: ${out} has a finished export. Choose another folder.`);
  const { title, database, files } = openLibrary(places, useOf);
  const records = sqlRecords(database);
  const progress = createProgress();
  const missing: string[] = [];
  let [done, kept, bytes] = [0, 0, 0];
  try {
    await migrate(database);
    if (user !== undefined && !(await hasUser(database, user))) throw new Error(`--user: ${title} has no library of ${user}.`);
    const total = user === undefined ? await countUsers(database) : 1;
    await mkdir(out, { recursive: true });
    const aboutOf = (each: string) => ({
      first: { name: aboutName, input: aboutText(each) },
      missing: ({ id }: { readonly id: string }) => missing.push(`${id} of ${each}`),
    });
    const show = (): void => progress.show(`Users: ${done} of ${total}, ${bytesText(bytes)}`);
    for await (const each of user === undefined ? usersOf(database) : [user]) {
      const path = join(out, zipNameOf(each));
      if (existsSync(path)) kept += 1;
      else
        await writeZip(path, exportZip(each, records, files, aboutOf(each)), (more) => {
          bytes += more;
          show();
        });
      done += 1;
      show();
    }
    progress.end();
    if (user === undefined) await writeFile(join(out, finishedName), `${JSON.stringify({ exportedAt: new Date(), users: done })}\n`);
  } finally {
    progress.end();
    await records.close();
  }
  process.stdout.write(`${title} -> ${out}\n  ${counted(done - kept, 'user')} exported now (${bytesText(bytes)}), ${kept} there before\n`);
  if (missing.length === 0) return;
  process.stdout.write(`  ${counted(missing.length, 'file')} listed but missing: ${someOf(missing)}\n`);
  process.exitCode = 1;
}

/** Takes its name when all of it is written: a process that is killed leaves no half of one. */
async function writeZip(path: string, zip: ReadableStream<Uint8Array>, written: (bytes: number) => void): Promise<void> {
  const counting = new Transform({
    transform(chunk: Uint8Array, _encoding, next) {
      written(chunk.byteLength);
      next(null, chunk);
    },
  });
  await pipeline(Readable.from(zip), counting, createWriteStream(`${path}.part`, { mode: 0o600, flush: true }));
  await rename(`${path}.part`, path);
}

/** Ids may have any character and any length, and differ in capitals alone. */
function zipNameOf(user: string): string {
  const words = user.replaceAll(/[^A-Za-z\d]+/g, '-').replaceAll(/^-|-$/g, '');
  const hash = createHash('sha256').update(user).digest('hex').slice(0, 12);
  return `${[words.slice(0, 60), hash].filter((part) => part !== '').join('-')}.zip`;
}

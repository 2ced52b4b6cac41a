// `--data`: all that the gateway keeps, in one folder: records, files, its state, and what signs the ids of tasks and the cookies of visitors.
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { RecordStore } from '../server/library/record-store.js';
import { libraryAnswers } from '../server/library/library-away.js';
import type { LibraryOptions } from '../server/library/library-options.js';
import type { GatewayState } from '../server/state/state.js';

export interface DataFolder {
  readonly library: LibraryOptions & { readonly records: RecordStore };
  /** With it a request that is repeated after a restart is not paid for twice. */
  readonly state: GatewayState;
  /** The same at each start. */
  readonly secret: string;
}

/** Makes the folder where it is not there. Rejects where another process has it, or where a package is missing. */
export async function openData(folder: string): Promise<DataFolder> {
  await mkdir(folder, { recursive: true });
  const { folderFiles } = await import('../server/node.js');
  const { embeddedStores } = await import('../server/node/library/embedded.js');
  const { records, state } = embeddedStores(join(folder, 'records'));
  // A folder that cannot be used is reported now, not to the first visitor.
  await libraryAnswers(records);
  return { library: { records, files: folderFiles(join(folder, 'files')) }, state, secret: await secretIn(join(folder, 'secret')) };
}

/** Takes its name when all of it is written: a process that is killed leaves no half of one. */
async function secretIn(file: string): Promise<string> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return (await readFile(file, 'utf8')).trim();
}

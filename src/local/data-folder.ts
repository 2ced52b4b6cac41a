// `--data`: all that the gateway keeps, in one folder: records, files, its state, and what signs the ids of tasks and the cookies of visitors.
import { createECDH, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { RecordStore } from '../server/library/record-store.js';
import { libraryAnswers } from '../server/library/library-away.js';
import type { LibraryOptions } from '../server/library/library-options.js';
import type { WebPush } from '../server/library/web-push.js';
import { requireWebPush, webPush } from '../server/node/library/web-push.js';
import type { GatewayState } from '../server/state/state.js';

export interface DataFolder {
  readonly library: LibraryOptions & { readonly records: RecordStore };
  /** With it a request that is repeated after a restart is not paid for twice. */
  readonly state: GatewayState;
  /** The same at each start. */
  readonly secret: string;
}

/**
 * Makes the folder where it is not there. `subject`: whom push services may write to; without it browsers are not notified of videos while no page is open.
 * Rejects where another process has the folder, or where a package is missing.
 */
export async function openData(folder: string, subject?: string): Promise<DataFolder> {
  await mkdir(folder, { recursive: true });
  const { folderFiles } = await import('../server/node.js');
  const { embeddedStores } = await import('../server/node/library/embedded.js');
  const { records, state } = embeddedStores(join(folder, 'records'));
  // A folder that cannot be used is reported now, not to the first visitor.
  await libraryAnswers(records);
  const files = folderFiles(join(folder, 'files'));
  const push = subject === undefined ? undefined : await openPush(join(folder, 'push-key'), subject);
  return { library: { records, files, push, shareScript: '/cdn/shared-view.js' }, state, secret: await secretIn(join(folder, 'secret')) };
}

/** `file`: of the private key. Another one would end all subscriptions: it stays as it is. */
async function openPush(file: string, subject: string): Promise<WebPush> {
  await requireWebPush();
  const privateKey = await secretIn(file);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  return webPush({ subject, publicKey: curve.getPublicKey('base64url'), privateKey });
}

/** 32 random bytes in base64url. Takes its name when all of it is written: a process that is killed leaves no half of one. */
async function secretIn(file: string): Promise<string> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return (await readFile(file, 'utf8')).trim();
}

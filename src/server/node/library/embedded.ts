// Records in a Postgres within this process, in a folder: no server to run. Loads `@electric-sql/pglite` when first used.
import { mkdir } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

import { VoxreelError } from '../../../base/errors.js';
import { lazy } from '../../../base/lazy.js';
import type { RecordStore } from '../../library/record-store.js';
import type { GatewayState } from '../../state/state.js';
import type { Database, Query, Row } from './database.js';
import type { Answered, Asked } from './embedded.worker.js';
import { lockFolder } from './folder-lock.js';
import { sqlRecords } from './sql-records.js';
import { sqlState } from './sql-state.js';

/**
 * `folder` is made where it is not there, and is of this process alone: a second one is refused with `storage_unavailable`. What was written outlives a
 * process that is killed; it may not outlive a machine that loses power, since PGlite leaves it to the system when to write to the disk.
 */
export function embeddedRecords(folder: string): RecordStore {
  return sqlRecords(embeddedDatabase(folder));
}

/** The records, and in the same database the state of the one gateway that uses them. Closing the records closes both. */
export function embeddedStores(folder: string): { readonly records: RecordStore; readonly state: GatewayState } {
  const database = embeddedDatabase(folder);
  return { records: sqlRecords(database), state: sqlState(database) };
}

interface Thread {
  ask(asked: Omit<Asked, 'id'>): Promise<readonly Row[]>;
  /** Of all channels it listens to. */
  readonly heard: Set<(payload: string) => void>;
  close(): Promise<void>;
}

/** The database itself, for what concerns all users at once. */
export function embeddedDatabase(folder: string): Database {
  const thread = lazy(() => startThread(folder));
  let closed = false;
  const open = async (): Promise<Thread> => {
    if (closed) throw new Error('The records are closed.');
    return thread.get();
  };
  const inTurn = createTurns();
  const ask: Query = async (text, values) => (await open()).ask({ what: 'query', text, values });
  return {
    query: (text, values) => inTurn(() => ask(text, values)),
    // It is one session: nobody else may ask in the middle of a transaction.
    transaction: (work) =>
      inTurn(async () => {
        await ask('BEGIN');
        try {
          const done = await work(ask);
          await ask('COMMIT');
          return done;
        } catch (error) {
          await ask('ROLLBACK').catch(() => {});
          throw error;
        }
      }),
    async listen(channel, heard) {
      const { heard: listeners } = await open();
      await inTurn(() => ask(`LISTEN ${channel}`));
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
    async close() {
      if (closed) return;
      closed = true;
      await inTurn(async () => thread.loaded?.close());
    },
  };
}

/** One after another, in the order of the calls. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

function checkPackage(): void {
  try {
    import.meta.resolve('@electric-sql/pglite');
  } catch (cause) {
    throw new Error('embeddedRecords needs a package: npm install @electric-sql/pglite', { cause });
  }
}

async function startThread(folder: string): Promise<Thread> {
  checkPackage();
  await mkdir(folder, { recursive: true });
  const unlock = await lockFolder(folder);
  if (unlock === undefined) throw new VoxreelError('storage_unavailable', `Another process keeps its records in ${folder}.`);
  const worker = new Worker(new URL('embedded.worker.js', import.meta.url), { workerData: folder });
  const waiting = new Map<number, { resolve(rows: readonly Row[]): void; reject(error: Error): void }>();
  const heard: Thread['heard'] = new Set();
  let count = 0;
  let ended: Error | undefined;
  const end = (error: Error): void => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('message', (answer: Answered) => {
    if ('payload' in answer) return heard.forEach((listener) => listener(answer.payload));
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
    if ('rows' in answer) asked?.resolve(answer.rows);
    else asked?.reject(new Error(answer.error));
  });
  worker.once('error', end);
  worker.once('exit', () => end(new Error('The records are closed.')));
  const ask = ({ what, text, values }: Omit<Asked, 'id'>): Promise<readonly Row[]> =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) return reject(ended);
      count += 1;
      waiting.set(count, { resolve, reject });
      // Keeps the process up until the answer is there, and no longer.
      worker.ref();
      worker.postMessage({ id: count, what, text, values } satisfies Asked);
    });
  return {
    ask,
    heard,
    async close() {
      await ask({ what: 'close', text: '' }).catch(() => {});
      await worker.terminate();
      await unlock();
    },
  };
}

// Every record store and file store there is, for tests that run over all of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { RecordStore } from 'voxreel/server/library';
import { embeddedRecords, postgresRecords } from 'voxreel/server/node';

import { putDatabase } from './embedded-folder.js';
import { startPostgres, withoutPostgres, type PostgresServer } from './postgres-server.js';

export interface RecordPlace {
  /** A store on this place; several share what is in it, where it can be shared. */
  open(): RecordStore;
  end(): Promise<void>;
}

export interface RecordKind {
  readonly name: string;
  readonly skip: string | false;
  /** Whether several stores may be open on one place. */
  readonly shared: boolean;
  /** Of all places together. */
  place(): Promise<RecordPlace>;
}

let server: Promise<PostgresServer> | undefined;

/** Ends what the kinds have started. */
export const endServers = async (): Promise<void> => (await server)?.stop();

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'voxreel-library-'));

const postgres: RecordKind = {
  name: 'postgresRecords',
  skip: withoutPostgres,
  shared: true,
  async place() {
    const url = (await (server ??= startPostgres())).database();
    const opened: RecordStore[] = [];
    return {
      open() {
        const store = postgresRecords(url);
        opened.push(store);
        return store;
      },
      end: async () => {
        for (const store of opened) await store.close();
      },
    };
  },
};

const embedded: RecordKind = {
  name: 'embeddedRecords',
  skip: false,
  shared: false,
  async place() {
    const folder = await putDatabase(temporaryFolder());
    const store = embeddedRecords(folder);
    return {
      open: () => store,
      async end() {
        await store.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
};

export const recordKinds: readonly RecordKind[] = [postgres, embedded];

/** A store with nothing that is optional. */
export const withoutOptional = ({ changes, put, remove, clear, listen, files, close }: RecordStore): RecordStore => ({
  changes,
  put,
  remove,
  clear,
  listen,
  files,
  close,
});

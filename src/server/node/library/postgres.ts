// Records in a Postgres server, shared by all instances. Loads `pg` when first used.
import type { Client, Pool } from 'pg';

import { lazy } from '../../../base/lazy.js';
import type { RecordStore } from '../../library/record-store.js';
import type { Database, Query } from './database.js';
import { sqlRecords } from './sql-records.js';

/** How `postgresRecords` uses its database. */
export interface PostgresOptions {
  /** Connections of this instance at once, and one more that listens. Default 10. */
  readonly connections?: number | undefined;
  /** Until a server that does not answer counts as gone. Default 10,000. */
  readonly timeoutMs?: number | undefined;
  /** Hears of each connection that breaks, and of a missing package. Connections come back by themselves. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/**
 * `url`: `postgres://user:password@host:5432/database`, version 13 or later. Makes its tables (`voxreel_...`) at the first call. Behind pgbouncer,
 * pool sessions: a pool of transactions cannot listen.
 */
export function postgresRecords(url: string, options: PostgresOptions = {}): RecordStore {
  return sqlRecords(postgresDatabase(url, options));
}

const missing = (cause: unknown): never => {
  throw new Error('postgresRecords needs a package: npm install pg', { cause });
};
const loaded = lazy(async () => (await import('pg').catch(missing)).default);

/** How long after a broken connection the next attempt to listen follows, and how often one that is silent is tried. */
const againMs = 500;
const pingMs = 15_000;

/** The database itself, for what concerns all users at once. */
export function postgresDatabase(url: string, { connections = 10, timeoutMs = 10_000, onError = () => {} }: PostgresOptions): Database {
  const settings = { connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs, keepAlive: true };
  const pool = lazy(async (): Promise<Pool> => {
    const made = new (await loaded.get()).Pool({ ...settings, max: connections });
    // Without a listener a server that goes away would end this process.
    made.on('error', onError);
    return made;
  });
  const listening = new Set<() => void>();
  let closed = false;
  const open = async (): Promise<Pool> => {
    if (closed) throw new Error('The records are closed.');
    return pool.get();
  };
  return {
    query: async (text, values, name) => rowsOf(await open(), text, values, name),
    async transaction(work) {
      const client = await (await open()).connect();
      const query: Query = (text, values, name) => rowsOf(client, text, values, name);
      try {
        await query('BEGIN');
        const done = await work(query);
        await query('COMMIT');
        client.release();
        return done;
      } catch (error) {
        // A connection whose state nobody knows is used by nobody.
        const isWhole = await query('ROLLBACK').then(
          () => true,
          () => false,
        );
        client.release(!isWhole);
        throw error;
      }
    },
    async listen(channel, heard) {
      const connect = async (): Promise<Client> => new (await loaded.get()).Client(settings);
      const stop = await listener(connect, channel, { heard, onError });
      listening.add(stop);
      return () => {
        listening.delete(stop);
        stop();
      };
    },
    async close() {
      if (closed) return;
      closed = true;
      for (const stop of listening) stop();
      await pool.loaded?.end();
    },
  };
}

const rowsOf = async (on: Pick<Client, 'query'>, text: string, values: readonly unknown[] = [], name?: string) =>
  (await on.query<Record<string, unknown>>({ text, values: [...values], ...(name === undefined ? {} : { name }) })).rows;

interface Heard {
  readonly heard: (payload: string | undefined) => void;
  readonly onError: (error: Error) => void;
}

/** Listens on a connection of its own, and on another one when that breaks. Rejects where the first cannot be made. */
async function listener(connect: () => Promise<Client>, channel: string, { heard, onError }: Heard): Promise<() => void> {
  let stopped = false;
  let current: Client | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function begin(): Promise<void> {
    const client = await connect();
    let isLost = false;
    const lost = (error?: Error): void => {
      if (isLost) return;
      isLost = true;
      clearTimeout(timer);
      ended(client);
      if (stopped) return;
      onError(error ?? new Error('The connection that listens was closed.'));
      timer = setTimeout(again, againMs);
    };
    client.on('error', lost);
    client.on('notification', ({ payload }) => heard(payload));
    await client.connect();
    current = client;
    client.on('end', () => lost());
    await client.query(`LISTEN ${channel}`);
    const ping = (): void => {
      timer = setTimeout(() => client.query('SELECT 1').then(ping, lost), pingMs);
      timer.unref();
    };
    ping();
  }
  function again(): void {
    if (stopped) return;
    begin().then(
      // What was told meanwhile nobody has heard.
      () => heard(undefined),
      (error: Error) => {
        onError(error);
        timer = setTimeout(again, againMs);
        timer.unref();
      },
    );
  }
  await begin();
  return () => {
    stopped = true;
    clearTimeout(timer);
    if (current !== undefined) ended(current);
  };
}

/** One that is lost already rejects. */
const ended = (client: Client): void => void client.end().catch(() => {});

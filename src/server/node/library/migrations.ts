// The tables of a library. Migrations only go forward: a published one never changes, and each runs once, in a transaction of its own.
import { VoxreelError } from '../../../base/errors.js';
import type { Database } from './database.js';

const migrations: readonly (readonly string[])[] = [
  [
    // Its row is the lock of all that one user writes, so that changes are committed in the order of their numbers.
    `CREATE TABLE voxreel_users (
      user_id text PRIMARY KEY,
      epoch text NOT NULL,
      change bigint NOT NULL DEFAULT 0,
      records bigint NOT NULL DEFAULT 0,
      bytes bigint NOT NULL DEFAULT 0
    )`,
    // A record of null was deleted. JSON as text: a column of JSON refuses U+0000, and writes what it is given in another way.
    `CREATE TABLE voxreel_records (
      user_id text NOT NULL REFERENCES voxreel_users ON DELETE CASCADE,
      kind text NOT NULL,
      id text NOT NULL,
      version integer NOT NULL,
      change bigint NOT NULL,
      bytes integer NOT NULL,
      changed_at timestamptz NOT NULL DEFAULT now(),
      record text,
      PRIMARY KEY (user_id, kind, id),
      UNIQUE (user_id, change)
    )`,
    // Of an upload the id is null; of bytes that nobody needs the user is. Both end at \`until\`.
    `CREATE TABLE voxreel_files (
      key text PRIMARY KEY,
      user_id text,
      id text,
      bytes bigint NOT NULL,
      type text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL DEFAULT now(),
      until timestamptz,
      UNIQUE (user_id, id)
    )`,
    'CREATE INDEX voxreel_files_until ON voxreel_files (until) WHERE until IS NOT NULL',
  ],
  [
    // Of a video that is watched; where somebody goes on with it, `due` is the end of the lease.
    `CREATE TABLE voxreel_watched (
      key text PRIMARY KEY,
      user_id text NOT NULL,
      data text NOT NULL,
      marks text[] NOT NULL,
      due timestamptz NOT NULL,
      lease text
    )`,
    'CREATE INDEX voxreel_watched_due ON voxreel_watched (due)',
    'CREATE INDEX voxreel_watched_user ON voxreel_watched (user_id)',
  ],
  [
    `CREATE TABLE voxreel_shares (
      token text PRIMARY KEY,
      user_id text NOT NULL,
      kind text NOT NULL,
      id text NOT NULL,
      data text NOT NULL,
      visits bigint NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      expires_at timestamptz
    )`,
    'CREATE INDEX voxreel_shares_user ON voxreel_shares (user_id, kind, id)',
  ],
  [
    // What a gateway remembers between requests, where it keeps that in the same database. Names are hashes.
    'CREATE TABLE voxreel_state (name text PRIMARY KEY, value text NOT NULL, until timestamptz NOT NULL)',
    'CREATE INDEX voxreel_state_until ON voxreel_state (until)',
    'CREATE TABLE voxreel_sums (name text PRIMARY KEY, sum bigint NOT NULL, until timestamptz NOT NULL)',
  ],
  [
    // What is in the bin has no record, and its text here. `bytes` is of either. `files` are the ids of its files.
    `ALTER TABLE voxreel_records ADD COLUMN binned text, ADD COLUMN files text[] NOT NULL DEFAULT '{}'`,
    'CREATE INDEX voxreel_records_binned ON voxreel_records (changed_at) WHERE binned IS NOT NULL',
    'CREATE INDEX voxreel_records_aged ON voxreel_records (kind, changed_at) WHERE record IS NOT NULL',
  ],
  [
    // The watched video whose result a file or an upload is: its files go with its record before that names them.
    'ALTER TABLE voxreel_files ADD COLUMN watched text',
    'CREATE INDEX voxreel_files_watched ON voxreel_files (watched) WHERE watched IS NOT NULL',
  ],
  [
    // Browsers that are notified of videos. The one that is signed in last has it.
    `CREATE TABLE voxreel_push (
      id text PRIMARY KEY,
      user_id text NOT NULL,
      data text NOT NULL,
      put_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`,
    'CREATE INDEX voxreel_push_user ON voxreel_push (user_id, put_at)',
  ],
];

/** Any number, the same for all: it stands for "the tables of voxreel". */
const lock = 8_669_733;

/** Brings the tables up to date. Of several processes at once one does it, and the others wait. */
export async function migrate({ transaction }: Database): Promise<void> {
  for (let isBehind = true; isBehind;)
    isBehind = await transaction(async (query) => {
      await query('SELECT pg_advisory_xact_lock($1)', [lock]);
      await query(
        'CREATE TABLE IF NOT EXISTS voxreel_migrations (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
      );
      const [row] = await query('SELECT coalesce(max(version), 0) AS version FROM voxreel_migrations');
      const version = Number(row?.['version']);
      if (version > migrations.length)
        throw new VoxreelError('unsupported', `The library's tables are of a newer voxreel (${version}). Update this one.`);
      const statements = migrations[version];
      if (statements === undefined) return false;
      for (const statement of statements) await query(statement);
      await query('INSERT INTO voxreel_migrations (version) VALUES ($1)', [version + 1]);
      return true;
    });
}

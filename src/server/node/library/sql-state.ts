// The state of one gateway in the database of its library: what was claimed, answered and spent outlives the process. Rates and places, which need not,
// stay in memory: they are asked for with every request.
import { createHash } from 'node:crypto';

import { lazy } from '../../../base/lazy.js';
import { memoryState } from '../../state/memory-state.js';
import type { GatewayState } from '../../state/state.js';
import type { Database, Row } from './database.js';
import { migrate } from './migrations.js';
import { numberIn } from './sql-user.js';

/** How often what has ended is deleted, at the most. */
const sweepMs = 60_000;

const fromNow = (place: string): string => `now() + ${place}::bigint * interval '1 millisecond'`;
/** Names may hold tokens, and characters that a column of text refuses. */
const hashed = (name: string): string => createHash('sha256').update(name).digest('base64url');
const fullMs = (ms: number): number => Math.max(1, Math.ceil(ms));
/** As JSON: a column of text refuses U+0000. */
const textIn = (row: Row | undefined): string | undefined => (row === undefined ? undefined : String(JSON.parse(String(row['value']))));

const putEntry = `
INSERT INTO voxreel_state (name, value, until) VALUES ($1, $2, ${fromNow('$3')})
ON CONFLICT (name) DO UPDATE SET value = excluded.value, until = excluded.until`;

/** For one process: rates and places of another are not counted. Closing the database is left to the one who opened it. */
export function sqlState(database: Database): GatewayState {
  const migrated = lazy(() => migrate(database));
  const ready: Pick<Database, 'query' | 'transaction'> = {
    query: async (text, values) => migrated.get().then(() => database.query(text, values)),
    transaction: async (work) => migrated.get().then(() => database.transaction(work)),
  };
  const { consume, acquire, release } = memoryState();
  let sweptAt = Number.NEGATIVE_INFINITY;
  const sweep = (): void => {
    if (performance.now() - sweptAt < sweepMs) return;
    sweptAt = performance.now();
    for (const table of ['voxreel_state', 'voxreel_sums']) ready.query(`DELETE FROM ${table} WHERE until <= now()`).catch(() => {});
  };
  return {
    consume,
    acquire,
    release,
    ...entriesIn(ready, sweep),
    add: sumsIn(ready),
    healthy: () =>
      ready.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    async close() {},
  };
}

function entriesIn(
  { query, transaction }: Pick<Database, 'query' | 'transaction'>,
  sweep: () => void,
): Pick<GatewayState, 'put' | 'get' | 'take' | 'remove' | 'claim'> {
  return {
    async put(key, value, ttlMs) {
      sweep();
      await query(putEntry, [hashed(key), JSON.stringify(value), fullMs(ttlMs)]);
    },
    async get(key) {
      const [row] = await query('SELECT value FROM voxreel_state WHERE name = $1 AND until > now()', [hashed(key)]);
      return textIn(row);
    },
    async take(key) {
      const [row] = await query('DELETE FROM voxreel_state WHERE name = $1 RETURNING value, until > now() AS lives', [hashed(key)]);
      return row?.['lives'] === true ? textIn(row) : undefined;
    },
    async remove(key) {
      await query('DELETE FROM voxreel_state WHERE name = $1', [hashed(key)]);
    },
    claim: (key, value, ttlMs) =>
      transaction(async (ask) => {
        sweep();
        const name = hashed(key);
        const written = await ask(`${putEntry} WHERE voxreel_state.until <= now() RETURNING name`, [
          name,
          JSON.stringify(value),
          fullMs(ttlMs),
        ]);
        if (written.length > 0) return undefined;
        const [there] = await ask('SELECT value FROM voxreel_state WHERE name = $1', [name]);
        return textIn(there);
      }),
  };
}

function sumsIn({ transaction }: Pick<Database, 'transaction'>): NonNullable<GatewayState['add']> {
  return (key, amount, { most, ttlMs }) =>
    transaction(async (ask) => {
      const name = hashed(key);
      const [row] = await ask('SELECT sum::float8 AS sum FROM voxreel_sums WHERE name = $1 AND until > now()', [name]);
      const before = row === undefined ? 0 : numberIn(row, 'sum');
      const sum = Math.max(0, before + amount);
      if (amount === 0 || (amount > 0 && sum > most)) return { added: amount === 0, sum: before };
      await ask(
        `INSERT INTO voxreel_sums (name, sum, until) VALUES ($1, $2::bigint, ${fromNow('$3')})
        ON CONFLICT (name) DO UPDATE SET sum = excluded.sum, until = excluded.until`,
        [name, sum, fullMs(ttlMs)],
      );
      return { added: true, sum };
    });
}

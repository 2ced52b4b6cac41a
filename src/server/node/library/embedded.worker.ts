// The embedded Postgres, in a thread of its own: while it computes it would hold up every request.
import { parentPort, workerData } from 'node:worker_threads';

import { PGlite } from '@electric-sql/pglite';

import type { Row, Value } from './database.js';

export interface Asked {
  readonly id: number;
  readonly what: 'query' | 'close';
  readonly text: string;
  readonly values?: readonly Value[] | undefined;
}
export type Answered =
  | { readonly id: number; readonly rows: readonly Row[] }
  | { readonly id: number; readonly error: string }
  | { readonly payload: string };

const port = parentPort;
/** A small share of memory is enough for one process. */
const startParams = ['-c', 'shared_buffers=8MB'];

if (port !== null) {
  const say = (answer: Answered): void => port.postMessage(answer);
  const opening = PGlite.create({ dataDir: String(workerData), startParams: [...PGlite.defaultStartParams, ...startParams] });
  opening.then(
    (database) => database.onNotification((_channel, payload) => say({ payload })),
    () => {},
  );
  const answer = async ({ what, text, values = [] }: Asked): Promise<readonly Row[]> => {
    const database = await opening;
    if (what === 'query') return (await database.query<Row>(text, [...values])).rows;
    await database.close();
    return [];
  };
  port.on('message', (asked: Asked) => {
    const { id } = asked;
    answer(asked).then(
      (rows) => say({ id, rows }),
      (error: unknown) => say({ id, error: error instanceof Error ? error.message : String(error) }),
    );
  });
}

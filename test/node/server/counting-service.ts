// A service that counts every request for a task it has taken, and treats the next ones as the test says.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Taken {
  readonly taskId: string;
  readonly key: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Before the answer to a request that was taken; `cut` ends the line instead of answering. */
type Step = (
  taken: Taken,
) =>
  | Promise<'cut' | { readonly status: number; readonly body: string } | void>
  | 'cut'
  | { readonly status: number; readonly body: string }
  | void;

export interface CountingService {
  readonly url: string;
  readonly taken: readonly Taken[];
  /** Ids that were asked after. */
  readonly queried: readonly string[];
  /** For one request each, in order. A status of 400 and more takes nothing. */
  next(...steps: readonly Step[]): void;
  /** The next request is taken, and answered when told. */
  hold(): { readonly arrived: Promise<void>; release(): void };
  close(): Promise<void>;
}

export interface CountingOptions {
  /** What is answered to a new task. Default `{ task_id, status: 'queued' }`. */
  readonly created?: (taskId: string) => unknown;
  readonly queried?: (taskId: string) => unknown;
  readonly idOf?: (count: number) => string;
}

export async function startCountingService({
  created = (id) => ({ task_id: id, status: 'queued' }),
  queried: answerQuery = (id) => ({ task_id: id, status: 'processing' }),
  idOf = (count) => `task_${count}`,
}: CountingOptions = {}): Promise<CountingService> {
  const taken: Taken[] = [];
  const queried: string[] = [];
  const steps: Step[] = [];

  const create = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const key = request.headers['idempotency-key'];
    const entry = { taskId: idOf(taken.length + 1), key: Array.isArray(key) ? key[0] : key, body: JSON.parse(text) as Taken['body'] };
    taken.push(entry);
    const come = await steps.shift()?.(entry);
    if (come === 'cut') return void request.socket.destroy();
    if (come && come.status >= 400) taken.splice(taken.indexOf(entry), 1);
    response.writeHead(come?.status ?? 200, { 'content-type': 'application/json' });
    response.end(come?.body ?? JSON.stringify(created(entry.taskId)));
  };
  const query = (id: string, response: ServerResponse): void => {
    queried.push(id);
    const known = taken.some(({ taskId }) => taskId === id);
    response.writeHead(known ? 200 : 400, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        known ? answerQuery(id) : { code: 'task_not_exist', message: 'No such task.', param: 'task_id', type: 'invalid_request_error' },
      ),
    );
  };
  const server = createServer((request, response) => {
    if (request.method === 'POST') return void create(request, response);
    return query(decodeURIComponent((request.url ?? '').split('/').pop() ?? ''), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    queried,
    next: (...more) => void steps.push(...more),
    hold() {
      let release = (): void => {};
      let arrive = (): void => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      const arrived = new Promise<void>((resolve) => (arrive = resolve));
      steps.push(() => (arrive(), released));
      return { arrived, release };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

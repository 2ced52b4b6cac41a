// A maker whose videos end when the test says so. It listens at several places, so that it knows which gateway asks.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WatchedMaker {
  /** The same maker, one for each gateway. */
  readonly urls: readonly string[];
  /** Ids of the videos that were made, and paid for. */
  readonly made: readonly string[];
  /** Ids that were asked after. */
  readonly asked: readonly string[];
  end(id: string, how?: 'well' | 'badly'): void;
  /** From now on downloads are answered with this status, 200 with the film. Resolves with the next one. */
  answerFiles(status: number): Promise<void>;
  /** The next download stops half way until it is let go; the place it came to. */
  holdFile(): Promise<number>;
  close(): Promise<void>;
}

export const film = new Uint8Array(300_000).map((_, at) => at % 251);

export async function startWatchedMaker(places = 1): Promise<WatchedMaker> {
  const [made, asked]: [string[], string[]] = [[], []];
  const ended = new Map<string, 'well' | 'badly'>();
  const holds: ((place: number) => void)[] = [];
  let files: { readonly status: number; readonly came: () => void } = { status: 200, came() {} };

  const say = (response: ServerResponse, body: unknown): void => {
    response.writeHead(200, { 'content-type': 'application/json', 'retry-after': '1' }).end(JSON.stringify(body));
  };
  const playFile = (response: ServerResponse, place: number): void => {
    files.came();
    if (files.status !== 200) return void response.writeHead(files.status).end();
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': film.byteLength });
    const hold = holds.shift();
    if (hold === undefined) return void response.end(film);
    response.write(film.subarray(0, 100_000), () => hold(place));
  };
  const answer = (request: IncomingMessage, response: ServerResponse, place: number): void => {
    const id = (request.url ?? '').split('/').pop() ?? '';
    if (request.method === 'POST') {
      made.push(`task_${made.length + 1}`);
      request.resume().once('end', () => say(response, { task_id: made.at(-1), status: 'processing' }));
    } else if (request.url?.startsWith('/films/') === true) playFile(response, place);
    else {
      asked.push(id);
      const how = ended.get(id);
      if (how === undefined) return say(response, { task_id: id, status: 'processing' });
      if (how === 'badly') return say(response, { task_id: id, status: 'failed', error: { code: 'moderated', message: 'Not this.' } });
      say(response, { task_id: id, status: 'succeeded', url: `/films/${id}`, format: 'mp4', metadata: { width: 64, height: 36 } });
    }
  };
  const servers = Array.from({ length: places }, (_, place) => createServer((request, response) => answer(request, response, place)));
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    made,
    asked,
    end: (id, how = 'well') => void ended.set(id, how),
    answerFiles: (status) => new Promise((resolve) => (files = { status, came: resolve })),
    holdFile: () => new Promise((resolve) => holds.push(resolve)),
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

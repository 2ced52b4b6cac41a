// A service with a page, for tests that kill the page: it writes down every POST by its key, and makes two videos of each.
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { bundlePage } from '../bundle-page.js';
import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import type { CrashDraft } from './crash-page.js';

export interface CrashService {
  readonly url: string;
  /** Keys of the POSTs of a queue, as they came. */
  posts(owner: string): readonly string[];
  /** Tasks made for it. */
  made(owner: string): number;
  /** What its pages ask for, on behalf of a queue. */
  draft(owner: string): CrashDraft;
  /** What its account has in the library. */
  library(owner: string): Promise<readonly VideoTask[]>;
  /** How many videos become of one draft, and of how many bytes each. */
  readonly outputs: number;
  readonly bytes: number;
  close(): Promise<void>;
}

interface Made {
  readonly id: string;
  readonly owner: string;
  asked: number;
}

/** The smallest moving picture there is. */
const result = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export const crashPageHtml = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/crash-page.js"></script>';

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

export async function startCrashService(answerMs = 4): Promise<CrashService> {
  const scripts = await bundlePage('queue/crash-page.ts');
  const posts: { readonly owner: string; readonly key: string }[] = [];
  const made: Made[] = [];
  const byKey = new Map<string, Made>();
  const json = (response: ServerResponse, body: unknown) => {
    setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)), answerMs);
  };
  const create = async (request: IncomingMessage, response: ServerResponse) => {
    const key = String(request.headers['idempotency-key']);
    const owner = String(request.headers['x-owner']);
    await bodyOf(request);
    posts.push({ owner, key });
    const known = byKey.get(key);
    const task = known ?? { id: `task-${made.length}`, owner, asked: 0 };
    if (!known) {
      made.push(task);
      byKey.set(key, task);
    }
    json(response, { task_id: task.id, status: 'queued' });
  };
  const query = (url: string, response: ServerResponse) => {
    const task = made.find(({ id }) => url.endsWith(`/${id}`));
    if (!task) return json(response, { code: 'task_not_exist', message: 'No such task.' });
    task.asked += 1;
    const urls = [0, 1].map((at) => `/files/${task.id}-${at}.gif`);
    json(
      response,
      task.asked < 3
        ? { task_id: task.id, status: 'processing', progress: task.asked * 10 }
        : { task_id: task.id, status: 'succeeded', urls },
    );
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { url = '/', method } = request;
    const script = scripts.get(url);
    if (script) response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=600' }).end(script);
    else if (method === 'POST') void create(request, response);
    else if (url.startsWith('/v1/')) query(url, response);
    else if (url.startsWith('/files/')) response.writeHead(200, { 'content-type': 'image/gif' }).end(result);
    else response.writeHead(200, { 'content-type': 'text/html' }).end(crashPageHtml);
  };
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    posts: (owner) => posts.filter((post) => post.owner === owner).map(({ key }) => key),
    draft: () => ({ model: 'any-model', prompt: 'heron', n: 2 }),
    library: async () => [],
    outputs: 2,
    bytes: result.length,
    made: (owner) => made.filter((task) => task.owner === owner).length,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

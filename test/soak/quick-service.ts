// A service of the video document on a fast clock: a task is finished after a few questions.
// What becomes of a task stands in its prompt.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface QuickService {
  readonly url: string;
  close(): void;
}

/** `most`: tasks at once; older ones that nobody asks about are forgotten. */
export async function startQuickService(film: Uint8Array, most: number): Promise<QuickService> {
  /** By task: what becomes of it, and how many questions are still answered with `processing`. */
  const tasks = new Map<string, { readonly prompt: string; left: number }>();
  let made = 0;
  let url = '';

  const create = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt = '', model } = JSON.parse(await textOf(request)) as { prompt?: string; model?: string };
    if (prompt.includes('refused'))
      return json(response, 400, {
        error: { code: 'invalid_request', message: 'Not this one.', type: 'invalid_request_error', param: 'prompt' },
      });
    const id = `task_${++made}`;
    if (prompt.includes('lost')) return void response.destroy();
    tasks.set(id, { prompt, left: prompt.includes('slow') ? 4 : 1 });
    for (const oldest of tasks.keys()) if (tasks.size > most) tasks.delete(oldest);
    json(response, 200, { task_id: id, model, status: 'processing', created_at: Math.floor(Date.now() / 1000) });
  };
  const query = (id: string, response: ServerResponse): void => {
    const task = tasks.get(id);
    if (task === undefined || task.prompt.includes('forgotten')) {
      tasks.delete(id);
      return json(response, 400, { error: { code: 'task_not_exist', message: 'There is no such task.', type: 'invalid_request_error' } });
    }
    if (task.left-- > 0) return json(response, 200, { task_id: id, status: 'processing', progress: 50 });
    const failed = task.prompt.includes('failing');
    return json(
      response,
      200,
      failed
        ? { task_id: id, status: 'failed', error: { code: 'generation_failed', message: 'It came to nothing.' } }
        : { task_id: id, status: 'succeeded', progress: 100, url: `${url}/films/${id}.webm`, format: 'webm', metadata: { seed: 7 } },
    );
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path.startsWith('/films/'))
      return void response.writeHead(200, { 'content-type': 'video/webm', 'content-length': film.length }).end(film);
    if (request.method === 'POST') return void create(request, response).catch(() => response.destroy());
    return query(decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function json(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}

// A studio and a caller of its two endpoints, for the tests beside.
import { createFaults } from '../../../../src/local/faults.js';
import { createVideoStudio } from '../../../../src/local/video/studio.js';
import { faultyExchange } from '../../../../src/local/faulty-exchange.js';
import type { VideoStudioOptions } from '../../../../src/local/video/studio.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A video that is made at once. */
export const small = { model: 'test-1', prompt: 'a lake', size: '48x32', duration: 0.5, fps: 8, seed: 5 };

export function openStudio(options: Partial<VideoStudioOptions> & { readonly withFaults?: boolean } = {}) {
  const faults = createFaults(options.withFaults ?? false);
  const studio = createVideoStudio({
    faults,
    identify: (bearer) =>
      ({
        'key-a': { owner: 'a', scope: 'full' as const },
        'key-b': { owner: 'b', scope: 'full' as const },
        token: { owner: 't', scope: 'realtime' as const },
      })[bearer],
    reach: { allowLoopback: true, allowedHosts: [] },
    ...options,
  });
  const origin = 'http://studio.test';

  const handle = async (request: Request): Promise<Response> => {
    const response = await studio.handle(request);
    if (response === undefined) throw new Error(`${request.url} is no path of the studio`);
    return response;
  };
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    faultyExchange(faults, new Request(origin + path, init), handle);
  const read = async (response: Response): Promise<Answer> => {
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  };
  const create = async (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    read(
      await send('/v1/video/generations', {
        method: 'POST',
        headers: { authorization: 'Bearer key-a', 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    );
  const query = async (taskId: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    read(await send(`/v1/video/generations/${String(taskId)}`, { headers: { authorization: 'Bearer key-a', ...headers } }));
  /** Queries until the task has ended. */
  const ended = async (taskId: unknown): Promise<Record<string, unknown>> => {
    for (;;) {
      const { body } = await query(taskId);
      if (body['status'] !== 'processing') return body;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  };
  const make = async (change: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
    const created = await create({ ...small, ...change });
    if (created.status !== 200) throw new Error(JSON.stringify(created.body));
    return ended(created.body['task_id']);
  };
  const file = (url: unknown, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    send(String(url).slice(origin.length), { method, headers });
  const bytes = async (url: unknown): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await (await file(url)).arrayBuffer());
  return { faults, create, query, ended, make, file, bytes, send, close: () => studio.close() };
}

export type StudioClient = ReturnType<typeof openStudio>;

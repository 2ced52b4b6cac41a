// A service and the host of its results, as one `fetch` whose answers a test decides; and files that begin like videos.
import { json, scriptedService, task } from '../scripted-service.js';
import type { ScriptedService } from '../scripted-service.js';

export interface Fetched {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
}

export interface VideoHost {
  readonly fetch: typeof globalThis.fetch;
  readonly service: ScriptedService;
  /** What was asked of the host of results. */
  readonly fetched: readonly Fetched[];
  /** Answers for a link; by default a small video. */
  serve: (url: string, init: RequestInit, count: number) => Response | Promise<Response>;
  /** Resolves with the `count`th request to the host. */
  reached(count: number): Promise<void>;
}

/** The first bytes of a WebM file, then as many as are wanted. */
export const webm = (bytes = 100): Blob =>
  new Blob([new Uint8Array([0x1a, 0x45, 0xdf, 0xa3]), '\x01\x00webm', new Uint8Array(Math.max(0, bytes - 10))]);

export const video = (bytes?: number, headers: Record<string, string> = {}): Response =>
  new Response(webm(bytes), { headers: { 'content-type': 'video/webm', ...headers } });

export const linkOf = (id: string): string => `https://cdn.example/${id}.webm`;

/** Each task succeeds at its first query, with a link of its own. */
export function videoHost(): VideoHost {
  const service = scriptedService({
    create: (_, count) => task(`t${count}`, 'queued'),
    query: ({ path }) => json({ task_id: path.split('/').at(-1), status: 'succeeded', url: linkOf(path.split('/').at(-1) ?? '') }),
  });
  const fetched: Fetched[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const host: VideoHost = {
    service,
    fetched,
    serve: () => video(),
    reached: (count) =>
      new Promise((resolve) => {
        if (fetched.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    async fetch(input, init = {}) {
      const url = input instanceof Request ? input.url : String(input);
      if (new URL(url).pathname.startsWith('/v1/')) return service.fetch(input, init);
      fetched.push({ url, method: init.method ?? 'GET', headers: new Headers(init.headers) });
      for (const wait of waiting) if (fetched.length >= wait.count) wait.resolve();
      return host.serve(url, init, fetched.length);
    },
  };
  return host;
}

// A service whose answers a test decides, as a `fetch`; it remembers what it was asked, whatever becomes of the page that asked.

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export type Script = (asked: Asked, count: number) => Response | Promise<Response>;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

export const task = (id: string, status: string, more: object = {}) => json({ task_id: id, status, ...more });

/** Never answers, until the request is stopped. */
export const never = () => new Promise<Response>(() => undefined);

export function scriptedService(script: { create?: Script; query?: Script }) {
  const asked: Asked[] = [];
  const of = (method: string) => asked.filter((one) => one.method === method);
  const waiting: { method: string; count: number; resolve: () => void }[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { method = 'GET', body } = init;
    const one: Asked = {
      method,
      path: new URL(input instanceof Request ? input.url : input).pathname,
      headers: new Headers(init.headers),
      body: typeof body === 'string' ? (JSON.parse(body) as Asked['body']) : {},
    };
    asked.push(one);
    for (const wait of waiting) if (of(wait.method).length >= wait.count) wait.resolve();
    const answer = method === 'POST' ? (script.create ?? (() => task('t1', 'queued'))) : (script.query ?? (() => task('t1', 'processing')));
    return answer(one, of(method).length);
  };
  return {
    fetch,
    script,
    get posts() {
      return of('POST');
    },
    get queries() {
      return of('GET');
    },
    /** Resolves with the `count`th request of this method. */
    reached: (method: string, count: number) =>
      new Promise<void>((resolve) => {
        if (of(method).length >= count) resolve();
        else waiting.push({ method, count, resolve });
      }),
  };
}

export type ScriptedService = ReturnType<typeof scriptedService>;

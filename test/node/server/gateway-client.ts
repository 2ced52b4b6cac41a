// Asks a gateway as a page of its site would, for tests of what the gateway remembers.
import assert from 'node:assert/strict';

import { createGateway } from 'voxreel/server';
import type { Gateway, GatewayOptions } from 'voxreel/server';

export const key = 'standard_key_of_the_site';
const page = 'https://www.example.org';

/** Knows a user by a cookie. */
export const gatewayTo = (baseUrl: string, options: Partial<GatewayOptions> & { readonly idempotent?: boolean } = {}): Gateway => {
  const { idempotent, ...rest } = options;
  return createGateway({
    upstream: { baseUrl, apiKey: key, idempotent },
    authorize: (request) => {
      const id = /^user=(.+)$/.exec(request.headers.get('cookie') ?? '')?.[1];
      return id === undefined ? undefined : { id };
    },
    origins: [page],
    ...rest,
  });
};

export interface Asking {
  readonly user?: string;
  readonly key?: string | undefined;
  readonly signal?: AbortSignal;
  readonly body?: Readonly<Record<string, unknown>>;
}

const headersOf = (user: string): Record<string, string> => ({ cookie: `user=${user}`, origin: page });

export const createTask = (
  gateway: Gateway,
  { user = 'ann', key, signal, body = { model: 'vidu-q2', prompt: 'sea' } }: Asking = {},
): Promise<Response> =>
  gateway(
    new Request('http://gateway.test/v1/video/generations', {
      method: 'POST',
      headers: { ...headersOf(user), 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    }),
  );

export const queryTask = (gateway: Gateway, id: string, user = 'ann'): Promise<Response> =>
  gateway(new Request(`http://gateway.test/v1/video/generations/${encodeURIComponent(id)}`, { headers: headersOf(user) }));

export const mintToken = (gateway: Gateway, user = 'ann'): Promise<Response> =>
  gateway(
    new Request('http://gateway.test/v1/realtime/sessions', {
      method: 'POST',
      headers: { ...headersOf(user), 'content-type': 'application/json' },
      body: '{"model":"m"}',
    }),
  );

export async function jsonOf(answer: Response, status = 200): Promise<Record<string, string>> {
  const text = await answer.text();
  assert.equal(answer.status, status, text);
  return JSON.parse(text) as Record<string, string>;
}

export async function refusedWith(answer: Response, status: number, code: string): Promise<void> {
  const body = await jsonOf(answer, status);
  assert.equal(body['code'], code);
  assert.deepEqual(Object.keys(body).sort(), ['code', 'message', 'param', 'type']);
}

// Where a session gets its token: from the page, from a URL of the page, or from the service.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { vendor } from 'voxreel/dialects/vendor';

import { fetchToken, type TokenSource } from '../../../../src/core/realtime/session/fetch-token.js';

const { signal } = new AbortController();

async function fetched(more: Partial<TokenSource>, answer = Response.json({ client_secret: { value: 'secret' } })) {
  const asked: unknown[] = [];
  const fetch: TokenSource['fetch'] = async (address, init) => {
    const { method, url } = new Request(address, init);
    asked.push(`${method} ${url}`);
    return answer;
  };
  const source: TokenSource = { baseUrl: 'https://service.example', model: 'm', fetch, ...more };
  return { token: await fetchToken(source, { names: vendor.names(undefined), voice: undefined }, signal), asked };
}

test('a page that says nothing has its token of the service', async () => {
  assert.deepEqual(await fetched({}), { token: 'secret', asked: ['POST https://service.example/v1/realtime/sessions'] });
});

test('a page may name another address, or make the token itself', async () => {
  assert.deepEqual(await fetched({ tokenUrl: 'https://site.example/token' }), {
    token: 'secret',
    asked: ['POST https://site.example/token'],
  });
  assert.deepEqual(await fetched({ getToken: async () => 'own' }), { token: 'own', asked: [] });
});

test('what goes wrong is said', async () => {
  const getToken = async () => {
    throw new TypeError('no login');
  };
  await assert.rejects(fetched({ getToken }), { code: 'connection_failed', message: 'no login', retryable: true });
  await assert.rejects(fetched({}, Response.json({})), { code: 'bad_response', status: 200 });
  await assert.rejects(fetched({}, Response.json({}, { status: 401 })), { code: 'unauthorized' });
});

// One link fetched once: what a host gives, and what stands in the way.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { isVoxreelError } from 'voxreel';

import { fetchResult } from '../../../../../src/core/video/files/fetch-result.js';
import { video, webm } from '../../../../browser/core/video/files/video-host.js';

const url = 'https://cdn.example/v.webm';

describe('the file behind a link', { timeout: 60_000 }, () => {
  let asked: { url: string; init: RequestInit }[];
  let serve: (init: RequestInit, count: number) => Response | Promise<Response>;
  let headers: Record<string, string>;
  let caller: AbortController;
  const page = new EventTarget();

  beforeEach(() => {
    [asked, headers] = [[], { authorization: 'Bearer page' }];
    serve = () => video();
    caller = new AbortController();
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'document');
  });
  const inPage = () => Object.assign(globalThis, { document: page });
  const fetched = (more: { url?: string; maxBytes?: number; part?: { from: number; to: number } } = {}) =>
    fetchResult(
      more.url ?? url,
      {
        maxBytes: more.maxBytes ?? 1000,
        signal: caller.signal,
        origin: 'https://api.example',
        headers: async () => headers,
        fetch: async (input, init = {}) => {
          asked.push({ url: input instanceof Request ? input.url : input.toString(), init });
          return serve(init, asked.length);
        },
      },
      more.part,
    );
  const outcome = async (more?: { url?: string; maxBytes?: number }) => {
    const { file, trouble, error } = await fetched(more);
    return { size: file?.size, type: file?.type, trouble, code: error?.code, status: error?.status, retryable: error?.retryable };
  };
  const troubled = (trouble: string, code: string, retryable = false, status?: number) => ({
    size: undefined,
    type: undefined,
    trouble,
    code,
    status,
    retryable,
  });

  it('is a video under its own type, whatever the host calls it', async () => {
    serve = () => new Response(webm(50), { headers: { 'content-type': 'text/plain' } });
    assert.deepEqual(await outcome(), {
      size: 50,
      type: 'video/webm',
      trouble: undefined,
      code: undefined,
      status: undefined,
      retryable: undefined,
    });
    assert.equal(asked.length, 1);
  });

  describe('in part', () => {
    const ranged = (bytes: Blob | Uint8Array<ArrayBuffer>, range: string) =>
      new Response(bytes, { status: 206, headers: { 'content-range': `bytes ${range}` } });
    const sizes = async (part: { from: number; to: number }) => {
      const result = await fetched({ part });
      return [result.file?.size, 'total' in result ? result.total : undefined, result.trouble];
    };

    it('is asked for by its bytes, and says how long the whole is', async () => {
      serve = () => ranged(webm(20), '0-19/90');
      assert.deepEqual(await sizes({ from: 0, to: 20 }), [20, 90, undefined]);
      serve = () => ranged(new Uint8Array(30), '20-49/90');
      assert.deepEqual(await sizes({ from: 20, to: 50 }), [30, 90, undefined]);
      assert.deepEqual(
        asked.map(({ init }) => new Headers(init.headers).get('range')),
        ['bytes=0-19', 'bytes=20-49'],
      );
    });
    it('is shorter than asked for where the file ends', async () => {
      serve = () => ranged(new Uint8Array(5), '85-89/90');
      assert.deepEqual(await sizes({ from: 85, to: 100 }), [5, 90, undefined]);
    });
    it('is cut from the whole where a host gives no parts, and only from its beginning', async () => {
      serve = () => new Response(webm(50));
      assert.deepEqual(await sizes({ from: 0, to: 20 }), [20, undefined, undefined]);
      assert.deepEqual(await sizes({ from: 20, to: 40 }), [undefined, undefined, 'unfit']);
    });
  });

  for (const status of [400, 401, 403, 404, 410])
    it(`is dead after ${status}`, async () => {
      serve = () => new Response('', { status });
      assert.deepEqual(await outcome(), troubled('dead', 'expired', false, status));
    });

  it('is dead where the answer has no body', async () => {
    serve = () => new Response(null, { status: 404 });
    assert.deepEqual(await outcome(), troubled('dead', 'expired', false, 404));
    serve = () => new Response(null);
    assert.deepEqual(await outcome(), troubled('dead', 'bad_response', false, 200));
    assert.equal((await fetched({ part: { from: 0, to: 20 } })).trouble, 'dead');
    serve = (_, count) => (count % 2 === 0 ? new Response(null, { status: 401 }) : video());
    assert.equal((await outcome({ url: 'https://api.example/v.webm' })).size, 100);
  });

  for (const status of [402, 408, 429, 500, 503])
    it(`may be had later after ${status}`, async () => {
      serve = () => new Response('', { status, headers: { 'retry-after': '4' } });
      const { trouble, error } = await fetched();
      assert.deepEqual([trouble, error?.code, error?.retryable, error?.retryAfterMs], ['later', 'network', true, 4000]);
    });

  for (const status of [200, 206, 410, 503])
    it(`holds no connection once it is given up after ${status}`, async () => {
      const host = createServer((_, response) => void response.writeHead(status, { 'content-length': '100000' }).write('the beginning'));
      host.listen(0, '127.0.0.1');
      await once(host, 'listening');
      const left = once(host, 'connection').then(([socket]) => once(socket as Socket, 'close'));
      const answer = await fetchResult(`http://127.0.0.1:${(host.address() as AddressInfo).port}/v.webm`, {
        maxBytes: 1000,
        signal: caller.signal,
        origin: 'https://api.example',
        headers: async () => headers,
      });
      assert.notEqual(answer.trouble, undefined);
      await left;
      host.close();
    });

  it('is dead where it is no video', async () => {
    serve = () => new Response('<html>');
    const { trouble, error } = await fetched();
    assert.deepEqual([trouble, error?.code], ['dead', 'bad_response']);
  });

  it('may be as large as all that may be kept, and no larger, whether its host says how large it is or not', async () => {
    for (const length of ['said', 'unsaid']) {
      serve = () => {
        const response = video(100, length === 'said' ? { 'content-length': '100' } : {});
        return response;
      };
      assert.equal((await outcome({ maxBytes: 100 })).size, 100);
      assert.deepEqual(await outcome({ maxBytes: 99 }), troubled('unfit', 'storage_full'));
    }
    serve = () => video(10, { 'content-length': '100000' });
    assert.equal((await outcome()).trouble, 'unfit');
  });

  it('is asked for without headers first, then with them where the service itself asks who it is', async () => {
    const own = 'https://api.example/v.webm';
    for (const status of [401, 403]) {
      asked = [];
      serve = (_, count) => (count === 1 ? new Response('', { status }) : video());
      assert.equal((await outcome({ url: own })).size, 100);
      assert.deepEqual(
        asked.map(({ init }) => [init.headers, init.redirect]),
        [
          [undefined, undefined],
          [headers, 'error'],
        ],
      );
    }
    for (const [at, status] of [
      [own, 404],
      [url, 401],
    ] as const) {
      asked = [];
      serve = () => new Response('', { status });
      assert.equal((await outcome({ url: at })).trouble, 'dead');
      assert.equal(asked.length, 1);
    }
    asked = [];
    headers = {};
    serve = () => new Response('', { status: 401 });
    assert.equal((await outcome({ url: own })).trouble, 'dead');
    assert.equal(asked.length, 1);
  });

  it('may be had later where the line is down', async () => {
    serve = () => Promise.reject(new TypeError('cut'));
    assert.deepEqual(await outcome(), troubled('later', 'network', true));
    assert.equal(asked.length, 1);
    inPage();
    assert.equal((await outcome()).trouble, 'later');
    assert.deepEqual([asked.at(-1)?.init.method, asked.at(-1)?.init.mode], ['HEAD', 'no-cors']);
  });

  it('is forbidden where its host is up and lets no page read it', async () => {
    inPage();
    const opaque = Object.defineProperty(new Response(''), 'type', { value: 'opaque' });
    serve = ({ method }) => (method === 'HEAD' ? opaque : Promise.reject(new TypeError('blocked')));
    assert.deepEqual(await outcome(), troubled('forbidden', 'network'));
    serve = ({ method }) => (method === 'HEAD' ? new Response('') : Promise.reject(new TypeError('blocked')));
    assert.equal((await outcome()).trouble, 'later');
  });

  it('is forbidden where the policy of the page says so of this link', async () => {
    inPage();
    const violation = (effectiveDirective: string, blockedURI: string) =>
      page.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), { effectiveDirective, blockedURI }));
    for (const [directive, blocked, expected] of [
      ['connect-src', 'https://cdn.example', 'forbidden'],
      ['img-src', 'https://cdn.example', 'later'],
      ['connect-src', 'https://other.example', 'later'],
    ] as const) {
      serve = ({ method }) => {
        // The event comes in a task of its own, after the rejection.
        if (method !== 'HEAD') setImmediate(() => violation(directive, blocked));
        return Promise.reject(new TypeError('blocked'));
      };
      assert.equal((await outcome()).trouble, expected, `${directive} ${blocked}`);
    }
    violation('connect-src', 'https://cdn.example');
    serve = () => video();
    assert.equal((await outcome()).size, 100);
  });

  it('is wanted no longer by one who has left', async () => {
    serve = () => {
      caller.abort(new Error('left'));
      return Promise.reject(new TypeError('aborted'));
    };
    const error: unknown = await fetched().catch((cause: unknown) => cause);
    assert.ok(isVoxreelError(error) && error.code === 'aborted');
  });
});

// A file on its way to the gateway: watched where the browser tells how far it is, else sent by fetch.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { isVoxreelError } from 'voxreel';

import { sendFile, type SentFile } from '../../../../../src/core/video/files/send-file.js';

/** The browser's own request, as far as a file uses it. */
class WatchedRequest extends EventTarget {
  static made: WatchedRequest[] = [];
  readonly upload = new EventTarget();
  readonly sent: Record<string, string> = {};
  opened: readonly string[] = [];
  body: unknown;
  timeout = 0;
  status = 0;
  responseURL = 'https://api.example/v1/files';
  responseText = '';
  retryAfter: string | null = null;
  aborts = 0;
  constructor() {
    super();
    WatchedRequest.made.push(this);
  }
  open(...given: string[]): void {
    this.opened = given;
  }
  setRequestHeader(name: string, value: string): void {
    this.sent[name] = value;
  }
  send(body: unknown): void {
    this.body = body;
  }
  abort(): void {
    this.aborts++;
    this.end('abort');
  }
  getResponseHeader(name: string): string | null {
    return name === 'retry-after' ? this.retryAfter : null;
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }));
  }
  end(type: string, answer: Partial<WatchedRequest> = {}): void {
    Object.assign(this, answer);
    this.dispatchEvent(new Event(type));
    this.dispatchEvent(new Event('loadend'));
  }
}

describe('a file that is sent', () => {
  let caller: AbortController;
  let told: number[];
  beforeEach(() => {
    caller = new AbortController();
    told = [];
    WatchedRequest.made = [];
    Object.assign(globalThis, { XMLHttpRequest: WatchedRequest });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
  });

  const file = new Blob(['picture'], { type: 'image/png' });
  const send = (more: Partial<SentFile> = {}) =>
    sendFile({
      url: 'https://api.example/v1/files',
      file,
      headers: { 'X-User': 'ada' },
      signal: caller.signal,
      onProgress: (progress) => told.push(progress),
      ...more,
    });
  const request = () => WatchedRequest.made[0] ?? assert.fail('nothing was sent');
  const errorOf = async (work: Promise<unknown>) => {
    const error: unknown = await work.catch((cause: unknown) => cause);
    assert.ok(isVoxreelError(error));
    return [error.code, error.retryable];
  };

  it('says how far it is', async () => {
    const reply = send();
    assert.deepEqual(request().opened, ['POST', 'https://api.example/v1/files']);
    assert.deepEqual(request().sent, { 'X-User': 'ada', 'Content-Type': 'image/png' });
    assert.deepEqual([request().body, request().timeout], [file, 900_000]);
    request().progress(1, 4);
    request().progress(4, 4);
    request().progress(0, 0);
    assert.deepEqual(told, [0.25, 1, 0]);
    request().end('load', { status: 201, responseText: '{"id":"f1"}' });
    const { url, status, ok, text, json } = await reply;
    assert.deepEqual([url, status, ok, text, json], [request().responseURL, 201, true, '{"id":"f1"}', { id: 'f1' }]);
  });

  for (const [status, isOk] of [
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [503, false],
  ] as const)
    it(`${isOk ? 'is taken' : 'is not taken'} by an answer of ${status}`, async () => {
      const reply = send();
      request().end('load', { status, retryAfter: status === 503 ? '7' : null });
      const { ok, headers, json } = await reply;
      assert.deepEqual([ok, headers.get('retry-after'), json], [isOk, status === 503 ? '7' : null, undefined]);
    });

  it('ends with its caller', async () => {
    const reply = send();
    caller.abort();
    assert.deepEqual([await errorOf(reply), request().aborts], [['aborted', false], 1]);
    assert.deepEqual(await errorOf(send()), ['aborted', false]);
    assert.equal(WatchedRequest.made.length, 1);
  });

  it('is over once: a caller that leaves later stops nothing', async () => {
    const reply = send();
    request().end('load', { status: 200 });
    await reply;
    caller.abort();
    assert.equal(request().aborts, 0);
  });

  it('may be sent again where the line is slow or down', async () => {
    for (const [type, code] of [
      ['timeout', 'timeout'],
      ['error', 'network'],
    ] as const) {
      WatchedRequest.made = [];
      const reply = send();
      request().end(type);
      assert.deepEqual(await errorOf(reply), [code, true]);
    }
  });

  it('goes by the fetch of the page, or where there is nothing else', async (t) => {
    const asked: RequestInit[] = [];
    const fetch: typeof globalThis.fetch = async (_, init = {}) => (asked.push(init), Response.json({ id: 'f1' }));
    assert.deepEqual((await send({ fetch })).json, { id: 'f1' });
    Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
    t.mock.method(globalThis, 'fetch', fetch);
    await send();
    assert.equal(WatchedRequest.made.length, 0);
    for (const { method, headers, body } of asked)
      assert.deepEqual([method, headers, body], ['POST', { 'X-User': 'ada', 'Content-Type': 'image/png' }, file]);
    assert.equal(asked.length, 2);
  });
});

// Pictures on their way to a service: each once, for all who wait for it, until nobody does.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';

import { isVoxreelError } from 'voxreel';

import { createUploads, type UploadTarget } from '../../../../../src/core/video/files/uploads.js';

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const png = () => new Blob([Uint8Array.from(atob(onePixel), (letter) => letter.charCodeAt(0))], { type: 'image/png' });

describe('a picture that is brought to a service', () => {
  let sent: { url: string; type: string; bytes: number; header: string | null }[];
  let answer: (count: number, signal: AbortSignal | undefined) => Response | Promise<Response>;
  beforeEach(() => {
    sent = [];
    answer = (count) => Response.json({ id: `f-${count}` });
  });
  const made = () =>
    createUploads({
      baseUrl: 'https://api.example/',
      headers: async () => ({ 'X-User': 'ada' }),
      fetch: async (input, { body, headers, signal } = {}) => {
        assert.ok(body instanceof Blob);
        sent.push({
          url: input instanceof Request ? input.url : input.toString(),
          type: body.type,
          bytes: body.size,
          header: new Headers(headers).get('x-user'),
        });
        return answer(sent.length, signal ?? undefined);
      },
    });
  const target: UploadTarget = { model: 'a model', place: 'maker', limits: { encoding: 'data-url', max: 2, maxBytes: 1_000_000 } };
  const upload = (uploads: ReturnType<typeof made>, more: Partial<UploadTarget> = {}, options?: Parameters<typeof uploads.upload>[2]) =>
    uploads.upload(png(), { ...target, ...more }, options);
  /** A service that answers when it is let; what it was asked to stop. */
  const slow = () => {
    const ends: (() => void)[] = [];
    const signals: (AbortSignal | undefined)[] = [];
    answer = (count, signal) =>
      new Promise((resolve, reject) => {
        signals.push(signal);
        ends.push(() => resolve(Response.json({ id: `f-${count}` })));
        signal?.addEventListener('abort', () => reject(new TypeError('aborted')));
      });
    return { ends, signals };
  };
  const reached = async (count: number) => {
    while (sent.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  /** Each picture is digested first, and either may be ready before the other: what they hear shows that both wait. */
  const joined = async (...heard: readonly (readonly number[])[]) => {
    while (heard.some(({ length }) => length === 0)) await new Promise((resolve) => setImmediate(resolve));
  };

  it('goes as it is, with the login of the page, and stands in the request by its name', async () => {
    const placed = await upload(made());
    assert.equal(placed?.text, 'f-1');
    assert.deepEqual(sent, [{ url: 'https://api.example/v1/files?model=a%20model', type: 'image/png', bytes: 70, header: 'ada' }]);
  });

  it('goes once to a place, whatever holds it, until the service has forgotten it', async () => {
    const uploads = made();
    const same = png();
    for (const picture of [same, same, png()]) assert.equal((await uploads.upload(picture, target))?.text, 'f-1');
    const data = `data:image/png;base64,${onePixel}`;
    assert.equal((await uploads.upload(data, target))?.text, 'f-2');
    assert.equal((await uploads.upload(data, target))?.text, 'f-2');
    assert.equal((await upload(uploads, { place: 'other' }))?.text, 'f-3');
    uploads.forget();
    assert.equal((await upload(uploads))?.text, 'f-4');
    assert.equal(sent.length, 4);
  });

  it('is the same object only, where its bytes cannot be digested', async (t) => {
    const { subtle } = crypto;
    Object.defineProperty(crypto, 'subtle', { configurable: true, value: undefined });
    t.after(() => Object.defineProperty(crypto, 'subtle', { configurable: true, value: subtle }));
    const uploads = made();
    const same = png();
    assert.deepEqual([(await uploads.upload(same, target))?.text, (await uploads.upload(same, target))?.text], ['f-1', 'f-1']);
    assert.equal((await upload(uploads))?.text, 'f-2');
  });

  it('tells all who wait how far it is, those that come later too', async () => {
    const { ends } = slow();
    const uploads = made();
    const one: number[] = [];
    const other: number[] = [];
    const first = upload(uploads, {}, { onProgress: (progress) => one.push(progress) });
    const second = upload(uploads, {}, { onProgress: (progress) => other.push(progress) });
    await reached(1);
    await joined(one, other);
    ends[0]?.();
    await Promise.all([first, second]);
    assert.deepEqual([one, other, sent.length], [[0, 1], [0, 1], 1]);
    const late: number[] = [];
    await upload(uploads, {}, { onProgress: (progress) => late.push(progress) });
    assert.deepEqual(late, [1]);
  });

  it('goes on while somebody wants it, and is stopped when nobody does', async () => {
    const { ends, signals } = slow();
    const uploads = made();
    const [one, other] = [new AbortController(), new AbortController()];
    const heard: [number[], number[]] = [[], []];
    const first = upload(uploads, {}, { signal: one.signal, onProgress: (progress) => heard[0].push(progress) });
    const second = upload(uploads, {}, { signal: other.signal, onProgress: (progress) => heard[1].push(progress) });
    await reached(1);
    await joined(...heard);
    one.abort();
    await assert.rejects(first, { code: 'aborted' });
    assert.equal(signals[0]?.aborted, false);
    other.abort();
    await assert.rejects(second, { code: 'aborted' });
    assert.equal(signals[0]?.aborted, true);
    const again = upload(uploads);
    await reached(2);
    ends[1]?.();
    assert.equal((await again)?.text, 'f-2');
  });

  it('that is here stays for others after one has left', async () => {
    const uploads = made();
    await upload(uploads);
    await assert.rejects(upload(uploads, {}, { signal: AbortSignal.abort() }), { code: 'aborted' });
    await upload(uploads);
    assert.equal(sent.length, 1);
  });

  it('of one that has left before is not sent', async () => {
    await assert.rejects(upload(made(), {}, { signal: AbortSignal.abort() }), { code: 'aborted' });
    assert.equal(sent.length, 0);
  });

  it('is sent again after it failed', async () => {
    const uploads = made();
    answer = () => Promise.reject(new TypeError('cut'));
    await assert.rejects(upload(uploads), { code: 'network' });
    answer = () => Response.json({ id: 'f' });
    assert.equal((await upload(uploads))?.text, 'f');
  });

  for (const [status, code] of [
    [400, 'upload_not_supported'],
    [404, 'not_found'],
    [405, 'odd'],
  ] as const)
    it(`stands in the request itself after ${status} ${code}`, async () => {
      answer = () => Response.json({ code, message: 'No.' }, { status });
      assert.equal(await upload(made()), undefined);
    });

  for (const [status, code, expected] of [
    [401, 'unauthorized', 'unauthorized'],
    [403, 'forbidden', 'forbidden'],
    [429, 'rate_limited', 'rate_limited'],
    [503, 'busy', 'busy'],
    [413, 'too_large', 'invalid_input'],
    [400, 'bad_picture', 'invalid_input'],
  ] as const)
    it(`is refused by ${status} as ${expected}`, async () => {
      answer = () => Response.json({ code, message: 'No.' }, { status });
      const error: unknown = await upload(made(), {}, { param: 'lastImage' }).catch((cause: unknown) => cause);
      assert.ok(isVoxreelError(error));
      const isPicture = expected === 'invalid_input';
      assert.deepEqual([error.code, error.status, error.param], [expected, status, isPicture ? 'lastImage' : undefined]);
      assert.equal(isVoxreelError(error.cause) && error.cause.code, isPicture ? code : false);
      assert.equal(error.message, 'No.');
    });

  for (const body of [{}, [], { id: 7 }, { id: '' }, { id: 'a b' }, { id: 'a/b' }, { id: 'x'.repeat(5001) }])
    it(`is not known by an answer of ${JSON.stringify(body).slice(0, 20)}`, async () => {
      answer = () => Response.json(body);
      const error: unknown = await upload(made()).catch((cause: unknown) => cause);
      assert.ok(isVoxreelError(error));
      assert.deepEqual([error.code, error.param, error.retryable], ['bad_response', 'image', true]);
    });

  it('is known by every name that fits', async () => {
    for (const id of ['a', 'A_b-9', 'x'.repeat(5000)]) {
      answer = () => Response.json({ id });
      assert.equal((await upload(made()))?.text, id);
    }
  });
});

// The first transport that opens: each with its share of the time and a token that nobody has used.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { VoxreelError } from 'voxreel';
import type { Transport, Wire } from 'voxreel';

import { requestOf } from '../../../../src/core/failed-request.js';
import { openWire, type Dial } from '../../../../src/core/realtime/connection/open-wire.js';

type Target = Parameters<Transport['open']>[0];
type Handlers = Target['handlers'];

const refusal = (code = 'connection_failed') => new VoxreelError(code, 'no path', { retryable: true });

function dialling(connectionTimeoutMs?: number) {
  const targets: Target[] = [];
  const refused: string[] = [];
  const closed: string[] = [];
  let tokens = 0;
  const dial: Dial = {
    token: async () => `token-${++tokens}`,
    target: () =>
      ({
        model: 'm',
        connectionTimeoutMs,
        baseUrl: 'https://service.example',
        names: { sdpPath: '/sdp', websocketPath: '/ws' },
      }) as ReturnType<Dial['target']>,
  };
  /** `meets`: an error, or what happens as it opens. */
  const transport = (id: string, meets?: VoxreelError | ((target: Target) => void), more: Partial<Transport> = {}): Transport => ({
    id,
    audio: 'none',
    ...more,
    async open(target) {
      targets.push(target);
      if (meets instanceof VoxreelError) throw meets;
      meets?.(target);
      return { send() {}, bufferedBytes: 0, maxMessageBytes: 1, close: () => void closed.push(id) } satisfies Wire;
    },
  });
  const open = (candidates: readonly Transport[], signal = new AbortController().signal) =>
    openWire(candidates, dial, ({ id }) => refused.push(id), signal);
  return { transport, open, targets, refused, closed, tokens: () => tokens };
}

describe('opening a wire', () => {
  it('takes the first transport that opens, and reports each that does not', async () => {
    const { transport, open, targets, refused } = dialling();
    const opened = await open([transport('one', refusal()), transport('two', refusal()), transport('three'), transport('four')]);
    assert.equal(opened.transport.id, 'three');
    assert.deepEqual(refused, ['one', 'two']);
    assert.deepEqual(
      targets.map(({ token }) => token),
      ['token-1', 'token-2', 'token-3'],
    );
    assert.equal(targets[0]?.model, 'm');
  });

  it('rejects with the last reason, and says so where there is nothing to try', async () => {
    const { transport, open } = dialling();
    const late = refusal('timeout');
    await assert.rejects(open([transport('one', refusal()), transport('two', late)]), late);
    await assert.rejects(open([]), { code: 'unsupported', retryable: false, message: /each of `transports` must be registered/ });
    const broken = () => {
      throw new Error('broken');
    };
    await assert.rejects(open([transport('one', broken)]), { code: 'connection_failed', retryable: true });
  });

  it('notes with the reason what was asked of the service', async () => {
    const asked = async (id: string) => {
      const { transport, open } = dialling();
      const error: unknown = await open([transport(id, refusal())]).catch((reason: unknown) => reason);
      return requestOf(Object(error));
    };
    assert.deepEqual(await asked('webrtc'), { method: 'POST', url: 'https://service.example/sdp', transport: 'webrtc' });
    assert.deepEqual(await asked('websocket'), { method: 'GET', url: 'https://service.example/ws', transport: 'websocket' });
  });

  it('tries no other transport where none can help', async () => {
    const { transport, open, targets, refused } = dialling();
    await assert.rejects(open([transport('one', refusal('unauthorized')), transport('two')]), { code: 'unauthorized' });
    assert.deepEqual([targets.length, refused], [1, []]);
    for (const status of [401, 403]) {
      const error = new VoxreelError('account_on_hold', 'The account is on hold.', { status });
      await assert.rejects(open([transport('one', error), transport('two')]), { code: 'account_on_hold' });
    }
    assert.deepEqual([targets.length, refused], [3, []]);
  });

  it('gives a token that was not sent to the next, and none to a transport that needs none', async () => {
    const { transport, open, targets, tokens } = dialling();
    const unused = (target: Target) => {
      target.tokenUnused?.();
      throw refusal();
    };
    await open([
      transport('one', unused),
      transport('two', refusal(), { needsToken: false }),
      transport('three', refusal()),
      transport('four'),
    ]);
    assert.deepEqual(
      targets.map(({ token }) => token),
      ['token-1', '', 'token-1', 'token-2'],
    );
    assert.equal(tokens(), 2);
  });

  it('shares its time among those that are left', async (context) => {
    context.mock.timers.enable({ apis: ['Date'], now: 5000 });
    const { transport, open, targets } = dialling(9000);
    const after = (ms: number) => () => {
      context.mock.timers.setTime(Date.now() + ms);
      throw refusal();
    };
    await open([transport('one', after(2000)), transport('two', after(20_000)), transport('three')]);
    assert.deepEqual(
      targets.map(({ connectionTimeoutMs }) => connectionTimeoutMs),
      [3000, 3500, 1],
    );
    const other = dialling();
    await other.open([other.transport('one', refusal()), other.transport('two')]);
    assert.deepEqual(
      other.targets.map(({ connectionTimeoutMs }) => connectionTimeoutMs),
      [15_000, 30_000],
    );
  });

  it('opens nothing for a token that comes after all was given up', async () => {
    const { transport, targets } = dialling();
    const stop = new AbortController();
    const dial: Dial = { token: async () => (stop.abort(), 't'), target: () => ({}) as ReturnType<Dial['target']> };
    await assert.rejects(
      openWire([transport('one')], dial, () => {}, stop.signal),
      { code: 'aborted' },
    );
    assert.equal(targets.length, 0);
  });

  it('closes a wire that opens after all was given up, and tries no other', async () => {
    for (const meets of [undefined, refusal()]) {
      const { transport, open, targets, closed, refused } = dialling();
      const stop = new AbortController();
      const opening = (target: Target) => {
        assert.ok(target);
        stop.abort();
        if (meets !== undefined) throw meets;
      };
      await assert.rejects(open([transport('one', opening), transport('two')], stop.signal), { code: meets?.code ?? 'aborted' });
      assert.deepEqual([targets.length, closed, refused], [1, meets === undefined ? ['one'] : [], []]);
    }
  });
});

describe('what a wire says', () => {
  const hearing = () => {
    const heard: unknown[] = [];
    const handlers: Handlers = { message: (data) => heard.push(data), closed: ({ reason }) => heard.push(`closed: ${reason}`) };
    return { heard, handlers };
  };
  const over = { reason: 'over', retryable: true };

  it('before anybody listens is kept, in order', async () => {
    const { transport, open, targets } = dialling();
    const { heard, handlers } = hearing();
    const opened = await open([transport('one', ({ handlers: { message } }) => message('early'))]);
    targets[0]?.handlers.message('later');
    assert.equal(opened.gone, false);
    opened.begin(handlers);
    targets[0]?.handlers.message('last');
    assert.deepEqual(heard, ['early', 'later', 'last']);
    targets[0]?.handlers.closed(over);
    assert.deepEqual(heard.at(-1), 'closed: over');
  });

  it('of its end before anybody listens is said once somebody does', async () => {
    const { transport, open, targets } = dialling();
    const { heard, handlers } = hearing();
    const opened = await open([transport('one')]);
    targets[0]?.handlers.message('early');
    targets[0]?.handlers.closed(over);
    assert.equal(opened.gone, true);
    opened.begin(handlers);
    assert.deepEqual(heard, ['early', 'closed: over']);
  });

  it('after it was left is heard by nobody', async () => {
    const { transport, open, targets } = dialling();
    const { heard, handlers } = hearing();
    const opened = await open([transport('one')]);
    opened.begin(handlers);
    opened.end();
    targets[0]?.handlers.message('late');
    targets[0]?.handlers.closed(over);
    assert.deepEqual([heard, opened.gone], [[], false]);

    const left = await open([transport('two')]);
    targets[1]?.handlers.message('early');
    targets[1]?.handlers.closed(over);
    left.begin({ message: () => left.end(), closed: handlers.closed });
    assert.deepEqual(heard, []);
  });
});

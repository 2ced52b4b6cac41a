import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';

import type { Transport } from 'voxreel';

import { createTransportOrder } from '../../../../src/core/realtime/connection/transport-order.js';
import { scriptedTransport } from './scripted-transport.js';

const [track, first, second] = [scriptedTransport('track', 'track'), scriptedTransport('first'), scriptedTransport('second')];
const ids = (list: readonly Transport[]) => list.map(({ id }) => id);

function ordering(transports: readonly Transport[], wantsSound = true) {
  const all = [...transports];
  const order = createTransportOrder(
    () => all,
    () => wantsSound,
  );
  return { all, order };
}

/** Time passes only where the test says so. */
function stopClock(context: TestContext) {
  context.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  return (ms: number) => context.mock.timers.setTime(Date.now() + ms);
}

describe('transports are tried', () => {
  it('in the order of the page, except those that do not work here', () => {
    const { order } = ordering([track, { ...first, available: () => false }, { ...second, available: () => true }]);
    assert.deepEqual(ids(order.order()), ['track', 'second']);
  });

  it('last for five minutes after one did not open, unless it did since', (context) => {
    const after = stopClock(context);
    const { order } = ordering([track, first, second]);
    order.refused(track);
    order.refused(first);
    order.opened(first);
    assert.deepEqual(ids(order.order()), ['first', 'second', 'track']);
    after(299_999);
    assert.deepEqual(ids(order.order()), ['first', 'second', 'track']);
    after(1);
    assert.deepEqual(ids(order.order()), ['track', 'first', 'second']);
  });

  it('last after one was lost twice in a row soon after it opened', () => {
    const { order } = ordering([track, first]);
    order.lost(track, false);
    order.lost(track, true);
    order.lost(track, false);
    order.lost(first, false);
    assert.deepEqual(ids(order.order()), ['track', 'first']);
    order.lost(track, false);
    assert.deepEqual(ids(order.order()), ['first', 'track']);
  });

  it('without sound before one is that was too slow for it', (context) => {
    const after = stopClock(context);
    const { order } = ordering([track, first, second]);
    order.strained(second);
    assert.deepEqual(ids(order.order()), ['track', 'first', 'text', 'second']);
    after(300_000);
    assert.deepEqual(ids(order.order()), ['track', 'first', 'text', 'second'], 'until it opens again');
    order.opened(second);
    assert.deepEqual(ids(order.order()), ['track', 'first', 'second']);
  });

  it('with sound as a track that was too slow: last, and no text for its sake', () => {
    const { order } = ordering([track, first]);
    order.strained(track);
    assert.deepEqual(ids(order.order()), ['first', 'track']);
  });
});

it('what the page prefers to a transport is what stands before it; to text alone, all', () => {
  const { order } = ordering([track, first, second]);
  assert.deepEqual(ids(order.above(track)), []);
  assert.deepEqual(ids(order.above(second)), ['track', 'first']);
  assert.ok(order.text);
  assert.deepEqual(ids(order.above(order.text)), ['track', 'first', 'second']);
});

describe('text alone', () => {
  it('is the last transport whose sound travels in events, while sound is wanted', () => {
    const { order, all } = ordering([first, second, track]);
    const { text } = order;
    assert.equal(order.text, text, 'one transport as long as it is the same');
    all.splice(1, 1);
    assert.notEqual(order.text, text);
    all.splice(0, 1);
    assert.equal(order.text, undefined);
    assert.equal(ordering([first], false).order.text, undefined);
  });

  it('is what its transport is: without a token, with bytes, a record', async () => {
    for (const more of [{ needsToken: false }, { binary: true }, { recorded: true }]) {
      const opened: unknown[] = [];
      const base = { ...first, ...more, open: (target: unknown) => (opened.push(target), Promise.reject(new Error('closed'))) };
      const { text } = ordering([base]).order;
      assert.ok(text);
      const { id, audio, open, ...rest } = text;
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      assert.deepEqual([id, audio, given], ['text', 'none', more]);
      const target = {} as Parameters<Transport['open']>[0];
      await assert.rejects(open(target, AbortSignal.abort()));
      assert.equal(opened[0], target);
    }
  });
});

// The wait between two attempts: as long as it was to be, less when the network comes back, more while there is none.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';

import { pause } from '../../../../src/core/realtime/connection/pause.js';

const names = ['navigator', 'addEventListener', 'removeEventListener'] as const;

function replaceGlobals(context: TestContext, given: Partial<Record<(typeof names)[number], unknown>>): void {
  for (const name of names) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    context.after(() => {
      if (before === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, before);
    });
    if (name in given) Object.defineProperty(globalThis, name, { value: given[name], configurable: true });
    else Reflect.deleteProperty(globalThis, name);
  }
}

/** A page with a network, on a clock that the test moves. */
function page(context: TestContext) {
  const network = { onLine: true };
  const events = new EventTarget();
  let listening = 0;
  replaceGlobals(context, {
    navigator: network,
    addEventListener: (...of: Parameters<EventTarget['addEventListener']>) => (listening++, events.addEventListener(...of)),
    removeEventListener: (...of: Parameters<EventTarget['removeEventListener']>) => (listening--, events.removeEventListener(...of)),
  });
  context.mock.timers.enable({ apis: ['setTimeout'] });
  return { network, back: () => events.dispatchEvent(new Event('online')), listening: () => listening };
}

/** What has become of a pause after so much time. */
function begin(context: TestContext, ms: number, signal = new AbortController().signal, hurry?: AbortSignal) {
  let outcome = 'waits';
  pause(ms, signal, hurry).then(
    () => (outcome = 'over'),
    ({ code, cause }: { code: string; cause: unknown }) => (outcome = `${code}: ${String(cause)}`),
  );
  return async (afterMs: number) => {
    if (afterMs > 0) context.mock.timers.tick(afterMs);
    await new Promise((resolve) => setImmediate(resolve));
    return outcome;
  };
}

describe('a pause', () => {
  for (const [onLine, ms] of [
    [true, 1000],
    [false, 60_000],
  ] as const)
    it(`of a second lasts ${ms} ms ${onLine ? 'with' : 'without'} a network`, async (context) => {
      const { network, listening } = page(context);
      network.onLine = onLine;
      const after = begin(context, 1000);
      assert.equal(await after(ms - 1), 'waits');
      assert.equal(await after(1), 'over');
      assert.equal(listening(), 0);
    });

  it('lasts a minute in all where the network goes away meanwhile', async (context) => {
    const { network } = page(context);
    const after = begin(context, 20_000);
    network.onLine = false;
    await after(20_000);
    assert.equal(await after(39_999), 'waits');
    assert.equal(await after(1), 'over');
  });

  it('of a minute is no longer without a network', async (context) => {
    const { network } = page(context);
    const after = begin(context, 60_000);
    network.onLine = false;
    assert.equal(await after(60_000), 'over');
  });

  it('ends when the network comes back', async (context) => {
    const { network, back, listening } = page(context);
    network.onLine = false;
    const after = begin(context, 1000);
    network.onLine = true;
    back();
    assert.equal(await after(0), 'over');
    assert.equal(listening(), 0);
  });

  it('ends when somebody is in a hurry', async (context) => {
    page(context);
    const hurry = new AbortController();
    const after = begin(context, 1000, undefined, hurry.signal);
    hurry.abort();
    assert.equal(await after(0), 'over');
  });

  it('rejects when it is given up', async (context) => {
    const { listening } = page(context);
    const stop = new AbortController();
    const after = begin(context, 1000, stop.signal);
    stop.abort('left');
    assert.equal(await after(0), 'aborted: left');
    assert.equal(listening(), 0);
  });

  it('works where there is no page', async (context) => {
    replaceGlobals(context, {});
    context.mock.timers.enable({ apis: ['setTimeout'] });
    assert.equal(await begin(context, 10)(10), 'over');
  });
});

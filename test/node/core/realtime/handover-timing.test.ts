// When another wire takes over, on a clock that the test moves: before the server's session ends, and by a transport the page prefers.
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';

import type { Transport } from 'voxreel';

import { Handover } from '../../../../src/core/realtime/connection/handover.js';
import type { OpenWire } from '../../../../src/core/realtime/connection/open-wire.js';
import { scriptedTransport } from './scripted-transport.js';

const [best, lesser, text] = [scriptedTransport('best'), scriptedTransport('lesser'), scriptedTransport('text')];
const begun = 1_000_000;

type Opened = OpenWire & { gone: boolean; closed: boolean; ended: boolean };

function wireOf(transport: Transport = best): Opened {
  const opened: Opened = {
    wire: { send() {}, bufferedBytes: 0, maxMessageBytes: 1, close: () => void (opened.closed = true) },
    transport,
    openedAt: Date.now(),
    gone: false,
    closed: false,
    ended: false,
    begin() {},
    end: () => void (opened.ended = true),
  };
  return opened;
}

/** A handover whose wires open and fail when the test says so. */
function watching(context: TestContext) {
  context.mock.timers.enable({ apis: ['setInterval', 'Date'], now: begun });
  // The middle of the spread.
  context.mock.method(Math, 'random', () => 0.5);
  const said = { endsAt: undefined as number | undefined, quiet: true };
  const asked: { at: number; ids: string[]; signal: AbortSignal; opens(open: Opened): Promise<void>; fails(): Promise<void> }[] = [];
  const adopted: OpenWire[] = [];
  const handover = new Handover({
    timing: { endsAt: () => said.endsAt, quiet: () => said.quiet },
    order: { order: () => [best, lesser], above: ({ id }) => (id === best.id ? [] : [best]) },
    open: (candidates, signal) =>
      new Promise((resolve, reject) => {
        const settled = () => new Promise<void>((done) => setImmediate(done));
        asked.push({
          at: Date.now() - begun,
          ids: candidates.map(({ id }) => id),
          signal,
          opens: (open) => (resolve(open), settled()),
          fails: () => (reject(new Error('no path')), settled()),
        });
      }),
    adopt(next) {
      adopted.push(next);
      handover.stop();
      handover.follow(next);
    },
    climbAfterMs: 30_000,
  });
  context.after(() => handover.stop());
  const follow = (open: Opened) => (handover.follow(open), open);
  const pass = (ms: number) => {
    for (let at = 0; at < ms; at += 250) context.mock.timers.tick(250);
  };
  const times = () => asked.map(({ at }) => at);
  /** The wire that was asked for first opens while somebody speaks, and waits for the silence after so many milliseconds. */
  const takesOverOnceQuiet = async (busyMs: number) => {
    said.quiet = false;
    const next = wireOf();
    await asked[0]?.opens(next);
    pass(busyMs);
    assert.deepEqual(adopted, []);
    said.quiet = true;
    pass(250);
    assert.deepEqual(adopted, [next]);
    return next;
  };
  return { handover, said, asked, adopted, follow, pass, times, takesOverOnceQuiet };
}

/** The wire that has opened in advance, while the one in use is not quiet. */
async function opensWhileBusy({ said, asked, follow, pass }: ReturnType<typeof watching>) {
  said.endsAt = begun + 100_000;
  follow(wireOf());
  pass(70_000);
  said.quiet = false;
  const next = wireOf();
  await asked[0]?.opens(next);
  return next;
}

describe('before the session of the server ends', () => {
  for (const [lifeMs, from, latest] of [
    [600_000, 480_000, 590_000],
    [100_000, 70_000, 90_000],
    [40_000, 28_000, 34_000],
  ] as const)
    it(`of ${lifeMs / 1000} s, another is opened when it is quiet, and at the latest ${(lifeMs - latest) / 1000} s before its end`, (context) => {
      const { said, asked, follow, pass, times } = watching(context);
      said.endsAt = begun + lifeMs;
      follow(wireOf());
      pass(from - 250);
      assert.deepEqual(times(), []);
      said.quiet = false;
      pass(latest - from);
      assert.deepEqual(times(), []);
      pass(250);
      assert.deepEqual(times(), [latest]);
      assert.deepEqual(asked[0]?.ids, ['best', 'lesser']);
    });

  it('another is opened as soon as it is quiet, and takes over when it is quiet', async (context) => {
    const { said, follow, pass, times, takesOverOnceQuiet } = watching(context);
    said.endsAt = begun + 100_000;
    const first = follow(wireOf());
    pass(70_000);
    assert.deepEqual(times(), [70_000]);
    const next = await takesOverOnceQuiet(1000);
    assert.deepEqual([next.closed, next.ended, first.ended], [false, false, false]);
  });

  it('the next wire waits for quiet until the last moment, and no longer', async (context) => {
    const scene = watching(context);
    const { adopted, pass } = scene;
    const next = await opensWhileBusy(scene);
    pass(19_750);
    assert.deepEqual(adopted, []);
    pass(250);
    assert.deepEqual(adopted, [next]);
  });

  it('an attempt that fails is repeated after a quarter of the time that is left for it, at most 15 s', async (context) => {
    for (const [lifeMs, from, everyMs] of [
      [600_000, 480_000, 15_000],
      [100_000, 70_000, 5000],
    ] as const) {
      const { said, asked, follow, pass, times, handover } = watching(context);
      said.endsAt = begun + lifeMs;
      follow(wireOf());
      pass(from);
      await asked[0]?.fails();
      pass(everyMs);
      await asked[1]?.fails();
      pass(everyMs);
      assert.deepEqual(times(), [from, from + everyMs, from + 2 * everyMs]);
      handover.stop();
      context.mock.timers.reset();
      context.mock.restoreAll();
    }
  });

  it('a wire that is gone before it could take over is followed by another', async (context) => {
    const scene = watching(context);
    const { said, adopted, pass, times } = scene;
    const next = await opensWhileBusy(scene);
    next.gone = true;
    said.quiet = true;
    pass(250);
    assert.deepEqual([next.ended, adopted], [true, []]);
    pass(4750);
    assert.deepEqual(times(), [70_000, 75_000]);
  });

  it('what the session before said of its end is not taken for that of the next', (context) => {
    const { said, handover, follow, pass, times } = watching(context);
    said.endsAt = begun + 40_000;
    follow(wireOf());
    pass(20_000);
    handover.stop();
    follow(wireOf());
    pass(20_000);
    assert.deepEqual(times(), []);
    said.endsAt = begun + 80_000;
    pass(22_000);
    assert.deepEqual(times(), [62_000]);
  });

  it('an end that has passed as the wire opens is none', (context) => {
    const { said, follow, pass, times } = watching(context);
    said.endsAt = begun;
    follow(wireOf());
    pass(60_000);
    assert.deepEqual(times(), []);
  });
});

describe('a transport that the page prefers', () => {
  it('is tried again after a while that doubles with each attempt, up to ten minutes', async (context) => {
    const { asked, follow, pass, times } = watching(context);
    follow(wireOf(lesser));
    for (const [nth, afterMs] of [30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000].entries()) {
      pass(afterMs - 250);
      assert.equal(asked.length, nth);
      pass(250);
      assert.deepEqual(asked[nth]?.ids, ['best']);
      await asked[nth]?.fails();
    }
    assert.equal(times()[0], 30_000);
  });

  it('is tried at times that are spread, so that a crowd does not come back at once', (context) => {
    const { follow, pass, times } = watching(context);
    context.mock.method(Math, 'random', () => 0);
    follow(wireOf(lesser));
    pass(60_000);
    assert.deepEqual(times(), [25_500]);
  });

  it('is tried when it is quiet, and takes over when it is', async (context) => {
    const { said, asked, follow, pass, times, takesOverOnceQuiet } = watching(context);
    said.quiet = false;
    follow(wireOf(lesser));
    pass(40_000);
    assert.deepEqual(times(), []);
    said.quiet = true;
    pass(250);
    assert.deepEqual(times(), [40_250]);
    await takesOverOnceQuiet(600_000);
    pass(3_000_000);
    assert.equal(asked.length, 1, 'nothing is better than the best');
  });

  for (const [heldMs, again] of [
    [300_000, 60_000],
    [300_250, 30_000],
  ] as const)
    it(`that held for ${heldMs} ms is tried again ${again / 1000} s after it was lost`, (context) => {
      const { handover, follow, pass, times } = watching(context);
      follow(wireOf(lesser));
      handover.stop();
      follow(wireOf(best));
      pass(heldMs);
      handover.stop();
      follow(wireOf(lesser));
      pass(again);
      assert.deepEqual(times(), [heldMs + again]);
    });

  it('is not the one that held: a lesser one counts for nothing', (context) => {
    const { handover, follow, pass, times, said } = watching(context);
    said.quiet = false;
    follow(wireOf(lesser));
    pass(600_000);
    handover.stop();
    said.quiet = true;
    follow(wireOf(lesser));
    pass(60_000);
    assert.deepEqual(times(), [660_000]);
  });
});

describe('a move that does not wait', () => {
  it('takes over as soon as the wire is open, however much is going on', async (context) => {
    const { said, handover, asked, adopted, follow } = watching(context);
    said.quiet = false;
    follow(wireOf());
    handover.moveTo([text]);
    assert.deepEqual(asked[0]?.ids, ['text']);
    const next = wireOf(text);
    await asked[0]?.opens(next);
    assert.deepEqual(adopted, [next]);
    handover.moveTo([best]);
    await asked[1]?.opens(wireOf());
    assert.equal(adopted.length, 2);
  });

  it('gives up what was about to take over', async (context) => {
    const { said, handover, asked, adopted, follow, pass } = watching(context);
    said.endsAt = begun + 100_000;
    follow(wireOf());
    pass(70_000);
    handover.moveTo([text]);
    assert.deepEqual([asked[0]?.signal.aborted, asked[1]?.signal.aborted], [true, false]);
    await asked[0]?.opens(wireOf());
    assert.equal(handover.take(), undefined);
    const next = wireOf(text);
    said.quiet = false;
    await asked[1]?.opens(next);
    assert.deepEqual(adopted, [next]);
  });

  it('that fails leaves everything as it was', async (context) => {
    const { said, handover, asked, adopted, follow, pass } = watching(context);
    said.endsAt = begun + 100_000;
    follow(wireOf());
    handover.moveTo([text]);
    await asked[0]?.fails();
    pass(70_000);
    said.quiet = false;
    await asked[1]?.opens(wireOf());
    pass(1000);
    assert.deepEqual(adopted, []);
  });

  it('that was given up as it failed does not disturb the next', async (context) => {
    const { said, handover, asked, adopted, follow } = watching(context);
    said.quiet = false;
    follow(wireOf());
    handover.moveTo([text]);
    handover.moveTo([lesser]);
    await asked[0]?.fails();
    const next = wireOf(lesser);
    await asked[1]?.opens(next);
    assert.deepEqual(adopted, [next]);
  });

  it('needs a wire to leave and one to go to', (context) => {
    const { handover, asked, follow } = watching(context);
    handover.moveTo([text]);
    follow(wireOf());
    handover.moveTo([]);
    assert.equal(asked.length, 0);
  });
});

describe('when a wire is lost', () => {
  const prepared = async (context: TestContext) => {
    const watched = watching(context);
    watched.said.endsAt = begun + 100_000;
    watched.follow(wireOf());
    watched.pass(70_000);
    watched.said.quiet = false;
    const next = wireOf();
    await watched.asked[0]?.opens(next);
    return { ...watched, next };
  };

  it('the next is there at once, if it is open', async (context) => {
    const { handover, next } = await prepared(context);
    assert.equal(handover.take(), next);
    assert.equal(handover.take(), undefined);
    handover.stop();
    assert.deepEqual([next.closed, next.ended], [false, false]);
  });

  it('a next one that is gone too is closed', async (context) => {
    const { handover, next } = await prepared(context);
    next.gone = true;
    assert.equal(handover.take(), undefined);
    handover.stop();
    assert.deepEqual([next.closed, next.ended], [true, true]);
  });

  it('nothing is watched, opened or moved any more', async (context) => {
    const { handover, said, pass, asked, adopted, follow } = watching(context);
    said.endsAt = begun + 40_000;
    follow(wireOf(lesser));
    handover.moveTo([text]);
    handover.stop();
    assert.equal(asked[0]?.signal.aborted, true);
    handover.stop();
    handover.moveTo([text]);
    pass(100_000);
    assert.equal(asked.length, 1);
    said.quiet = false;
    follow(wireOf(lesser));
    said.endsAt = Date.now() + 40_000;
    pass(28_000);
    said.quiet = true;
    pass(250);
    said.quiet = false;
    await asked[1]?.opens(wireOf());
    pass(1000);
    assert.deepEqual([asked.length, adopted], [2, []], 'a move that was given up hurries nothing');
  });
});

describe('the watch over a wire', () => {
  const watch = (context: TestContext) => {
    const handover = new Handover({
      timing: { endsAt: () => undefined, quiet: () => true },
      order: { order: () => [], above: () => [] },
      open: () => Promise.reject(new Error('none')),
      adopt() {},
      climbAfterMs: 1,
    });
    context.after(() => handover.stop());
    handover.follow(wireOf());
  };

  it('keeps no process alive', (context) => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    watch(context);
    assert.equal(timers(), before);
  });

  it('runs in a browser too, whose timers are numbers', (context) => {
    context.mock.method(globalThis, 'setInterval', () => 7);
    watch(context);
  });
});

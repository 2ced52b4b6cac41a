// How long a stream has sounded, by what the audio thread reports.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

import type { AudioHost } from '../../../../src/core/audio/audio-host.js';
import type { ListenReport } from '../../../../src/core/audio/playback.worklet.js';
import { createSoundClock } from '../../../../src/core/audio/sound-clock.js';

const rate = 48_000;
const samples = (ms: number) => (ms * rate) / 1000;

class Port extends EventTarget {
  readonly sent: unknown[] = [];
  closed = false;
  start(): void {}
  close(): void {
    this.closed = true;
  }
  postMessage(message: unknown): void {
    this.sent.push(message);
  }
}

class Listener {
  static made: Listener[] = [];
  readonly port = new Port();
  constructor() {
    Listener.made.push(this);
  }
  connect(): void {}
  disconnect(): void {}
}

describe('the clock of a sound', () => {
  const context = { state: 'running', sampleRate: rate, currentTime: 0, destination: {} };
  const source = { connect: (node: unknown) => node } as unknown as AudioNode;
  const host = (load: () => Promise<void> = async () => undefined) => ({ context, addWorklet: load }) as unknown as AudioHost;
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    Listener.made = [];
    Object.assign(context, { state: 'running', currentTime: 0 });
    Object.assign(globalThis, { AudioWorkletNode: Listener });
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
    Reflect.deleteProperty(globalThis, 'AudioWorkletNode');
  });

  async function listening() {
    const clock = createSoundClock(host(), source);
    await settled();
    const port = Listener.made[0]?.port;
    assert.ok(port);
    let restart = 0;
    return {
      clock,
      port,
      restart(sounded?: () => void) {
        restart++;
        clock.restart(sounded);
      },
      report(heardMs: number, silentMs: number, more: Partial<ListenReport> = {}) {
        const data: ListenReport = { at: context.currentTime, restart, heard: samples(heardMs), silent: samples(silentMs), ...more };
        port.dispatchEvent(new MessageEvent('message', { data }));
      },
    };
  }

  it('is 0 before the first sound, and then goes on between two reports', async () => {
    const { clock, report } = await listening();
    context.currentTime = 5;
    assert.deepEqual([clock.heardMs, clock.silentMs], [0, 0]);
    report(100, 0);
    assert.equal(clock.heardMs, 100);
    context.currentTime = 5.03;
    assert.equal(Math.round(clock.heardMs), 130);
    // A report may be of a block that is still to come.
    report(150, 0, { at: 5.05 });
    assert.equal(clock.heardMs, 150);
  });

  it('counts silence from its report on, or where no report comes any more', async () => {
    const { clock, report } = await listening();
    report(100, 0);
    context.currentTime = 0.15;
    assert.equal(clock.silentMs, 0);
    context.currentTime = 0.25;
    assert.equal(Math.round(clock.silentMs), 250);
    report(350, 20);
    context.currentTime = 0.28;
    assert.equal(Math.round(clock.silentMs), 50);
  });

  it('begins from 0 after a restart, which the first sound answers once, whatever is still under way', async () => {
    const { clock, port, restart, report } = await listening();
    report(100, 0);
    let sounded = 0;
    restart(() => sounded++);
    assert.deepEqual(port.sent, [
      { restart: 0, late: false },
      { restart: 1, late: false },
    ]);
    report(200, 0, { restart: 0 });
    assert.deepEqual([clock.heardMs, sounded], [0, 0]);
    report(10, 0);
    report(20, 0);
    assert.deepEqual([clock.heardMs, sounded], [20, 1]);
  });

  it('counts a sound that was announced late from its beginning', async () => {
    const { clock, port } = await listening();
    clock.restart(undefined, true);
    assert.deepEqual(port.sent.at(-1), { restart: 1, late: true });
  });

  it('settles at what the audio thread counted up to the silence', async () => {
    const { clock, report } = await listening();
    assert.equal(await clock.settled(), 0);
    report(400, 0);
    const waiting = clock.settled();
    let done = false;
    void waiting.then(() => (done = true));
    await settled();
    assert.equal(done, false);
    report(450, 0);
    await settled();
    assert.equal(done, false);
    report(460, 30);
    assert.equal(await waiting, 430);
    assert.equal(await clock.settled(), 430);
  });

  it('settles at the end of a pause that was over long before', async () => {
    const { clock, report } = await listening();
    report(1000, 300);
    assert.equal(await clock.settled(), 1000);
    report(1000, 100);
    assert.equal(await clock.settled(), 1000);
    report(1000, 99);
    assert.equal(await clock.settled(), 901);
  });

  it('settles without an answer after a second, after a restart and when it is closed', async () => {
    for (const end of [
      () => mock.timers.tick(1000),
      (clock: { restart(): void }) => clock.restart(),
      (clock: { close(): void }) => clock.close(),
    ]) {
      Listener.made = [];
      const { clock, report } = await listening();
      report(400, 0);
      const waiting = clock.settled();
      mock.timers.tick(999);
      end(clock);
      assert.equal(await waiting, 400);
    }
  });

  for (const [where, make] of [
    ['there is no source', () => createSoundClock(host(), undefined)],
    [
      'the worklet does not load',
      () =>
        createSoundClock(
          host(() => Promise.reject(new Error('no worklet'))),
          source,
        ),
    ],
    ['the context stands still', () => (Object.assign(context, { state: 'suspended' }), createSoundClock(host(), source))],
  ] as const) {
    it(`is the time since the restart where ${where}`, async () => {
      const now = mock.method(performance, 'now', () => 1000);
      const clock = make();
      await settled();
      clock.restart();
      now.mock.mockImplementation(() => 1250);
      assert.deepEqual([clock.heardMs, await clock.settled(), clock.silentMs], [250, 250, 0]);
      mock.restoreAll();
    });
  }

  it('listens to nothing once it is closed, before or after the worklet has come', async () => {
    const early = createSoundClock(host(), source);
    early.close();
    await settled();
    assert.equal(Listener.made.length, 0);
    const { clock, port } = await listening();
    clock.close();
    assert.deepEqual([port.sent.at(-1), port.closed], ['stop', true]);
  });
});

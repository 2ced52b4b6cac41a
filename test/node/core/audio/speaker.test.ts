// What a speaker hands to its worklet, and what it makes of the reports: how much was heard, what is left, why there is no sound.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

import type { AudioHost } from '../../../../src/core/audio/audio-host.js';
import type { HeardPart } from '../../../../src/core/audio/playout-ledger.js';
import { createSpeaker, type SpeakerOptions } from '../../../../src/core/audio/speaker.js';
import { Context, installGraph, settled, steadyStream } from './scripted-graph.js';

const rate = 48_000;

describe('a speaker', () => {
  let installed: ReturnType<typeof installGraph>;
  let context: Context;
  let host: AudioHost;
  let load: () => Promise<void>;
  let heard: HeardPart[][];
  let failures: string[];
  const uncaught: unknown[] = [];
  const note = (reason: unknown) => void uncaught.push(reason);

  beforeEach(() => {
    installed = installGraph();
    context = new Context();
    load = async () => undefined;
    const unlock = async () => context.state === 'running';
    host = { context, addWorklet: () => load(), unlock } as unknown as AudioHost;
    [heard, failures] = [[], []];
    uncaught.length = 0;
    process.on('unhandledRejection', note);
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
    process.off('unhandledRejection', note);
    installed.remove();
  });

  const listener = {
    heard: (parts: readonly HeardPart[]) => heard.push([...parts]),
    failed: ({ code }: { code: string }) => failures.push(code),
  };
  const made = (options: SpeakerOptions = listener) => createSpeaker(host, options);
  const loadedSpeaker = async (options?: SpeakerOptions) => {
    const speaker = made(options);
    await settled();
    return { speaker, port: port() };
  };
  const port = () => installed.graph.worklets.find(({ processor }) => processor === 'voxreel-playback')?.port ?? assert.fail('no worklet');
  const ms = (count: number) => new Float32Array((rate * count) / 1000).fill(0.5);
  /** Runs of samples that the worklet was given, by their length, and its commands. */
  const given = () => port().sent.map((command) => (command instanceof Float32Array ? command.length : command));
  const report = (playedMs: number, more: object = {}) =>
    port().say({ played: (playedMs * rate) / 1000, idle: 0, underruns: 0, fades: 0, ...more });
  const heardMs = () => heard.flat().map(({ itemId, contentIndex, heardMs: count }) => [itemId, contentIndex, Math.round(count)]);

  it('keeps what comes before its worklet, and plays it through the way out', async () => {
    const speaker = made();
    speaker.push('a', 0, ms(10), rate);
    speaker.end('a', 0);
    await settled();
    assert.deepEqual(given(), [480, 'end']);
    const [worklet] = installed.graph.worklets;
    assert.deepEqual(worklet?.options, {
      numberOfInputs: 0,
      outputChannelCount: [1],
      processorOptions: { latency: 'balanced', leastMs: 0 },
    });
    assert.equal(worklet?.leadsTo(speaker.mix), true);
    await loadedSpeaker({ latency: 'low' });
    assert.deepEqual(installed.graph.worklets[1]?.options.processorOptions, { latency: 'low', leastMs: 0 });
  });

  for (const [engine, userAgent, leastMs] of [
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 450],
    ['Safari', 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15', 450],
    ['Chrome', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36', 0],
  ] as const)
    it(`wants ${leastMs} ms ahead at least in ${engine}, unless little delay is asked for`, async () => {
      const given = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
      Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { userAgent } });
      try {
        for (const latency of [undefined, 'low'] as const) await loadedSpeaker({ latency });
      } finally {
        if (given === undefined) Reflect.deleteProperty(globalThis, 'navigator');
        else Object.defineProperty(globalThis, 'navigator', given);
      }
      assert.deepEqual(
        installed.graph.worklets.map(({ options: { processorOptions } }) => processorOptions as object),
        [
          { latency: 'balanced', leastMs },
          { latency: 'low', leastMs: 0 },
        ],
      );
    });

  it('resamples each part for itself, to its last sample', async () => {
    const { speaker } = await loadedSpeaker();
    const wire = new Float32Array(240).fill(0.5);
    speaker.push('a', 0, wire, 24_000);
    speaker.push('a', 0, wire, 24_000);
    speaker.push('b c', 1, wire, 24_000);
    const beforeEnd = given().length;
    speaker.end('b c', 1);
    assert.ok(given().length > beforeEnd + 1);
    const total = given().reduce<number>((sum, length) => sum + (typeof length === 'number' ? length : 0), 0);
    assert.equal(total, 3 * 480);
    report(30);
    assert.deepEqual(heardMs(), [
      ['a', 0, 20],
      ['b c', 1, 10],
    ]);
  });

  it('resamples a part that comes in pieces without a seam', async () => {
    const wave = Float32Array.from({ length: 480 }, (_, at) => Math.sin(at / 5));
    const playedOf = async (...pieces: Float32Array<ArrayBuffer>[]) => {
      installed.graph.worklets.length = 0;
      const { speaker } = await loadedSpeaker();
      for (const piece of pieces) speaker.push('a', 0, piece, 24_000);
      speaker.end('a', 0);
      return port().sent.flatMap((command) => (command instanceof Float32Array ? [...command] : []));
    };
    assert.deepEqual(await playedOf(wave.slice(0, 200), wave.slice(200)), await playedOf(wave));
  });

  it('gives nothing where there is nothing, and leaves the part that is not ended open', async () => {
    const { speaker } = await loadedSpeaker();
    speaker.push('a', 0, new Float32Array(0), rate);
    assert.deepEqual(given(), []);
    speaker.push('a', 0, ms(10), 24_000);
    const count = given().length;
    speaker.end('a', 1);
    speaker.end('b', 0);
    assert.deepEqual(given().slice(count), ['end', 'end']);
  });

  it('counts as heard what has left the device, less what was silence', async () => {
    context.outputLatency = 0.1;
    const { speaker } = await loadedSpeaker();
    speaker.push('a', 0, ms(1000), rate);
    report(50);
    assert.deepEqual(heardMs(), []);
    report(300);
    report(300, { idle: (40 * rate) / 1000 });
    report(300, { idle: (500 * rate) / 1000 });
    assert.deepEqual(heardMs(), [
      ['a', 0, 200],
      ['a', 0, 240],
      ['a', 0, 300],
    ]);
  });

  it('plays while something is left that was not rendered', async () => {
    const { speaker } = await loadedSpeaker();
    assert.equal(speaker.playing, false);
    speaker.push('a', 0, ms(100), rate);
    assert.equal(speaker.playing, true);
    report(99);
    assert.equal(speaker.playing, true);
    report(100, { underruns: 2 });
    assert.deepEqual([speaker.playing, speaker.underruns, speaker.level], [false, 2, 0]);
  });

  it('plays while a remote stream sounds, through a pause in speech', async () => {
    const { speaker } = await loadedSpeaker({});
    assert.equal(speaker.remoteClock, undefined);
    speaker.setStream(steadyStream());
    await settled();
    const ear = installed.graph.worklets.find(({ processor }) => processor === 'voxreel-listener')?.port;
    assert.ok(ear && speaker.remoteClock);
    assert.deepEqual([speaker.playing, speaker.level], [false, 0.5]);
    const sound = (heardOf: number, silent: number) =>
      ear.say({ at: 0, restart: 0, heard: (heardOf * rate) / 1000, silent: (silent * rate) / 1000 });
    sound(10, 0);
    assert.equal(speaker.playing, true);
    sound(500, 299);
    assert.equal(speaker.playing, true);
    sound(501, 300);
    assert.equal(speaker.playing, false);
    speaker.hush(true);
    assert.equal(speaker.level, 0);
    speaker.setStream(undefined);
    assert.deepEqual([speaker.remoteClock, speaker.playing], [undefined, false]);
  });

  it('is interrupted where its worklet says that it faded, and what comes later is counted apart', async () => {
    const { speaker } = await loadedSpeaker();
    speaker.push('a', 0, ms(300), rate);
    report(100);
    heard = [];
    const cut = speaker.interrupt();
    assert.equal(speaker.playing, false);
    speaker.push('b', 0, ms(200), rate);
    // Of before the fade.
    report(150);
    assert.deepEqual(heardMs(), []);
    port().say({ fade: 1, heard: (160 * rate) / 1000 });
    const [part, ...others] = await cut;
    assert.deepEqual([part?.itemId, part?.heardMs, part?.receivedMs, part?.ended, others], ['a', 160, 300, false, []]);
    report(50, { fades: 1 });
    assert.deepEqual(heardMs(), [['b', 0, 50]]);
    assert.deepEqual(given(), [14_400, { fade: 1 }, 9600]);
    // A second answer to a fade that is over.
    port().say({ fade: 1, heard: 0 });
  });

  it('begins a part again after it was interrupted in it', async () => {
    const { speaker } = await loadedSpeaker();
    speaker.push('a', 0, new Float32Array(240), 24_000);
    const cut = speaker.interrupt();
    port().say({ fade: 1, heard: 0 });
    await cut;
    const count = given().length;
    speaker.push('b', 0, new Float32Array(240), 24_000);
    speaker.end('b', 0);
    const added = given()
      .slice(count)
      .filter((length) => typeof length === 'number');
    assert.equal(
      added.reduce((sum, length) => sum + length, 0),
      480,
    );
  });

  for (const [where, waitMs, prepare] of [
    ['runs', 1020, () => undefined],
    ['stands still', 170, () => void (context.state = 'suspended')],
  ] as const)
    it(`is interrupted without an answer after ${waitMs} ms where its context ${where}`, async () => {
      const { speaker } = await loadedSpeaker();
      prepare();
      speaker.push('a', 0, ms(300), rate);
      report(100);
      const parts: HeardPart[] = [];
      void speaker.interrupt().then((all) => parts.push(...all));
      mock.timers.tick(waitMs - 1);
      await settled();
      assert.equal(parts.length, 0);
      mock.timers.tick(1);
      await settled();
      assert.equal(parts[0]?.heardMs, 100);
    });

  it('waits no longer for a fade than for its worklet, which has not come', async () => {
    load = () => new Promise(() => undefined);
    const speaker = made();
    speaker.push('a', 0, ms(300), rate);
    const parts: HeardPart[] = [];
    void speaker.interrupt().then((all) => parts.push(...all));
    mock.timers.tick(170);
    await settled();
    assert.deepEqual(
      parts.map(({ itemId, heardMs: count }) => [itemId, count]),
      [['a', 0]],
    );
  });

  it('says why there is no sound, once it is asked for, unless it was closed', async () => {
    load = () => Promise.reject(new Error('no worklet'));
    made();
    await settled();
    assert.deepEqual(failures.splice(0), ['audio_blocked']);
    made().close();
    made({});
    await settled();
    load = async () => undefined;
    context.state = 'suspended';
    const speaker = made();
    speaker.unlock();
    await settled();
    assert.deepEqual(failures.splice(0), ['audio_blocked']);
    speaker.unlock();
    speaker.close();
    made({}).unlock();
    context.state = 'running';
    made().unlock();
    await settled();
    assert.deepEqual([failures, uncaught], [[], []]);
  });

  it('plays its way out when it is unlocked', async () => {
    made().unlock();
    await settled();
    assert.equal(installed.graph.players[0]?.paused, false);
  });

  it('is closed for good: nothing is queued or played, an interruption is answered, no worklet comes', async () => {
    const { speaker } = await loadedSpeaker();
    speaker.push('a', 0, ms(300), rate);
    report(100);
    const cut = speaker.interrupt();
    speaker.close();
    speaker.close();
    assert.equal((await cut)[0]?.heardMs, 0);
    assert.deepEqual([port().sent.filter((command) => command === 'stop').length, port().closed], [1, true]);
    speaker.push('b', 0, ms(10), rate);
    assert.equal(speaker.playing, false);
    const count = installed.graph.worklets.length;
    made().close();
    await settled();
    assert.equal(installed.graph.worklets.length, count);
  });
});

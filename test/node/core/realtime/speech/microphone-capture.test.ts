// From a microphone to the chunks of a wire: format, rate and size, one stream at a time, and what was left out.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import type { AudioFormat } from 'voxreel/protocol';

import type { AudioHost } from '../../../../../src/core/audio/audio-host.js';
import { MicrophoneCapture } from '../../../../../src/core/realtime/speech/microphone-capture.js';
import type { SoundParameters } from '../../../../../src/core/realtime/speech/sound-options.js';
import { Context, installGraph, settled, steadyStream } from '../../audio/scripted-graph.js';

describe('what is said, on its way to a wire of events', () => {
  let installed: ReturnType<typeof installGraph>;
  let load: () => Promise<void>;
  let format: AudioFormat;
  let rateHz: number | undefined;
  let passes: boolean;
  let takes: boolean;
  let appended: { readonly bytes: number[]; readonly durationMs: number }[];
  let failures: (readonly [code: string, retryable: boolean])[];

  beforeEach(() => {
    installed = installGraph();
    load = async () => undefined;
    [format, rateHz, passes, takes, appended, failures] = ['pcm16', undefined, true, true, [], []];
  });
  afterEach(() => installed.remove());

  const made = (audio: SoundParameters = {}) => {
    const context = new Context();
    const host = { context, addWorklet: () => load() } as unknown as AudioHost;
    return new MicrophoneCapture(
      { host: () => host, audio, format: () => format, rateHz: () => rateHz },
      {
        passes: () => passes,
        append(audioText, durationMs) {
          appended.push({ bytes: [...Buffer.from(audioText, 'base64')], durationMs });
          return takes;
        },
        failed: ({ code, retryable }) => failures.push([code, retryable]),
      },
    );
  };
  const worklet = (at = 0) => installed.graph.worklets[at] ?? assert.fail('no worklet');
  const say = (count: number, at = 0) => worklet(at).port.say({ buffer: new Int16Array(count).fill(258).buffer, length: count });
  const answersFlushes = (at: number, count: number) =>
    (worklet(at).port.answer = (message) => {
      const flush = (message as { readonly flush?: number }).flush;
      return flush === undefined ? undefined : { buffer: new Int16Array(count).fill(258).buffer, length: count, flush };
    });

  for (const [name, prepare, audio, expected] of [
    ['pcm16 as the page asks for nothing', () => undefined, {}, [24_000, 1, 1024]],
    ['pcm16 as the page asks', () => undefined, { sampleRate: 48_000, channels: 2, chunkSize: 4096 }, [48_000, 2, 2048]],
    ['pieces of 20 ms where little delay is wanted', () => undefined, { latency: 'low' }, [24_000, 1, 480]],
    ['pieces of 20 ms of both channels', () => undefined, { latency: 'low', sampleRate: 44_100, channels: 2 }, [44_100, 2, 1764]],
    ['pieces of 20 ms of g711', () => void (format = 'g711_ulaw'), { latency: 'low' }, [8000, 1, 160]],
    ['the size that the page asks for, little delay or not', () => undefined, { latency: 'low', chunkSize: 4096 }, [24_000, 1, 2048]],
    ['pcm16 as the wire has it', () => void (rateHz = 16_000), { sampleRate: 48_000 }, [16_000, 1, 1024]],
    ['g711 at its own rate', () => void (format = 'g711_ulaw'), { sampleRate: 48_000 }, [8000, 1, 1024]],
  ] as const)
    it(`is captured in ${name}`, async () => {
      prepare();
      const capture = made(audio);
      assert.deepEqual([capture.running, capture.format], [false, undefined]);
      await capture.start(steadyStream());
      const [sampleRateHz, channels, chunkLength] = expected;
      assert.deepEqual(worklet().options.processorOptions, { sampleRateHz, channels, chunkLength });
      assert.deepEqual([capture.running, capture.format], [true, format]);
    });

  it('is encoded, and counted since the last restart', async () => {
    const capture = made({ channels: 2 });
    await capture.start(steadyStream());
    say(48);
    assert.deepEqual(appended, [{ bytes: Array.from({ length: 96 }, (_, at) => (at % 2 === 0 ? 2 : 1)), durationMs: 1 }]);
    say(96);
    assert.equal(capture.appendedMs, 3);
    capture.restart();
    say(48);
    assert.deepEqual([capture.appendedMs, capture.droppedMs], [1, 0]);
    format = 'g711_alaw';
    await capture.start(steadyStream());
    say(16, 1);
    assert.deepEqual([appended.at(-1)?.bytes.length, appended.at(-1)?.durationMs], [16, 1]);
  });

  it('does not pass a closed gate', async () => {
    const capture = made();
    await capture.start(steadyStream());
    passes = false;
    say(24);
    assert.deepEqual([appended, capture.appendedMs, capture.droppedMs], [[], 0, 0]);
  });

  it('that was left out is counted, and said once until the wire takes some again', async () => {
    const capture = made();
    await capture.start(steadyStream());
    takes = false;
    say(24);
    say(24);
    assert.deepEqual([capture.droppedMs, capture.appendedMs, failures], [2, 0, [['audio_dropped', true]]]);
    takes = true;
    say(24);
    takes = false;
    say(24);
    assert.deepEqual([capture.droppedMs, capture.appendedMs, failures.length], [3, 1, 2]);
  });

  it('goes on from the same stream, and begins again for another stream, format or rate', async () => {
    const capture = made();
    const stream = steadyStream();
    await capture.start(stream);
    await capture.start(stream);
    assert.equal(installed.graph.worklets.length, 1);
    const changes = [() => undefined, () => void (format = 'g711_ulaw'), () => void (rateHz = 16_000)];
    const other = steadyStream();
    for (const [at, change] of changes.entries()) {
      change();
      answersFlushes(at, 4);
      await capture.start(other);
      assert.deepEqual([installed.graph.worklets.length, worklet(at).port.closed, appended.length], [at + 2, true, at + 1]);
    }
    assert.deepEqual(
      appended.map(({ bytes }) => bytes.length),
      [8, 8, 4],
    );
  });

  it('comes from the stream that was started last, however late the one before is ready', async () => {
    const comes: (() => void)[] = [];
    load = () => new Promise((resolve) => comes.push(resolve));
    const capture = made();
    const [first, second] = [capture.start(steadyStream()), capture.start(steadyStream())];
    await settled();
    load = async () => undefined;
    comes[1]?.();
    await second;
    comes[0]?.();
    await first;
    assert.deepEqual(
      installed.graph.worklets.map(({ port }) => port.closed),
      [false, true],
    );
    say(24);
    assert.equal(appended.length, 1);
  });

  it('is captured no longer once it is stopped, even where that was before it began', async () => {
    const capture = made();
    await capture.start(steadyStream());
    capture.stop();
    assert.deepEqual([worklet().port.closed, capture.running, capture.format], [true, false, undefined]);
    const starting = capture.start(steadyStream());
    capture.stop();
    await starting;
    assert.deepEqual([worklet(1).port.closed, capture.running], [true, false]);
    await capture.flush();
    capture.stop();
  });

  it('is captured once where it is stopped and started again before it began', async () => {
    const capture = made();
    const first = capture.start(steadyStream());
    capture.stop();
    await Promise.all([first, capture.start(steadyStream())]);
    assert.deepEqual(
      installed.graph.worklets.map(({ port }) => port.closed),
      [true, false],
    );
    assert.equal(capture.running, true);
  });

  it('can be started again after it could not be', async () => {
    load = () => Promise.reject(new Error('no worklet'));
    const capture = made();
    const stream = steadyStream();
    await assert.rejects(capture.start(stream), /no worklet/);
    assert.deepEqual([capture.running, capture.format], [false, undefined]);
    load = async () => undefined;
    await capture.start(stream);
    assert.equal(capture.running, true);
  });

  it('does not lose the stream that came after one that could not be captured', async () => {
    let refuse: (reason: Error) => void = () => undefined;
    load = () => new Promise((_, reject) => (refuse = reject));
    const capture = made();
    const first = capture.start(steadyStream());
    await settled();
    load = async () => undefined;
    await capture.start(steadyStream());
    refuse(new Error('late'));
    await assert.rejects(first, /late/);
    assert.deepEqual([capture.running, capture.format], [true, 'pcm16']);
  });

  it('is all appended when it is flushed', async () => {
    const capture = made();
    await capture.start(steadyStream());
    answersFlushes(0, 24);
    await capture.flush();
    await settled();
    assert.equal(capture.appendedMs, 1);
  });
});

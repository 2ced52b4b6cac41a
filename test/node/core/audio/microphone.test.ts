// The microphone of this machine, or of the page: what it is asked for, what it says when there is none, and the chunks it is cut into.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

import { isVoxreelError } from 'voxreel';

import type { AudioHost } from '../../../../src/core/audio/audio-host.js';
import { captureNode, openMicrophone, startCapture } from '../../../../src/core/audio/microphone.js';
import { readChunks } from '../../../../src/core/audio/read-chunks.js';
import { createWorkletNode } from '../../../../src/core/audio/worklet-node.js';
import { Context, GraphNode, installGraph, settled, steadyStream, type Worklet } from './scripted-graph.js';

const navigatorBefore = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
let installed: ReturnType<typeof installGraph>;
let context: Context;
let host: AudioHost;
let loaded: string[];
let getUserMedia: (constraints: MediaStreamConstraints) => Promise<MediaStream>;

beforeEach(() => {
  installed = installGraph();
  context = new Context();
  loaded = [];
  host = { context, addWorklet: async (name: string) => void loaded.push(name) } as unknown as AudioHost;
  getUserMedia = async () => steadyStream();
  const mediaDevices = { getUserMedia: (constraints: MediaStreamConstraints) => getUserMedia(constraints) };
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { mediaDevices } });
});
afterEach(() => {
  mock.timers.reset();
  installed.remove();
  if (navigatorBefore) Object.defineProperty(globalThis, 'navigator', navigatorBefore);
  else Reflect.deleteProperty(globalThis, 'navigator');
});

describe('a microphone', () => {
  it('is asked for with the processing of speech, unless the page wants it otherwise', async () => {
    const asked: unknown[] = [];
    getUserMedia = async ({ audio }) => (asked.push(audio), steadyStream());
    await openMicrophone({}, host, () => undefined);
    await openMicrophone({ deviceId: 'two', noiseSuppression: false }, host, () => undefined);
    assert.deepEqual(asked, [
      { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
      { echoCancellation: true, noiseSuppression: false, autoGainControl: true, deviceId: 'two' },
    ]);
  });

  it('is measured, silenced and stopped, and its end is reported until it is closed', async () => {
    const stream = steadyStream();
    getUserMedia = async () => stream;
    let ends = 0;
    const microphone = await openMicrophone({}, host, () => void ends++);
    assert.deepEqual([microphone.stream, microphone.level], [stream, 0.5]);
    microphone.enable(false);
    assert.deepEqual([stream.track.enabled, microphone.level], [false, 0]);
    microphone.enable(true);
    assert.equal(microphone.level, 0.5);
    stream.track.dispatchEvent(new Event('ended'));
    assert.equal(ends, 1);
    microphone.close();
    stream.track.dispatchEvent(new Event('ended'));
    assert.deepEqual([ends, stream.track.stops, microphone.level], [1, 1, 0]);
  });

  it('of the page is not asked for, and goes on after a close', async () => {
    getUserMedia = () => assert.fail('asked');
    const stream = steadyStream();
    const microphone = await openMicrophone(stream, host, () => undefined);
    microphone.close();
    assert.deepEqual([microphone.stream, stream.track.stops], [stream, 0]);
  });

  it('has no loudness where the graph does not take it, and works all the same', async () => {
    installed.graph.refusesStreams = true;
    const microphone = await openMicrophone({}, host, () => undefined);
    assert.equal(microphone.level, 0);
    microphone.close();
  });

  for (const [name, code, retryable] of [
    ['NotAllowedError', 'microphone_denied', false],
    ['SecurityError', 'microphone_denied', false],
    ['NotFoundError', 'microphone_missing', false],
    ['OverconstrainedError', 'microphone_missing', false],
    ['NotReadableError', 'microphone_busy', true],
    ['AbortError', 'microphone_busy', true],
    ['OddError', 'unsupported', false],
  ] as const)
    it(`that is refused by ${name} says ${code}`, async () => {
      const cause = new DOMException('no', name);
      getUserMedia = () => Promise.reject(cause);
      const error: unknown = await openMicrophone({}, host, () => undefined).catch((refusal: unknown) => refusal);
      assert.ok(isVoxreelError(error) && error.message.length > 20);
      assert.deepEqual([error.code, error.retryable, error.cause], [code, retryable, cause]);
    });

  it('that is refused by something else than an error is unsupported', async () => {
    getUserMedia = () => Promise.reject('no');
    await assert.rejects(
      openMicrophone({}, host, () => undefined),
      { code: 'unsupported' },
    );
  });

  for (const value of [{}, undefined])
    it(`needs a secure page, or any, where navigator is ${value ? 'without devices' : 'absent'}`, async () => {
      Object.defineProperty(globalThis, 'navigator', { configurable: true, value });
      await assert.rejects(
        openMicrophone({}, host, () => undefined),
        { code: 'unsupported', message: /secure page/ },
      );
    });
});

describe('what is captured', () => {
  const options = { sampleRateHz: 24_000, channels: 1, chunkLength: 4 };
  const worklet = (at = 0): Worklet => installed.graph.worklets[at] ?? assert.fail('no worklet');
  const chunkOf = (...samples: number[]) => {
    const buffer = new ArrayBuffer(8);
    new Int16Array(buffer).set(samples);
    return { buffer, length: samples.length };
  };

  it('comes in chunks, whose memory goes back to the worklet', async () => {
    const chunks: number[][] = [];
    await startCapture(
      host,
      steadyStream(),
      options,
      readChunks((samples) => chunks.push([...samples])),
    );
    assert.deepEqual(loaded, ['capture', 'capture']);
    assert.deepEqual([worklet().processor, worklet().options], ['voxreel-capture', { processorOptions: options }]);
    const chunk = chunkOf(1, -2, 3);
    worklet().port.say(chunk);
    assert.equal(chunk.buffer.byteLength, 0);
    worklet().port.say(chunkOf());
    assert.deepEqual(chunks, [[1, -2, 3]]);
    assert.deepEqual(
      worklet().port.sent.map((sent) => sent instanceof ArrayBuffer && [...new Int16Array(sent)]),
      [
        [1, -2, 3, 0],
        [0, 0, 0, 0],
      ],
    );
  });

  it('runs through a graph that leads somewhere, until it is closed, twice too', async () => {
    const capture = await startCapture(
      host,
      steadyStream(),
      options,
      readChunks(() => undefined),
    );
    assert.equal(worklet().leadsTo(context.destination), true);
    assert.equal([...installed.graph.nodes].filter((node) => node.leadsTo(worklet())).length, 1);
    capture.close();
    capture.close();
    assert.deepEqual([worklet().isConnected, worklet().port.sent, worklet().port.closed], [false, ['stop'], true]);
    assert.equal(
      [...installed.graph.nodes].some((node) => node.leadsTo(worklet())),
      false,
    );
    const source = new GraphNode(context);
    const tapped = await captureNode(
      host,
      source as unknown as AudioNode,
      options,
      readChunks(() => undefined),
    );
    tapped.close();
    tapped.close();
    assert.deepEqual([source.isConnected, worklet(1).port.sent], [false, ['stop']]);
  });

  it('is flushed when the worklet has answered, each flush for itself', async () => {
    const chunks: number[][] = [];
    const capture = await startCapture(
      host,
      steadyStream(),
      options,
      readChunks((samples) => chunks.push([...samples])),
    );
    const done: number[] = [];
    // The moment after which it waits no longer never comes.
    mock.timers.enable({ apis: ['setTimeout'] });
    const flushes = [capture.flush().then(() => done.push(1)), capture.flush().then(() => done.push(2))];
    assert.deepEqual(worklet().port.sent, [{ flush: 1 }, { flush: 2 }]);
    worklet().port.say({ ...chunkOf(7), flush: 2 });
    await settled();
    assert.deepEqual([done, chunks], [[2], [[7]]]);
    worklet().port.say({ ...chunkOf(), flush: 1 });
    await Promise.all(flushes);
    // An answer that is not waited for any more.
    worklet().port.say({ ...chunkOf(), flush: 1 });
    assert.deepEqual(done, [2, 1]);
  });

  it('is flushed after a moment where the worklet does not answer', async () => {
    const capture = await startCapture(
      host,
      steadyStream(),
      options,
      readChunks(() => undefined),
    );
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      let done = false;
      void capture.flush().then(() => (done = true));
      mock.timers.tick(249);
      await settled();
      assert.equal(done, false);
      mock.timers.tick(1);
      await settled();
      assert.equal(done, true);
    } finally {
      mock.timers.reset();
    }
  });

  it('is blocked where the graph refuses the stream, and the worklet is what is missing where it does not load', async () => {
    installed.graph.refusesStreams = true;
    await assert.rejects(
      startCapture(
        host,
        steadyStream(),
        options,
        readChunks(() => undefined),
      ),
      { code: 'audio_blocked' },
    );
    const missing = new Error('missing');
    const without = { ...host, addWorklet: () => Promise.reject(missing) };
    await assert.rejects(
      startCapture(
        without,
        steadyStream(),
        options,
        readChunks(() => undefined),
      ),
      missing,
    );
  });
});

describe('a worklet of the page', () => {
  it('hears and is heard until it is ended', () => {
    const heard: unknown[] = [];
    const made = createWorkletNode<string | ArrayBuffer>(
      context as unknown as AudioContext,
      'any',
      { numberOfInputs: 0 },
      (report: unknown) => heard.push(report),
    );
    const [worklet] = installed.graph.worklets;
    assert.ok(worklet);
    assert.deepEqual([worklet.processor, worklet.options, worklet.context], ['any', { numberOfInputs: 0 }, context]);
    made.post('go');
    const memory = new ArrayBuffer(8);
    made.post(memory, [memory]);
    assert.deepEqual([worklet.port.sent.length, worklet.port.started, memory.byteLength], [2, true, 0]);
    worklet.port.say('there');
    made.node.connect(context.destination as unknown as AudioNode);
    made.end();
    worklet.port.say('late');
    assert.deepEqual([heard, worklet.port.sent.at(-1), worklet.port.closed, worklet.isConnected], [['there'], 'stop', true, false]);
  });
});

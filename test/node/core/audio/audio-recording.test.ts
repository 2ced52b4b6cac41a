// Both sides of a call as a file: what is mixed into it, what it keeps, and its head.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import type { AudioHost } from '../../../../src/core/audio/audio-host.js';
import { createAudioRecording, createTimeline } from '../../../../src/core/audio/audio-recording.js';
import { Context, GraphNode, installGraph, steadyStream, type Worklet } from './scripted-graph.js';

describe('a recording', () => {
  let installed: ReturnType<typeof installGraph>;
  let context: Context;
  let host: AudioHost;
  let assistant: GraphNode;

  beforeEach(() => {
    installed = installGraph();
    context = new Context();
    host = { context, addWorklet: async () => undefined } as unknown as AudioHost;
    assistant = new GraphNode(context);
    assistant.value = 0.25;
  });
  afterEach(() => installed.remove());

  const worklet = (at = 0): Worklet => installed.graph.worklets[at] ?? assert.fail('no worklet');
  const attached = async (recording = createAudioRecording()) => {
    const tap = await recording.attach(host, assistant as unknown as AudioNode);
    return { recording, tap };
  };
  /** The capture hands over so many stereo samples of this value. */
  const record = (value: number, count = 2, at = 0) => {
    const samples = new Int16Array(count * 2).fill(value);
    worklet(at).port.say({ buffer: samples.buffer, length: samples.length });
  };
  const valuesIn = async (file: Blob) => [...new Int16Array(await file.slice(44).arrayBuffer())];
  /** What reaches each input of the merger. */
  const sides = () => {
    const merger = [...installed.graph.nodes].find((node) => node.inputs.size > 0) ?? assert.fail('no merger');
    return [0, 1].map((input) => [...(merger.inputs.get(input) ?? [])].reduce((sum, node) => sum + node.signal, 0));
  };

  it('is captured in stereo at 24 kHz, a tenth of a second at a time', async () => {
    await attached();
    assert.deepEqual(worklet().options.processorOptions, { sampleRateHz: 24_000, channels: 2, chunkLength: 4800 });
  });

  it('has the user on the left, the assistant on the right, and nothing of a closed microphone', async () => {
    const { tap } = await attached();
    assert.deepEqual(sides(), [0, 0.25]);
    tap.setMicrophone(steadyStream(0.5));
    assert.deepEqual(sides(), [0.5, 0.25]);
    tap.open(false);
    assert.deepEqual(sides(), [0, 0.25]);
    tap.open(true);
    tap.setMicrophone(steadyStream(0.125));
    assert.deepEqual(sides(), [0.125, 0.25]);
    tap.setMicrophone(undefined);
    assert.deepEqual(sides(), [0, 0.25]);
  });

  it('runs on in silence: something leads to both sides from the beginning', async () => {
    await attached();
    const silence = [...installed.graph.nodes].find((node) => node.started);
    const merger = [...installed.graph.nodes].find((node) => node.inputs.size > 0);
    assert.ok(silence && merger);
    for (const input of [0, 1]) assert.ok([...(merger.inputs.get(input) ?? [])].some((node) => silence.leadsTo(node)));
  });

  it('leaves nothing in the graph when it is closed', async () => {
    const { tap } = await attached();
    const stream = steadyStream();
    tap.setMicrophone(stream);
    tap.close();
    assert.deepEqual(sides(), [0, 0]);
    assert.equal(assistant.isConnected, false);
    assert.equal(worklet().port.closed, true);
    assert.equal(
      [...installed.graph.nodes].some((node) => node.isConnected && node !== worklet()),
      false,
    );
  });

  it('is a WAV file of what was recorded so far', async () => {
    const { recording } = await attached();
    assert.equal((await recording.file()).size, 44);
    record(7);
    record(8);
    const file = await recording.file();
    assert.equal(file.type, 'audio/wav');
    assert.deepEqual(await valuesIn(file), [7, 7, 7, 7, 8, 8, 8, 8]);
    const head = new DataView(await file.arrayBuffer());
    const text = (at: number, length = 4) => String.fromCharCode(...Array.from({ length }, (_, index) => head.getUint8(at + index)));
    assert.deepEqual([text(0), text(8), text(12), text(36)], ['RIFF', 'WAVE', 'fmt ', 'data']);
    assert.deepEqual([head.getUint32(4, true), head.getUint32(40, true)], [file.size - 8, 16]);
    // Length of this part, PCM, channels, samples and bytes a second, bytes of both samples, bits of one.
    assert.deepEqual([head.getUint32(16, true), head.getUint16(20, true), head.getUint16(22, true)], [16, 1, 2]);
    assert.deepEqual([head.getUint32(24, true), head.getUint32(28, true)], [24_000, 96_000]);
    assert.deepEqual([head.getUint16(32, true), head.getUint16(34, true)], [4, 16]);
    assert.deepEqual(await valuesIn(await recording.file()), [7, 7, 7, 7, 8, 8, 8, 8]);
  });

  it('has what the capture has not handed over yet', async () => {
    const { recording, tap } = await attached();
    worklet().port.answer = (message) => {
      const flush = (message as { readonly flush?: number }).flush;
      return flush === undefined ? undefined : { buffer: new Int16Array([5, 5]).buffer, length: 2, flush };
    };
    assert.deepEqual(await valuesIn(await recording.file()), [5, 5]);
    tap.close();
    assert.deepEqual(await valuesIn(await recording.file()), [5, 5]);
    assert.equal(worklet().port.sent.at(-1), 'stop');
  });

  it('goes on through a second connection, whichever of the two is closed first', async () => {
    const { recording, tap } = await attached();
    record(1);
    await attached(recording);
    record(2, 2, 1);
    tap.close();
    worklet(1).port.answer = (message) => {
      const flush = (message as { readonly flush?: number }).flush;
      return flush === undefined ? undefined : { buffer: new Int16Array([3, 3]).buffer, length: 2, flush };
    };
    assert.deepEqual(await valuesIn(await recording.file()), [1, 1, 1, 1, 2, 2, 2, 2, 3, 3]);
  });

  it('keeps the newest minutes, in whole runs of chunks, and the last run in any case', async () => {
    // A hundred chunks are a run: 0.1 s.
    const run = (value: number) => {
      for (let chunk = 0; chunk < 100; chunk++) record(value, 24);
    };
    const { recording } = await attached(createAudioRecording(0.2 / 60));
    for (const value of [1, 2]) run(value);
    const both = await valuesIn(await recording.file());
    assert.deepEqual([both.length, both[0], both.at(-1)], [9600, 1, 2]);
    run(3);
    const newest = await valuesIn(await recording.file());
    assert.deepEqual([newest.length, newest[0], newest.at(-1)], [9600, 2, 3]);
    const { recording: short } = await attached(createAudioRecording(0.01 / 60));
    installed.graph.worklets.reverse();
    run(4);
    assert.equal((await valuesIn(await short.file())).length, 4800);
  });
});

describe('the times of a recording', () => {
  it('are those of the earliest chunks, begin again after a pause or a sleep, and move when the oldest are dropped', () => {
    let now = 0;
    const timeline = createTimeline(() => now);
    const arrives = (at: number, ms = 100) => {
      now = at;
      timeline.add(ms);
    };
    // Late, then in time.
    arrives(1250);
    arrives(1280);
    arrives(1300);
    assert.deepEqual(timeline.spans(), [{ startedAt: 1000, atMs: 0 }]);
    timeline.pause();
    arrives(5100);
    arrives(5200);
    // The machine slept.
    arrives(65_300);
    timeline.drop(150);
    assert.deepEqual(timeline.spans(), [
      { startedAt: 1000, atMs: -150 },
      { startedAt: 5000, atMs: 150 },
      { startedAt: 65_200, atMs: 350 },
    ]);
  });
});

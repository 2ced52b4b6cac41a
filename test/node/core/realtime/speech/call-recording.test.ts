// A recording through the connections of a call: when it begins, pauses and goes on, and what it knows of the microphone before.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import type { AudioHost } from '../../../../../src/core/audio/audio-host.js';
import { createCallRecording } from '../../../../../src/core/realtime/speech/call-recording.js';
import { Context, GraphNode, installGraph, steadyStream } from '../../audio/scripted-graph.js';
import { until } from '../scripted-transport.js';

describe('the recording of a call', () => {
  let installed: ReturnType<typeof installGraph>;
  let host: AudioHost;
  let load: (name: string) => Promise<void>;
  let loaded: string[];
  let failures: string[];
  let assistant: GraphNode;

  beforeEach(() => {
    installed = installGraph();
    [loaded, failures] = [[], []];
    load = async () => undefined;
    const context = new Context();
    host = { context, addWorklet: (name: string) => (loaded.push(name), load(name)) } as unknown as AudioHost;
    assistant = new GraphNode(context);
    assistant.value = 0.25;
  });
  afterEach(() => installed.remove());

  const made = (wanted: Parameters<typeof createCallRecording>[0] = true) =>
    createCallRecording(wanted, ({ code }) => void failures.push(code));
  const begin = (recording: ReturnType<typeof made>) => recording.begin(host, assistant as unknown as AudioNode);
  const captures = () => installed.graph.worklets;
  const running = () => captures().filter(({ port }) => !port.closed);
  const begun = (count = 1) => until(() => running().length === count);
  /** What reaches the left side. */
  const user = () => {
    const merger = [...installed.graph.nodes].findLast((node) => node.inputs.size > 0) ?? assert.fail('no merger');
    return [...(merger.inputs.get(0) ?? [])].reduce((sum, node) => sum + node.signal, 0);
  };

  it('has what captures loaded before it begins, and says nothing where that fails', async () => {
    load = () => Promise.reject(new Error('no worklet'));
    made().prepare(host);
    assert.deepEqual(loaded, ['capture']);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(failures, []);
  });

  it('is none before it was begun', async () => {
    await assert.rejects(made().file(), { code: 'unsupported' });
  });

  it('begins once, with the microphone and the gate as they are', async () => {
    const recording = made();
    recording.setMicrophone(steadyStream(0.5));
    recording.open(false);
    begin(recording);
    begin(recording);
    await until(() => running().length > 0);
    await until(() => user() === 0);
    recording.open(true);
    assert.equal(user(), 0.5);
    recording.setMicrophone(steadyStream(0.125));
    assert.equal(user(), 0.125);
    begin(recording);
    await recording.file();
    assert.equal(captures().length, 1);
  });

  it('lets the microphone through that comes after it began, unless it was closed', async () => {
    const recording = made();
    begin(recording);
    recording.setMicrophone(steadyStream(0.5));
    await begun();
    await until(() => user() === 0.5);
  });

  it('pauses, and goes on in the same file', async () => {
    const recording = made({ maxMinutes: 1 });
    begin(recording);
    await begun();
    captures()[0]?.port.say({ buffer: new Int16Array([1, 1]).buffer, length: 2 });
    recording.pause();
    assert.equal(running().length, 0);
    recording.setMicrophone(undefined);
    recording.open(true);
    begin(recording);
    await begun();
    captures()[1]?.port.say({ buffer: new Int16Array([2, 2]).buffer, length: 2 });
    recording.pause();
    const file = await recording.file();
    assert.deepEqual([...new Int16Array(await file.slice(44).arrayBuffer())], [1, 1, 2, 2]);
  });

  it('keeps the newest minutes that the page wants', async () => {
    const recording = made({ maxMinutes: 0.2 / 60 });
    begin(recording);
    await begun();
    for (let chunk = 0; chunk < 300; chunk++) captures()[0]?.port.say({ buffer: new Int16Array(48).buffer, length: 48 });
    recording.pause();
    assert.equal((await recording.file()).size, 44 + 19_200);
  });

  it('that is paused while it begins never runs, and the next one does', async () => {
    let come = () => {};
    load = () => new Promise((resolve) => (come = resolve));
    const recording = made();
    begin(recording);
    await until(() => loaded.length > 0);
    recording.pause();
    load = async () => undefined;
    begin(recording);
    await begun();
    come();
    await until(() => captures().length === 2);
    await until(() => running().length === 1);
    assert.equal(captures()[0]?.port.closed, false);
  });

  it('says why it cannot begin, and tries again when it is begun again', async () => {
    load = () => Promise.reject(new Error('no worklet'));
    const recording = made();
    begin(recording);
    await until(() => failures.length > 0);
    assert.deepEqual(failures, ['audio_blocked']);
    load = async () => undefined;
    begin(recording);
    await begun();
    assert.equal(failures.length, 1);
  });
});

// Both directions of a call's sound over a graph that the test plays: what reaches the wire, the meters and the recording.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import type { AudioFormat } from 'voxreel/protocol';
import type { Transport, Wire } from 'voxreel';

import type { SoundOptions } from '../../../../../src/core/realtime/speech/sound-options.js';
import { Voice } from '../../../../../src/core/realtime/speech/voice.js';
import { Context, installGraph, settled, steadyStream, type GraphNode } from '../../audio/scripted-graph.js';
import { until } from '../scripted-transport.js';

describe('the voice of a call', () => {
  let installed: ReturnType<typeof installGraph>;
  let voice: Voice;
  let context: Context;
  let contexts: number;
  let format: AudioFormat;
  let appended: number[];
  let failures: string[];
  let audioSession: { type: string };
  let lit: number;

  beforeEach(() => {
    installed = installGraph();
    [format, appended, failures, contexts, lit] = ['pcm16', [], [], 0, 0];
    audioSession = { type: 'auto' };
    const request = async () => {
      lit++;
      return { released: false, release: async () => void lit-- };
    };
    const mediaDevices = Object.assign(new EventTarget(), {
      enumerateDevices: async () => [],
      getUserMedia: async () => steadyStream(),
    });
    Object.defineProperty(globalThis, 'navigator', {
      configurable: true,
      value: { userAgent: 'scripted', audioSession, mediaDevices, wakeLock: { request } },
    });
    voice = made();
  });
  afterEach(() => {
    voice.close();
    installed.remove();
  });

  function made(more: Partial<SoundOptions> = {}): Voice {
    const takeContext = () => {
      context = new Context();
      contexts++;
      return context as unknown as AudioContext;
    };
    return new Voice(
      { workletUrl: undefined, takeContext, audio: {}, constraints: undefined, record: false, ...more },
      { inputFormat: () => format, inputRateHz: () => undefined, outputFormat: () => 'pcm16' },
      {
        append: (_, durationMs) => appended.push(durationMs) > 0,
        heard: () => undefined,
        changed: () => undefined,
        failed: ({ code }) => failures.push(code),
      },
    );
  }
  const lineOf = (audio: Transport['audio'], more: Partial<Wire> = {}) => {
    const sent: (MediaStream | undefined)[] = [];
    const wire = { setMicrophone: async (stream: MediaStream | undefined) => void sent.push(stream), ...more } as unknown as Wire;
    return { sent, open: () => voice.opened(wire, { audio } as Transport) };
  };
  const captures = () => installed.graph.worklets.filter(({ processor }) => processor === 'voxreel-capture');
  const running = () => captures().filter(({ port }) => !port.closed);
  const merger = () => [...installed.graph.nodes].findLast((node) => node.inputs.size > 0);
  const recorded = (side: number) => [...(merger()?.inputs.get(side) ?? [])].reduce((sum: number, node: GraphNode) => sum + node.signal, 0);

  it('is as loud as the microphone while that passes', async () => {
    lineOf('events').open();
    assert.equal(voice.levels.microphone, 0);
    const stream = steadyStream(0.5);
    await voice.setMicrophone(stream);
    assert.deepEqual([voice.levels.microphone, voice.levels.speaker, voice.talking, voice.stream], [0.5, 0, true, stream]);
    voice.gate(false);
    assert.deepEqual([voice.levels.microphone, voice.talking, stream.track.enabled], [0, false, true]);
    voice.gate(true);
    voice.mute(true);
    // As a page of its own may have it: the track goes on.
    stream.track.enabled = true;
    assert.deepEqual([voice.levels.microphone, voice.talking, voice.muted], [0, false, true]);
    voice.mute(false);
    assert.equal(voice.levels.microphone, 0.5);
  });

  it('is talking once there is a microphone, and on a wire of events once that is captured', async () => {
    lineOf('events').open();
    assert.equal(voice.talking, false);
    let come = () => {};
    Object.assign(context.audioWorklet, { addModule: () => new Promise<void>((resolve) => (come = resolve)) });
    const opening = voice.setMicrophone(steadyStream());
    await until(() => voice.stream !== undefined);
    assert.equal(voice.talking, false);
    come();
    await opening;
    assert.equal(voice.talking, true);
    voice.close();
    voice = made();
    lineOf('track').open();
    assert.equal(voice.talking, false);
    await voice.setMicrophone(steadyStream());
    assert.equal(voice.talking, true);
  });

  it('passes a track while neither mute nor gate holds it back, and is captured no longer', async () => {
    lineOf('events').open();
    const stream = steadyStream();
    await voice.setMicrophone(stream);
    const line = lineOf('track');
    line.open();
    await settled();
    assert.deepEqual([line.sent, running().length], [[stream], 0]);
    const states = [];
    for (const [muted, open] of [
      [false, false],
      [true, true],
      [true, false],
      [false, true],
    ] as const) {
      voice.mute(muted);
      voice.gate(open);
      states.push(stream.track.enabled);
    }
    assert.deepEqual(states, [false, false, false, true]);
    voice.reconfigure();
    await settled();
    assert.equal(line.sent.length, 1);
    const silent = { setMicrophone: undefined } as unknown as Partial<Wire>;
    lineOf('track', silent).open();
    await settled();
    assert.deepEqual(failures, []);
  });

  it('counts on through a closed gate, and from 0 when it opens', async () => {
    lineOf('events').open();
    await voice.setMicrophone(steadyStream());
    captures()[0]?.port.say({ buffer: new ArrayBuffer(48), length: 24 });
    voice.gate(false);
    captures()[0]?.port.say({ buffer: new ArrayBuffer(48), length: 24 });
    assert.deepEqual([voice.appendedMs, appended], [1, [1]]);
    voice.gate(true);
    assert.equal(voice.appendedMs, 0);
  });

  it('plays nothing where there is no Web Audio, and says nothing of it', async () => {
    Reflect.deleteProperty(globalThis, 'AudioContext');
    const line = lineOf('track', { remoteAudio: steadyStream() });
    line.open();
    voice.lost();
    await settled();
    assert.deepEqual([voice.speaker, voice.levels.speaker, failures], [undefined, 0, []]);
  });

  it('plays the stream of a wire that has one, while that is open', async () => {
    assert.deepEqual([voice.speaker], [undefined]);
    const line = lineOf('track', { remoteAudio: steadyStream(0.25) });
    line.open();
    await settled();
    const { speaker } = voice;
    assert.ok(speaker?.remoteClock);
    assert.deepEqual([voice.levels.speaker, line.sent], [0.25, [undefined]]);
    voice.lost();
    assert.deepEqual([voice.levels.speaker, speaker.remoteClock], [0, undefined]);
  });

  it('is made ready inside a gesture, with what records', async () => {
    voice.unlockContext();
    assert.deepEqual([contexts, voice.speaker], [1, undefined]);
    voice.unlock();
    assert.equal(installed.graph.players[0]?.plays, 1);
    voice.close();
    voice = made({ record: true });
    voice.unlock();
    await until(() => context.modules.some((url) => url.includes('capture')));
    voice.close();
    voice = made();
    await voice.setMicrophone(false);
    assert.equal(contexts, 2);
    await voice.setMicrophone(true);
    await settled();
    assert.deepEqual([contexts, lit], [3, 0]);
    Reflect.deleteProperty(globalThis, 'AudioContext');
    const without = made();
    without.unlock();
    assert.throws(() => without.unlockContext(), { code: 'unsupported' });
    without.close();
  });

  it('fetches what captures before there is a wire, and tries again later where that fails', async () => {
    installed.graph.missingModule = /capture/;
    voice.unlock('events');
    const fetched = () => context.modules.filter((url) => url.includes('capture')).length;
    assert.equal(fetched(), 1);
    await until(() => (voice.unlock('events'), fetched() > 1));
    installed.graph.missingModule = undefined;
    await until(() => (voice.unlock('events'), fetched() > 2));
    lineOf('events').open();
    await voice.setMicrophone(steadyStream());
    assert.deepEqual([contexts, voice.talking, failures], [1, true, []]);
    Reflect.deleteProperty(globalThis, 'AudioContext');
    const without = made();
    without.unlock('events');
    without.close();
  });

  it('keeps both sides where the page asked for it: what passes the gate, and what is played', async () => {
    voice.close();
    voice = made({ record: true });
    await voice.setMicrophone(steadyStream(0.5));
    await assert.rejects(voice.exportRecording(), { code: 'unsupported' });
    const line = lineOf('track', { remoteAudio: steadyStream(0.25) });
    line.open();
    await until(() => recorded(0) === 0.5 && recorded(1) === 0.25);
    voice.mute(true);
    assert.equal(recorded(0), 0);
    voice.mute(false);
    voice.gate(false);
    assert.equal(recorded(0), 0);
    voice.gate(true);
    assert.equal(recorded(0), 0.5);
    await voice.setMicrophone(steadyStream(0.125));
    assert.equal(recorded(0), 0.125);
    await voice.setMicrophone(false);
    assert.equal(recorded(0), 0);
    assert.equal((await voice.exportRecording()).size, 44);
    voice.close();
    assert.equal(running().length, 0);
    assert.deepEqual(failures, []);
  });

  it('keeps nothing of a wire without sound, and needs none', async () => {
    voice.close();
    voice = made({ record: true });
    lineOf('none').open();
    await settled();
    assert.deepEqual([contexts, audioSession.type, captures()], [0, 'auto', []]);
    await assert.rejects(voice.exportRecording(), { code: 'unsupported' });
    await assert.rejects(made().exportRecording(), { code: 'unsupported', message: /record/ });
  });

  it('is recorded on as it was where the server has the format that it had', async () => {
    voice.close();
    voice = made({ record: true });
    lineOf('events').open();
    await voice.setMicrophone(steadyStream());
    await until(() => recorded(0) === 0.5);
    const count = installed.graph.nodes.size;
    voice.reconfigure();
    await settled();
    assert.equal(installed.graph.nodes.size, count);
    format = 'g711_ulaw';
    voice.reconfigure();
    await until(() => installed.graph.nodes.size > count);
  });

  it('is captured again only where the server has another format now', async () => {
    lineOf('events').open();
    voice.reconfigure();
    await settled();
    assert.equal(captures().length, 0);
    await voice.setMicrophone(steadyStream());
    const sources = installed.graph.nodes.size;
    voice.reconfigure();
    await settled();
    assert.deepEqual([captures().length, installed.graph.nodes.size], [1, sources]);
    format = 'g711_ulaw';
    (captures()[0] ?? assert.fail()).port.answer = (message) => {
      const { flush } = message as { readonly flush?: number };
      return flush === undefined ? undefined : { buffer: new ArrayBuffer(48), length: 24, flush };
    };
    voice.reconfigure();
    await until(() => captures().length === 2);
    assert.deepEqual([appended, voice.appendedMs, voice.counts], [[1], 1, { droppedMs: 0, underruns: 0 }]);
    voice.gate(true);
    assert.equal(voice.appendedMs, 0);
  });

  it('is a call to the system, and keeps the screen lit with a microphone open, until it ends', async () => {
    const line = lineOf('events');
    line.open();
    line.open();
    assert.equal(audioSession.type, 'play-and-record');
    await voice.setMicrophone(steadyStream());
    await settled();
    assert.equal(lit, 1);
    voice.lost();
    await settled();
    assert.deepEqual([lit, audioSession.type], [0, 'play-and-record']);
    line.open();
    await settled();
    assert.equal(lit, 1);
    voice.close();
    await settled();
    assert.deepEqual([lit, audioSession.type, running().length, voice.stream], [0, 'auto', 0, undefined]);
    voice.close();
  });

  it('stays with the microphone that a lost wire leaves, which is still captured', async () => {
    lineOf('events').open();
    await voice.setMicrophone(steadyStream());
    voice.lost();
    assert.equal(running().length, 1);
    assert.equal(voice.talking, true);
    await voice.setMicrophone(false);
    assert.equal(running().length, 0);
  });

  it('is on the wire once it is flushed: a track after a moment, events when the worklet has answered', async (t) => {
    lineOf('events').open();
    await voice.setMicrophone(steadyStream());
    (captures()[0] ?? assert.fail()).port.answer = (message) => {
      const { flush } = message as { readonly flush?: number };
      return flush === undefined ? undefined : { buffer: new ArrayBuffer(48), length: 24, flush };
    };
    await voice.flush();
    assert.deepEqual(appended, [1]);
    lineOf('track').open();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let done = false;
    void voice.flush().then(() => (done = true));
    t.mock.timers.tick(149);
    await settled();
    assert.equal(done, false);
    t.mock.timers.tick(1);
    await settled();
    assert.equal(done, true);
    assert.equal(appended.length, 1);
  });

  it('says why what was open before cannot be captured, and closes it', async () => {
    await voice.setMicrophone(steadyStream());
    installed.graph.missingModule = /capture/;
    lineOf('events').open();
    await until(() => failures.length > 0);
    assert.deepEqual([failures.includes('worklet_missing'), voice.stream, lit], [true, undefined, 0]);
  });

  it('says what a wire with a track cannot take, and leaves the microphone open', async () => {
    const stream = steadyStream();
    await voice.setMicrophone(stream);
    lineOf('track', { setMicrophone: () => Promise.reject(new Error('no')) }).open();
    await until(() => failures.length > 0);
    assert.deepEqual([failures, voice.stream], [['audio_blocked'], stream]);
  });

  it('gives its speaker the device that is chosen', async () => {
    lineOf('events').open();
    await voice.setSpeaker('desk');
    assert.deepEqual(installed.graph.players[0]?.devices, ['desk']);
  });
});

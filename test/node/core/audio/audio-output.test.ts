// The ways to the ear, in a graph that the test plays: which sound takes which, and what of it is measured.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

import type { AudioHost } from '../../../../src/core/audio/audio-host.js';
import { createAudioOutput, type AudioOutput } from '../../../../src/core/audio/audio-output.js';
import { createLoudness } from '../../../../src/core/audio/loudness.js';
import { outputLatencySeconds } from '../../../../src/core/audio/output-latency.js';
import { createRemoteSound } from '../../../../src/core/audio/remote-sound.js';
import { Context, GraphNode, installGraph, settled, steadyStream } from './scripted-graph.js';

let installed: ReturnType<typeof installGraph>;
let context: Context;
let host: AudioHost;
const uncaught: unknown[] = [];
const note = (reason: unknown) => void uncaught.push(reason);

beforeEach(() => {
  installed = installGraph();
  context = new Context();
  host = { context, addWorklet: async () => undefined } as unknown as AudioHost;
  uncaught.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(() => {
  process.off('unhandledRejection', note);
  installed.remove();
});
const asNode = (node: AudioNode) => node as unknown as GraphNode;
/** A source of a steady value. */
function tone(value: number): AudioNode {
  const source = new GraphNode(context);
  source.value = value;
  return source as unknown as AudioNode;
}

describe('the way out of a call', () => {
  const player = (at = 0) => installed.graph.players[at] ?? assert.fail('no element');
  const outputOf = (destination?: AudioNode) => createAudioOutput(host, destination);
  const speak = (output: AudioOutput, value = 0.5) => tone(value).connect(output.input);

  it('is a media element, and whatever sounds is measured and in the mix', async () => {
    const output = outputOf();
    speak(output);
    output.play();
    await settled();
    assert.deepEqual([player().paused, output.level, asNode(output.mix).signal], [false, 0.5, 0.5]);
    assert.equal(asNode(output.input).leadsTo(context.destination), false);
    output.close();
    assert.deepEqual([player().paused, player().srcObject, asNode(output.input).isConnected], [true, null, false]);
    output.close();
  });

  it('is the node of the page where it gives one', async () => {
    const destination = new GraphNode(context);
    const output = outputOf(destination as unknown as AudioNode);
    output.play();
    assert.equal(installed.graph.players.length, 0);
    assert.equal(asNode(output.input).leadsTo(destination), true);
    output.close();
    assert.equal(asNode(output.input).leadsTo(destination), false);
  });

  it('is the device itself after a refusal, chosen as the element was, once', async () => {
    const output = outputOf();
    await output.setDevice('desk');
    speak(output);
    installed.graph.refusal = 'NotAllowedError';
    output.play();
    output.play();
    await settled();
    assert.equal(asNode(output.input).leadsTo(context.destination), true);
    assert.deepEqual([player().srcObject, context.devices], [null, ['desk']]);
    assert.deepEqual([output.level, asNode(output.mix).signal], [0.5, 0.5]);
    output.play();
    assert.equal(player().plays, 2);
    await output.setDevice('head');
    assert.deepEqual(context.devices, ['desk', 'head']);
  });

  it('says nothing where the device itself refuses the choice after a refusal', async () => {
    context.setSinkId = () => Promise.reject(new DOMException('no', 'NotFoundError'));
    const output = outputOf();
    installed.graph.refusal = 'NotAllowedError';
    output.play();
    await settled();
    assert.deepEqual(uncaught, []);
  });

  it('stays closed where the refusal comes later', async () => {
    const output = outputOf();
    installed.graph.refusal = 'NotAllowedError';
    output.play();
    output.close();
    await settled();
    assert.equal(asNode(output.input).isConnected, false);
  });

  it('gives both ways the device that is chosen, one that comes later too', async () => {
    const output = outputOf();
    output.setStream(steadyStream());
    await output.setDevice('desk');
    output.setStream(steadyStream());
    await settled();
    assert.deepEqual(
      installed.graph.players.map(({ devices }) => devices),
      [['desk'], ['desk'], ['desk']],
    );
    await output.setDevice('');
    output.setStream(steadyStream());
    await settled();
    assert.deepEqual(player(3).devices, []);
  });

  it('keeps the device that it has where the chosen one is missing', async () => {
    const output = outputOf();
    await output.setDevice('desk');
    installed.graph.missingDevice = 'head';
    await assert.rejects(output.setDevice('head'), { code: 'speaker_missing' });
    output.setStream(steadyStream());
    await settled();
    assert.deepEqual(player(1).devices, ['desk']);
  });

  it('of a stream goes on where its element cannot be given the device', async () => {
    const output = outputOf();
    await output.setDevice('desk');
    installed.graph.missingDevice = 'desk';
    output.setStream(steadyStream());
    await settled();
    assert.deepEqual([uncaught, player(1).paused], [[], false]);
    const { setSinkId } = Object.getPrototypeOf(player()) as { setSinkId: unknown };
    Object.assign(Object.getPrototypeOf(player()) as object, { setSinkId: undefined });
    try {
      output.setStream(steadyStream());
      assert.equal(player(2).plays, 1);
      await assert.rejects(output.setDevice('head'), { code: 'unsupported' });
    } finally {
      Object.assign(Object.getPrototypeOf(player()) as object, { setSinkId });
    }
  });

  it('plays one remote stream at a time, which is measured beside the answers, until it is ended', async () => {
    const output = outputOf();
    assert.deepEqual([output.level, output.remoteClock], [0, undefined]);
    output.hush(true);
    output.setStream(steadyStream(0.25));
    await settled();
    assert.deepEqual([output.level, asNode(output.mix).signal, player(1).paused], [0.25, 0.25, false]);
    speak(output, 0.125);
    assert.equal(output.level, 0.25);
    speak(output, 0.375);
    assert.equal(output.level, 0.5);
    output.setStream(steadyStream(0.125));
    await settled();
    assert.deepEqual([player(1).paused, player(1).srcObject, player(2).paused], [true, null, false]);
    assert.equal(asNode(output.mix).signal, 0.625);
    output.hush(true);
    assert.equal(asNode(output.mix).signal, 0.5);
    assert.ok(output.remoteClock);
    output.setStream(undefined);
    assert.deepEqual([output.remoteClock, player(2).paused], [undefined, true]);
    output.setStream(steadyStream(0.125));
    output.play();
    assert.equal(player(3).plays, 2);
    output.close();
    assert.deepEqual([output.remoteClock, player(3).paused], [undefined, true]);
  });

  it('is as late as the browser says', () => {
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { userAgent: 'X' } });
    for (const [outputLatency, baseLatency, expected] of [
      [0.2, 0.1, 0.2],
      [0, 0.1, 0.1],
      [0, 0, 0],
    ] as const) {
      Object.assign(context, { outputLatency, baseLatency });
      assert.equal(outputOf().latencySeconds(), expected);
      assert.equal(outputLatencySeconds(context as unknown as AudioContext), expected);
    }
    for (const [userAgent, expected] of [
      ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 0.035],
      ['Mozilla/5.0 (Windows NT 10.0; rv:153.0) Gecko/20100101 Firefox/153.0', 0.2],
    ] as const) {
      Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { userAgent } });
      Object.assign(context, { outputLatency: 0.2 });
      assert.equal(outputLatencySeconds(context as unknown as AudioContext), expected);
    }
  });
});

describe('a remote sound', () => {
  const played = () => installed.graph.players[0] ?? assert.fail('no element');
  const soundOf = (stream: MediaStream = steadyStream()) => {
    const mix = new GraphNode(context);
    return { mix, sound: createRemoteSound(host, stream, mix as unknown as AudioNode) };
  };

  it('is played by an element, measured and mixed, and silent while it is hushed', async () => {
    const stream = steadyStream();
    const { mix, sound } = soundOf(stream);
    sound.play();
    await settled();
    assert.deepEqual([played().srcObject, played().paused, sound.level, mix.signal], [stream, false, 0.5, 0.5]);
    assert.equal(mix.leadsTo(context.destination), false);
    sound.hush(true);
    assert.deepEqual([played().muted, sound.level, mix.signal], [true, 0, 0]);
    sound.hush(false);
    assert.deepEqual([played().muted, sound.level, mix.signal], [false, 0.5, 0.5]);
  });

  it('goes through the graph, once, where the element may not play without a gesture', async () => {
    installed.graph.refusal = 'NotAllowedError';
    const { mix, sound } = soundOf();
    const heard = () => context.destination.signal;
    sound.play();
    sound.play();
    await settled();
    assert.deepEqual([played().muted, heard(), mix.signal], [true, 0.5, 0.5]);
    sound.hush(true);
    assert.deepEqual([played().muted, heard()], [true, 0]);
    sound.hush(false);
    assert.deepEqual([played().muted, heard()], [true, 0.5]);
    sound.close();
    assert.equal(heard(), 0);
  });

  for (const cause of [new DOMException('ended', 'AbortError'), new Error('NotAllowedError')])
    it(`stays with its element after a ${cause.name}`, async () => {
      const { sound } = soundOf();
      played().play = () => Promise.reject(cause);
      sound.play();
      await settled();
      assert.deepEqual([played().muted, context.destination.signal, uncaught], [false, 0, []]);
    });

  it('is gone from element, mix and clock when it is closed', async () => {
    const { mix, sound } = soundOf();
    sound.play();
    await settled();
    sound.close();
    assert.deepEqual([played().paused, played().srcObject, mix.signal, sound.level], [true, null, 0, 0]);
    const [ear] = installed.graph.worklets;
    assert.deepEqual([ear?.port.sent.at(-1), ear?.port.closed], ['stop', true]);
  });

  it('is played where the browser cannot take it into its graph, without loudness, and hushed', async () => {
    installed.graph.refusesStreams = true;
    const { mix, sound } = soundOf();
    sound.play();
    await settled();
    assert.deepEqual([played().paused, sound.level, mix.signal], [false, 0, 0]);
    sound.hush(true);
    assert.equal(played().muted, true);
    installed.graph.refusal = 'NotAllowedError';
    sound.hush(false);
    sound.play();
    await settled();
    assert.deepEqual([played().muted, uncaught], [false, []]);
    // Time has to do where nothing listens.
    const now = mock.method(performance, 'now', () => 1000);
    sound.clock.restart();
    now.mock.mockImplementation(() => 1400);
    assert.equal(sound.clock.heardMs, 400);
    mock.restoreAll();
    sound.close();
    assert.equal(played().srcObject, null);
  });
});

describe('loudness', () => {
  it('is the RMS of what flows through a node, at most 1, until it is closed and after it was connected again', () => {
    const source = new GraphNode(context);
    const loudness = createLoudness(context as unknown as AudioContext, source as unknown as AudioNode);
    for (const [value, expected] of [
      [0, 0],
      [-0.25, 0.25],
      [4, 1],
    ] as const) {
      source.value = value;
      assert.equal(loudness.level, expected);
    }
    source.disconnect();
    assert.equal(loudness.level, 0);
    loudness.reconnect();
    assert.equal(loudness.level, 1);
    loudness.close();
    assert.equal(loudness.level, 0);
  });
});

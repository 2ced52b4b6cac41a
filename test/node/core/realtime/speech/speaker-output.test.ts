// The speaker of a call: made when it is needed, chosen before it is there, and made again after a close.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { createSpeakerOutput } from '../../../../../src/core/realtime/speech/speaker-output.js';
import { Context, installGraph, settled } from '../../audio/scripted-graph.js';

describe('the speaker of a call', () => {
  let installed: ReturnType<typeof installGraph>;
  let failures: string[];
  let taken: Context[];

  beforeEach(() => {
    installed = installGraph();
    [failures, taken] = [[], []];
  });
  afterEach(() => installed.remove());

  const made = (latency?: 'low') => {
    const takeContext = () => {
      const context = new Context();
      taken.push(context);
      return context as unknown as AudioContext;
    };
    return createSpeakerOutput(
      { workletUrl: '/sound', takeContext, audio: { latency } },
      { heard: () => undefined, failed: ({ code }) => void failures.push(code) },
    );
  };
  const playbacks = () => installed.graph.worklets;

  it('is made once, in the context that was unlocked, as soon as it is needed', async () => {
    const output = made('low');
    assert.deepEqual([output.current, output.underruns, taken.length], [undefined, 0, 0]);
    const speaker = output.ensure();
    assert.ok(speaker);
    assert.deepEqual([output.ensure(), output.current, taken.length], [speaker, speaker, 1]);
    assert.equal(output.host().context, taken[0]);
    await settled();
    assert.deepEqual(playbacks()[0]?.options.processorOptions, { latency: 'low', leastMs: 0 });
    assert.deepEqual(taken[0]?.modules, ['/sound/playback.worklet.js']);
  });

  it('is none where there is no Web Audio', () => {
    Reflect.deleteProperty(globalThis, 'AudioContext');
    const output = made();
    assert.deepEqual([output.ensure(), output.current], [undefined, undefined]);
  });

  it('is given the device that was chosen before, and says so where that is gone', async () => {
    const output = made();
    await output.setDevice('desk');
    output.ensure();
    await settled();
    assert.deepEqual(installed.graph.players[0]?.devices, ['desk']);
    await output.setDevice('');
    output.close();
    output.ensure();
    await settled();
    assert.deepEqual(installed.graph.players[1]?.devices, []);
    installed.graph.missingDevice = 'head';
    await assert.rejects(output.setDevice('head'), { code: 'speaker_missing' });
    output.close();
    await output.setDevice('head');
    output.ensure();
    await settled();
    assert.deepEqual(failures, ['speaker_missing']);
  });

  it('adds up the underruns of all that were made, and takes another context after a close', async () => {
    const output = made();
    for (const [round, underruns] of [2, 3].entries()) {
      output.ensure();
      await settled();
      playbacks()[round]?.port.say({ played: 0, idle: 0, underruns, fades: 0 });
      assert.equal(output.underruns, round === 0 ? 2 : 5);
      output.close();
      assert.deepEqual([output.current, playbacks()[round]?.port.closed], [undefined, true]);
    }
    output.close();
    assert.deepEqual([output.underruns, taken.length], [5, 2]);
    output.host();
    assert.equal(taken.length, 3);
  });

  it('closes its context with it', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const output = made();
    output.host();
    output.close();
    t.mock.timers.tick(200);
    assert.equal(taken[0]?.closes, 1);
  });
});

// The context of a page: how it is unlocked and kept running, and where its worklets come from.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

import { isVoxreelError } from 'voxreel';

import { createAudioHost } from '../../../../src/core/audio/audio-host.js';
import { workletSources } from '../../../../src/core/audio/worklet-sources.js';
import { Context, installGraph, settled } from './scripted-graph.js';

describe('the audio host', () => {
  let installed: ReturnType<typeof installGraph>;
  let context: Context;
  const navigatorBefore = Object.getOwnPropertyDescriptor(globalThis, 'navigator');

  beforeEach(() => {
    installed = installGraph();
    context = new Context();
    mock.timers.enable({ apis: ['setTimeout'] });
    setPolicy(undefined);
  });
  afterEach(() => {
    mock.timers.reset();
    installed.remove();
    if (navigatorBefore) Object.defineProperty(globalThis, 'navigator', navigatorBefore);
    else Reflect.deleteProperty(globalThis, 'navigator');
  });

  const setPolicy = (policy: string | undefined) =>
    Object.defineProperty(globalThis, 'navigator', {
      configurable: true,
      value: policy === undefined ? {} : { getAutoplayPolicy: () => policy },
    });
  const hostOf = (workletUrl?: string) => createAudioHost(workletUrl, context as unknown as AudioContext);
  const resumes = () => {
    let count = 0;
    context.resumed = async () => void count++;
    return () => count;
  };

  for (const missing of ['AudioContext', 'AudioWorkletNode']) {
    it(`is unsupported without ${missing}`, () => {
      Reflect.deleteProperty(globalThis, missing);
      assert.throws(
        () => hostOf(),
        (error) => isVoxreelError(error) && error.code === 'unsupported' && error.message.includes('Web Audio'),
      );
    });
  }

  it('takes the context that it is given, or makes one', () => {
    assert.equal(hostOf().context, context);
    assert.ok((createAudioHost().context as unknown) instanceof Context);
  });

  it('asks only a context that stands still to run', async () => {
    const asked = resumes();
    const host = hostOf();
    assert.equal(await host.unlock(), true);
    context.state = 'closed';
    assert.equal(await host.unlock(), false);
    assert.equal(asked(), 0);
    context.state = 'suspended';
    context.resumed = async () => void (context.state = 'running');
    assert.equal(await host.unlock(), true);
  });

  it('is not unlocked where the browser refuses', async () => {
    context.state = 'suspended';
    context.resumed = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    assert.equal(await hostOf().unlock(), false);
  });

  for (const [policy, ms] of [
    [undefined, 1500],
    ['disallowed', 1500],
    ['allowed', 10_000],
  ] as const) {
    it(`waits ${ms} ms for a context that does not answer where the policy is ${policy}`, async () => {
      setPolicy(policy);
      context.state = 'suspended';
      context.resumed = () => new Promise(() => undefined);
      let unlocked: boolean | undefined;
      void hostOf()
        .unlock()
        .then((running) => (unlocked = running));
      mock.timers.tick(ms - 1);
      await settled();
      assert.equal(unlocked, undefined);
      mock.timers.tick(1);
      await settled();
      assert.equal(unlocked, false);
    });
  }

  it('wakes a context that the system stopped when the page is seen or touched, until it is closed', async () => {
    const asked = resumes();
    const host = hostOf();
    const { page } = installed;
    const occasions = ['visibilitychange', 'pointerdown', 'keydown'];
    const all = () => {
      for (const type of occasions) page.dispatchEvent(new Event(type));
      context.dispatchEvent(new Event('statechange'));
    };
    all();
    assert.equal(asked(), 0);
    context.state = 'interrupted';
    for (const [at, type] of occasions.entries()) {
      page.dispatchEvent(new Event(type));
      assert.equal(asked(), at + 1);
    }
    context.dispatchEvent(new Event('statechange'));
    assert.equal(asked(), 4);
    page.visibilityState = 'hidden';
    all();
    page.visibilityState = 'visible';
    context.state = 'closed';
    all();
    assert.equal(asked(), 4);
    context.state = 'suspended';
    host.close();
    all();
    assert.equal(asked(), 4);
  });

  it('closes its context a moment after it is closed itself', () => {
    hostOf().close();
    mock.timers.tick(199);
    assert.equal(context.closes, 0);
    mock.timers.tick(1);
    assert.equal(context.closes, 1);
    hostOf().close();
    mock.timers.tick(200);
    assert.equal(context.closes, 1);
  });

  it('loads a worklet once, from the folder of the page or beside its own module', async () => {
    for (const [folder, expected] of [
      ['/sound', '/sound/capture.worklet.js'],
      ['/sound/', '/sound/capture.worklet.js'],
      ['https://cdn.example/a//', 'https://cdn.example/a/capture.worklet.js'],
      ['', '/capture.worklet.js'],
    ] as const) {
      context.modules.length = 0;
      const host = hostOf(folder);
      await Promise.all([host.addWorklet('capture'), host.addWorklet('capture')]);
      assert.deepEqual(context.modules, [expected]);
    }
    context.modules.length = 0;
    const host = hostOf();
    await host.addWorklet('capture');
    await host.addWorklet('playback');
    assert.deepEqual(
      context.modules.map((url) => url.slice(url.lastIndexOf('/'))),
      ['/capture.worklet.js?no-inline', '/playback.worklet.js?no-inline'],
    );
  });

  it('takes the worklet’s source where its file does not load, and leaves nothing of it', async (t) => {
    const sources = workletSources as Record<string, string>;
    t.after(() => Reflect.deleteProperty(sources, 'capture'));
    sources['capture'] = 'registerProcessor';
    installed.graph.missingModule = /worklet/;
    const made = t.mock.method(URL, 'createObjectURL');
    const revoked = t.mock.method(URL, 'revokeObjectURL');
    await hostOf().addWorklet('capture');
    const [, url] = context.modules;
    assert.deepEqual([context.modules.length, url], [2, made.mock.calls[0]?.result]);
    const [blob] = made.mock.calls[0]?.arguments ?? [];
    assert.ok(blob instanceof Blob && blob.type === 'text/javascript');
    assert.equal(await blob.text(), 'registerProcessor');
    assert.deepEqual(revoked.mock.calls[0]?.arguments, [url]);
  });

  it('names the worklet that is missing and what to set, and loads it when it is asked again', async () => {
    installed.graph.missingModule = /./;
    const host = hostOf('/sound');
    await assert.rejects(host.addWorklet('playback'), (error) => {
      assert.ok(isVoxreelError(error) && /playback\.worklet\.js .*worklet-url/.test(error.message));
      assert.ok(error.cause instanceof TypeError && error.cause.message.includes('playback'));
      assert.deepEqual([error.code, error.param], ['worklet_missing', 'workletUrl']);
      return true;
    });
    installed.graph.missingModule = undefined;
    await host.addWorklet('playback');
    assert.deepEqual(context.modules, ['/sound/playback.worklet.js', '/sound/playback.worklet.js']);
  });
});

import { expect } from '@open-wc/testing';

import { createAudioHost, type AudioHost } from '../../../../src/core/audio/audio-host.js';
import type { HeardPart } from '../../../../src/core/audio/playout-ledger.js';
import { createSpeaker, type Speaker } from '../../../../src/core/audio/speaker.js';
import { amplitudeOf, holdStill, level, record, soundMs, tone, until, type Recording } from './recording.js';

describe('speaker', () => {
  let host: AudioHost;
  let recording: Recording;
  let speaker: Speaker;
  let heard: HeardPart[];

  beforeEach(async () => {
    host = createAudioHost();
    expect(await host.unlock()).to.equal(true);
    recording = await record(host.context);
    heard = [];
    speaker = createSpeaker(host, { latency: 'low', destination: recording.node, heard: (parts) => heard.push(...parts) });
  });

  afterEach(() => {
    speaker.close();
    recording.close();
    host.close();
  });

  const rate = () => host.context.sampleRate;
  const recorded = () => soundMs(recording.samples(), rate());
  /** All that was on its way has sounded. */
  const settled = () => {
    const end = recording.samples().length + 8 * 1024;
    return until(() => recording.samples().length >= end);
  };

  for (const wireRate of [24_000, 8000]) {
    it(`plays ${wireRate} Hz at the right pitch, loudness and length`, async () => {
      const sound = tone(440, wireRate, 600);
      for (let at = 0; at < sound.length; at += wireRate / 50) speaker.push('a', 0, sound.slice(at, at + wireRate / 50), wireRate);
      speaker.end('a', 0);
      await until(() => heard.at(-1)?.heardMs === 600);
      await until(() => recorded() > 500);
      expect(amplitudeOf(recording.samples(), 440, rate())).to.be.closeTo(0.5, 0.03);
      expect(amplitudeOf(recording.samples(), 880, rate())).to.be.below(0.02);
      expect(speaker.playing).to.equal(false);
    });
  }

  it('says of each part how much was heard, in order, never more than was received', async () => {
    speaker.push('a', 0, level(24_000, 200), 24_000);
    speaker.end('a', 0);
    speaker.push('b', 0, level(24_000, 300), 24_000);
    speaker.end('b', 0);
    await until(() => heard.at(-1)?.itemId === 'b' && heard.at(-1)?.heardMs === 300);
    const ofA = heard.filter(({ itemId }) => itemId === 'a').map(({ heardMs }) => heardMs);
    expect(ofA).to.deep.equal(ofA.toSorted((one, other) => one - other));
    expect(heard.every(({ heardMs, receivedMs }) => heardMs <= receivedMs)).to.equal(true);
  });

  it('counts as heard only what has left the device, not what is on its way there', async () => {
    // Firefox on Linux has a wrong value, which is not read there.
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0', configurable: true });
    Object.defineProperty(host.context, 'outputLatency', { value: 0.4 });
    const behindMs: number[] = [];
    const other = createSpeaker(host, {
      latency: 'low',
      destination: recording.node,
      heard: (parts) => behindMs.push(recorded() - (parts.at(-1)?.heardMs ?? 0)),
    });
    other.push('a', 0, level(24_000, 2000), 24_000);
    await until(() => recorded() > 1500);
    other.close();
    Reflect.deleteProperty(navigator, 'userAgent');
    const median = behindMs.toSorted((one, another) => one - another)[behindMs.length >> 1];
    expect(median).to.be.within(250, 600);
  });

  // What is cut lasts seconds longer than it is awaited: a busy machine may hold the page back for half a second.
  const cuts: Record<string, { push: () => void; cutAtMs: number; item: string; others: string[]; before?: number }> = {
    'steady playback': { push: () => speaker.push('a', 0, level(24_000, 3000), 24_000), cutAtMs: 400, item: 'a', others: [] },
    'the first of two queued items': { push: () => (say('a', 3000), say('b', 3000)), cutAtMs: 400, item: 'a', others: ['b'] },
    'the second of two queued items': { push: () => (say('a', 300), say('b', 3000)), cutAtMs: 600, item: 'b', others: [], before: 300 },
    'all audio received, not all played': { push: () => say('a', 3000), cutAtMs: 500, item: 'a', others: [] },
  };
  const say = (item: string, ms: number) => {
    speaker.push(item, 0, level(24_000, ms), 24_000);
    speaker.end(item, 0);
  };

  for (const [name, { push, cutAtMs, item, others, before = 0 }] of Object.entries(cuts)) {
    it(`an interruption of ${name} names the item and what was heard of it`, async () => {
      push();
      await until(() => recorded() >= cutAtMs);
      const parts = await speaker.interrupt();
      await settled();
      const [first, ...rest] = parts;
      expect(first?.itemId).to.equal(item);
      expect(first?.heardMs).to.be.closeTo(recorded() - before, 20);
      expect(rest.map(({ itemId, heardMs }) => [itemId, heardMs])).to.deep.equal(others.map((id) => [id, 0]));
    });
  }

  it('an interruption on a busy page waits for what the audio thread has to say', async () => {
    const busy = (ms: number) => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    };
    say('a', 3000);
    await until(() => recorded() >= 200);
    busy(300);
    const cut = speaker.interrupt();
    busy(300);
    const [part] = await cut;
    await settled();
    expect(part?.heardMs).to.be.closeTo(recorded(), 20);
  });

  it('fades to silence within 30 ms of sound', async () => {
    speaker.push('a', 0, level(24_000, 3000), 24_000);
    await until(() => recorded() >= 200);
    await speaker.interrupt();
    await settled();
    const samples = recording.samples();
    const lastFull = samples.findLastIndex((value) => value > 0.495);
    const lastSound = samples.findLastIndex((value) => value > 0.001);
    expect(((lastSound - lastFull) * 1000) / rate()).to.be.within(1, 30);
  });

  it('counts right through a gap in the network', async () => {
    speaker.push('a', 0, level(24_000, 300), 24_000);
    await until(() => recorded() >= 290);
    const gap = recording.samples().length + (rate() * 600) / 1000;
    await until(() => recording.samples().length >= gap);
    speaker.push('a', 0, level(24_000, 1000), 24_000);
    await until(() => recorded() >= 500);
    const [part] = await speaker.interrupt();
    await settled();
    // Without the bridge, which is quieter from its first sample on.
    expect(part?.heardMs).to.be.closeTo(soundMs(recording.samples(), rate(), 0.49), 20);
    expect(speaker.underruns).to.be.at.least(1);
  });

  it('sounds again after the system stopped it: when the page is seen, or touched', async () => {
    for (const occasion of ['visibilitychange', 'pointerdown', 'keydown']) {
      await host.context.suspend();
      expect(host.context.state).to.equal('suspended');
      document.dispatchEvent(new Event(occasion));
      await until(() => host.context.state === 'running');
    }
  });

  it('plays what comes after an interruption', async () => {
    speaker.push('a', 0, level(24_000, 2000), 24_000);
    await until(() => recorded() >= 100);
    const cut = speaker.interrupt();
    speaker.push('b', 0, level(24_000, 200), 24_000);
    speaker.end('b', 0);
    await cut;
    await until(() => heard.at(-1)?.itemId === 'b' && heard.at(-1)?.heardMs === 200);
  });

  it('does not ask Firefox on Linux how late its sound is, which stops the page for good', async () => {
    let asked = 0;
    const count = (): number => {
      asked += 1;
      return 0;
    };
    Object.defineProperty(host.context, 'outputLatency', { get: count });
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
    Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
    const aloud = createSpeaker(host, { latency: 'low', heard: (parts) => heard.push(...parts) });
    try {
      aloud.push('a', 0, level(24_000, 200), 24_000);
      aloud.end('a', 0);
      await until(() => heard.at(-1)?.heardMs === 200);
      await aloud.interrupt();
    } finally {
      Reflect.deleteProperty(navigator, 'userAgent');
      aloud.close();
    }
    expect(asked).to.equal(0);
  });

  it('before the first sample, everything is unheard', async () => {
    // Nothing plays: on a busy machine the worklet would, between two messages.
    await holdStill(host.context);
    speaker.push('a', 0, level(24_000, 5), 24_000);
    const parts = await speaker.interrupt();
    expect(parts.map(({ heardMs }) => heardMs)).to.deep.equal([0]);
  });
});

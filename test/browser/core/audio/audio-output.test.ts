// The ways to the ear: which one sound takes where the browser refuses another, and what is measured on it.
import { expect } from '@open-wc/testing';

import { createAudioHost, type AudioHost } from '../../../../src/core/audio/audio-host.js';
import { createSpeaker, type Speaker } from '../../../../src/core/audio/speaker.js';
import { level, until } from './recording.js';

describe('the way to the ear', () => {
  const original = {
    play: HTMLMediaElement.prototype.play,
    connect: AudioNode.prototype.connect as (this: AudioNode, target: AudioNode) => AudioNode,
    sink: Object.getOwnPropertyDescriptor(AudioContext.prototype, 'setSinkId'),
  };
  let host: AudioHost;
  let speaker: Speaker;
  /** Nodes that lead straight to the device. */
  let direct: AudioNode[];
  let uncaught: unknown[];
  const note = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    uncaught.push(event.reason);
  };

  beforeEach(async () => {
    [direct, uncaught] = [[], []];
    AudioNode.prototype.connect = function tap(this: AudioNode, target: AudioNode, ...rest: number[]) {
      if (target instanceof AudioDestinationNode && this instanceof GainNode) direct.push(this);
      return Reflect.apply(original.connect, this, [target, ...rest]);
    } as typeof AudioNode.prototype.connect;
    addEventListener('unhandledrejection', note);
    host = createAudioHost();
    await host.unlock();
  });
  afterEach(() => {
    AudioNode.prototype.connect = original.connect as typeof AudioNode.prototype.connect;
    HTMLMediaElement.prototype.play = original.play;
    if (original.sink) Object.defineProperty(AudioContext.prototype, 'setSinkId', original.sink);
    removeEventListener('unhandledrejection', note);
    speaker.close();
    host.close();
  });

  const refuse = (name: string) => {
    let refuseNow = () => {};
    const refusals: Promise<void>[] = [];
    HTMLMediaElement.prototype.play = () => {
      const refusal = new Promise<void>((_, reject) => (refuseNow = () => reject(new DOMException('no', name))));
      refusals.push(refusal);
      return refusal;
    };
    return async () => {
      refuseNow();
      await Promise.allSettled(refusals);
      // What follows a rejection runs before the next task.
      await new Promise((resolve) => setTimeout(resolve));
    };
  };
  /** A stream of one steady value, until it is stopped. */
  const steady = () => {
    const destination = new MediaStreamAudioDestinationNode(host.context);
    const source = new ConstantSourceNode(host.context, { offset: 0.5 });
    source.connect(destination);
    source.start();
    return { stream: destination.stream, stop: () => source.disconnect() };
  };
  const say = () => {
    speaker.push('a', 0, level(24_000, 3000), 24_000);
    speaker.end('a', 0);
  };

  it('is the context where a media element is refused, and the sound is still measured', async () => {
    const refused = refuse('NotAllowedError');
    speaker = createSpeaker(host);
    speaker.unlock();
    expect(direct).to.have.length(0);
    await refused();
    expect(direct).to.have.length(1);
    say();
    await until(() => speaker.level > 0.3);
  });

  it('is the context too in a browser whose contexts cannot be given a device', async () => {
    Reflect.deleteProperty(AudioContext.prototype, 'setSinkId');
    const refused = refuse('NotAllowedError');
    speaker = createSpeaker(host);
    speaker.unlock();
    await refused();
    expect([direct.length, uncaught]).to.deep.equal([1, []]);
    await speaker.setDevice('desk').then(
      () => expect.fail('there is no way to choose'),
      (error: unknown) => expect(error).to.include({ code: 'unsupported' }),
    );
  });

  it('is closed for good: a refusal that comes later opens no other', async () => {
    const refused = refuse('NotAllowedError');
    speaker = createSpeaker(host);
    speaker.unlock();
    speaker.close();
    await refused();
    expect(direct).to.have.length(0);
  });

  for (const [name, through] of [
    ['NotAllowedError', 1],
    ['AbortError', 0],
  ] as const) {
    it(`of a remote stream is the context ${through ? 'after' : 'not after'} an ${name}`, async () => {
      const refused = refuse(name);
      speaker = createSpeaker(host, { destination: new GainNode(host.context) });
      const { stream } = steady();
      speaker.setStream(stream);
      await refused();
      expect(direct).to.have.length(through);
      speaker.setStream(undefined);
    });
  }

  it('plays a remote stream until it has been silent for longer than a pause, or is hushed', async () => {
    speaker = createSpeaker(host);
    expect(speaker.playing).to.equal(false);
    const { stream, stop } = steady();
    speaker.setStream(stream);
    speaker.remoteClock?.restart();
    await until(() => speaker.playing);
    await until(() => speaker.level > 0.3);
    stop();
    await until(() => !speaker.playing);
    expect(speaker.remoteClock?.silentMs).to.be.at.least(300);
    const again = steady();
    speaker.setStream(again.stream);
    speaker.remoteClock?.restart();
    await until(() => speaker.level > 0.3);
    speaker.hush(true);
    await until(() => speaker.level < 0.001 && !speaker.playing);
    speaker.hush(false);
    await until(() => speaker.level > 0.3);
    speaker.setStream(undefined);
    expect([speaker.remoteClock, speaker.playing, speaker.level]).to.deep.equal([undefined, false, 0]);
  });
});

import { expect } from '@open-wc/testing';

import { createAudioHost, type AudioHost } from '../../../../src/core/audio/audio-host.js';
import { MicrophoneCapture } from '../../../../src/core/realtime/speech/microphone-capture.js';
import { until } from '../audio/recording.js';

describe('the microphone of a wire that carries audio in events', () => {
  let host: AudioHost;

  beforeEach(async () => {
    host = createAudioHost();
    await host.unlock();
  });

  afterEach(() => host.close());

  /** A stream of one steady value. */
  function steady(value: number): MediaStream {
    const destination = new MediaStreamAudioDestinationNode(host.context);
    const source = new ConstantSourceNode(host.context, { offset: value });
    source.connect(destination);
    source.start();
    return destination.stream;
  }

  it('captures one stream at a time: after a change the old one sends nothing more', async () => {
    const values: number[] = [];
    const link = new MicrophoneCapture(
      { host: () => host, audio: {}, format: () => 'pcm16' },
      {
        passes: () => true,
        append(audio) {
          const bytes = Uint8Array.from(atob(audio), (character) => character.charCodeAt(0));
          const samples = new Int16Array(bytes.buffer);
          values.push((samples[samples.length - 1] ?? 0) / 32_768);
          return true;
        },
        failed: (error) => expect.fail(error.message),
      },
    );
    await link.start(steady(0.25));
    await until(() => values.length >= 3 && (values.at(-1) ?? 0) > 0.2);
    await link.start(steady(-0.5));
    values.length = 0;
    await until(() => values.filter((value) => value < -0.4).length >= 12);
    expect(values.filter((value) => value > 0.01)).to.deep.equal([]);
    link.stop();
  });

  it('captures on from the same stream when it is started again', async () => {
    let chunks = 0;
    const stream = steady(0.25);
    const link = new MicrophoneCapture(
      { host: () => host, audio: {}, format: () => 'pcm16' },
      {
        passes: () => true,
        append: () => (chunks++, true),
        failed: (error) => expect.fail(error.message),
      },
    );
    await Promise.all([link.start(stream), link.start(stream)]);
    await until(() => chunks >= 3);
    const before = link.appendedMs;
    link.stop();
    expect(link.format).to.equal(undefined);
    expect(before).to.be.above(0);
  });
});

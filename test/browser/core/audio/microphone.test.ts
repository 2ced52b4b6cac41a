import { expect } from '@open-wc/testing';

import { createAudioHost, type AudioHost } from '../../../../src/core/audio/audio-host.js';
import { captureNode, openMicrophone, startCapture } from '../../../../src/core/audio/microphone.js';
import { readChunks } from '../../../../src/core/audio/read-chunks.js';
import { level, until } from './recording.js';

describe('microphone', () => {
  let host: AudioHost;

  beforeEach(async () => {
    host = createAudioHost();
    await host.unlock();
  });

  afterEach(() => host.close());

  /** A stream of one steady value, by which chunks can be judged. */
  function steady(value: number): MediaStream {
    const destination = new MediaStreamAudioDestinationNode(host.context);
    const source = new AudioBufferSourceNode(host.context, { loop: true });
    const buffer = new AudioBuffer({ length: host.context.sampleRate, sampleRate: host.context.sampleRate });
    buffer.copyToChannel(level(host.context.sampleRate, 1000, value), 0);
    source.buffer = buffer;
    source.connect(destination);
    source.start();
    return destination.stream;
  }

  for (const [sampleRateHz, channels] of [
    [24_000, 1],
    [8000, 1],
    [16_000, 2],
  ] as const) {
    it(`cuts ${channels} channel(s) at ${sampleRateHz} Hz into chunks of the length asked for`, async () => {
      const lengths: number[] = [];
      const firsts: number[] = [];
      const capture = await startCapture(
        host,
        steady(0.25),
        { sampleRateHz, channels, chunkLength: 1024 },
        readChunks((samples) => {
          lengths.push(samples.length);
          firsts.push((samples[0] ?? 0) / 32_768);
        }),
      );
      const began = host.context.currentTime;
      // A busy browser leaves gaps, most of all at the beginning.
      const isSteady = () => firsts.filter((first) => Math.abs(first - 0.25) <= 0.02).length > firsts.length / 2;
      await until(() => lengths.length >= 12 && isSteady());
      const chunks = lengths.length;
      expect(firsts.filter((first) => Math.abs(first - 0.25) <= 0.02).length).to.be.above(firsts.length / 2);
      const seconds = host.context.currentTime - began;
      await capture.flush();
      capture.close();
      expect(new Set(lengths.slice(0, chunks))).to.deep.equal(new Set([1024]));
      // The rate is right when no more chunks came than so many samples fill, give or take what was under way.
      expect(chunks * 1024).to.be.at.most((seconds + 0.3) * sampleRateHz * channels);
    });
  }

  it('goes on with silence where there is no sound: muted, or nothing that gives any', async () => {
    const options = { sampleRateHz: 24_000, channels: 2, chunkLength: 1024 };
    for (const capturing of [
      async (take: (samples: Int16Array) => void) => {
        const stream = steady(0.25);
        const capture = await startCapture(host, stream, options, readChunks(take));
        for (const track of stream.getAudioTracks()) track.enabled = false;
        return capture;
      },
      (take: (samples: Int16Array) => void) => captureNode(host, new GainNode(host.context), options, readChunks(take)),
    ]) {
      let silent = 0;
      const capture = await capturing((samples) => (silent = samples.every((value) => value === 0) ? silent + 1 : 0));
      await until(() => silent >= 5);
      capture.close();
    }
  });

  it('opens, measures, mutes and closes the device', async () => {
    const microphone = await openMicrophone({}, host, () => undefined);
    await until(() => microphone.level > 0.001);
    microphone.enable(false);
    await until(() => microphone.level === 0);
    microphone.enable(true);
    await until(() => microphone.level > 0.001);
    microphone.close();
    expect(microphone.stream.getAudioTracks().map(({ readyState }) => readyState)).to.deep.equal(['ended']);
  });

  it('leaves the tracks of the page alone', async () => {
    const stream = steady(0.5);
    const microphone = await openMicrophone(stream, host, () => undefined);
    microphone.close();
    expect(stream.getAudioTracks()[0]?.readyState).to.equal('live');
  });

  for (const [name, code] of Object.entries({
    NotAllowedError: 'microphone_denied',
    NotFoundError: 'microphone_missing',
    NotReadableError: 'microphone_busy',
  })) {
    it(`says ${code} for ${name}`, async () => {
      const devices = navigator.mediaDevices;
      const original = devices.getUserMedia;
      devices.getUserMedia = () => Promise.reject(new DOMException('no', name));
      try {
        const failure: unknown = await openMicrophone({}, host, () => undefined).catch((error: unknown) => error);
        expect(failure).to.include({ code });
      } finally {
        devices.getUserMedia = original;
      }
    });
  }
});

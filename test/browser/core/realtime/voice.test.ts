// Both directions of sound on wires of each kind, without a session around them.
import { expect } from '@open-wc/testing';
import { isVoxreelError } from 'voxreel';
import type { Transport, Wire } from 'voxreel';
import type { AudioFormat } from 'voxreel/protocol';

import { Voice } from '../../../../src/core/realtime/speech/voice.js';
import type { SoundOptions } from '../../../../src/core/realtime/speech/sound-options.js';
import { until } from '../audio/recording.js';

describe('the voice of a call', () => {
  const contexts: AudioContext[] = [];
  let voice: Voice;
  let taken: AudioContext[];
  let chunks: { readonly bytes: number; readonly durationMs: number }[];
  let failures: string[];
  let format: AudioFormat;

  beforeEach(() => {
    [taken, chunks, failures, format] = [[], [], [], 'pcm16'];
    voice = voiceOf({});
  });
  afterEach(() => {
    Reflect.deleteProperty(AudioWorklet.prototype, 'addModule');
    voice.close();
    for (const context of contexts.splice(0)) void context.close();
  });

  const voiceOf = (more: Partial<SoundOptions>) => {
    const takeContext = () => {
      const context = new AudioContext();
      taken.push(context);
      return context;
    };
    return new Voice(
      { workletUrl: undefined, takeContext, audio: {}, constraints: undefined, record: false, ...more },
      { inputFormat: () => format, inputRateHz: () => undefined, outputFormat: () => 'pcm16' },
      {
        append: (audio, durationMs) => chunks.push({ bytes: atob(audio).length, durationMs }) > 0,
        heard: () => undefined,
        changed: () => undefined,
        failed: ({ code }) => failures.push(code),
      },
    );
  };
  const steady = (): MediaStream => {
    const context = new AudioContext();
    contexts.push(context);
    void context.resume();
    const destination = new MediaStreamAudioDestinationNode(context);
    const source = new ConstantSourceNode(context, { offset: 0.25 });
    source.connect(destination);
    source.start();
    return destination.stream;
  };
  const lineOf = (audio: Transport['audio']) => {
    const sent: (MediaStream | undefined)[] = [];
    const wire = { setMicrophone: async (stream: MediaStream | undefined) => void sent.push(stream) } as unknown as Wire;
    return { sent, open: () => voice.opened(wire, { audio } as Transport) };
  };
  /** So much more was rendered. */
  const passes = async (seconds: number) => {
    const [context] = taken;
    const end = (context?.currentTime ?? 0) + seconds;
    await until(() => (context?.currentTime ?? 0) >= end);
  };
  const isEnabled = () => voice.stream?.getAudioTracks()[0]?.enabled;
  const breakCapture = () => {
    const { addModule } = AudioWorklet.prototype;
    AudioWorklet.prototype.addModule = async function broken(this: AudioWorklet, url) {
      if (String(url).includes('capture') || String(url).startsWith('blob:')) throw new DOMException('no', 'AbortError');
      await addModule.call(this, url);
    };
  };
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => (isVoxreelError(error) ? error.code : error),
    );

  it('goes out in chunks of the documents’ size, and counts from where the gate was opened', async () => {
    const line = lineOf('events');
    line.open();
    expect(voice.talking).to.equal(false);
    await voice.setMicrophone(steady());
    expect(voice.talking).to.equal(true);
    await until(() => chunks.length >= 4);
    expect(new Set(chunks.map(({ bytes }) => bytes))).to.deep.equal(new Set([2048]));
    expect(voice.appendedMs).to.be.closeTo(chunks.length * (1024 / 24), 0.1);
    expect(line.sent).to.deep.equal([]);
    voice.gate(false);
    expect(voice.talking).to.equal(false);
    expect(voice.appendedMs).to.be.above(100);
    expect(isEnabled()).to.equal(true);
    const before = chunks.length;
    await passes(0.2);
    expect(chunks.length).to.equal(before);
    voice.gate(true);
    expect(voice.appendedMs).to.equal(0);
    await until(() => chunks.length > before);
    format = 'g711_ulaw';
    voice.reconfigure();
    chunks.length = 0;
    await until(() => chunks.at(-1)?.bytes === 1024);
    voice.mute(true);
    expect([voice.talking, voice.muted, isEnabled(), voice.levels.microphone]).to.deep.equal([false, true, false, 0]);
  });

  it('goes over to a track where the next wire has one, and sends no more chunks', async () => {
    lineOf('events').open();
    const stream = steady();
    await voice.setMicrophone(stream);
    await until(() => chunks.length >= 2);
    voice.lost();
    const line = lineOf('track');
    line.open();
    await until(() => line.sent.length > 0);
    const before = chunks.length;
    await passes(0.3);
    expect([line.sent, chunks.length]).to.deep.equal([[stream], before]);
    expect(voice.talking).to.equal(true);
    voice.gate(false);
    expect(isEnabled()).to.equal(false);
    voice.gate(true);
    expect(isEnabled()).to.equal(true);
    const began = performance.now();
    await voice.flush();
    expect(performance.now() - began).to.be.at.least(140);
    await voice.setMicrophone(false);
    expect([line.sent.at(-1), voice.talking, voice.stream]).to.deep.equal([undefined, false, undefined]);
  });

  it('closes a microphone that it cannot capture, and says why', async () => {
    breakCapture();
    lineOf('events').open();
    expect(await codeOf(voice.setMicrophone(steady()))).to.equal('worklet_missing');
    expect([voice.stream, voice.talking]).to.deep.equal([undefined, false]);
    expect(failures.filter((code) => code !== 'worklet_missing')).to.deep.equal([]);
  });

  it('says why a microphone cannot be captured that was open before the wire', async () => {
    breakCapture();
    await voice.setMicrophone(steady());
    expect(failures).to.deep.equal([]);
    lineOf('events').open();
    await until(() => failures.includes('worklet_missing'));
    await until(() => voice.stream === undefined);
  });

  it('needs no sound of this machine on a wire that has none, or to be closed', () => {
    voice.close();
    lineOf('none').open();
    voice.gate(false);
    voice.close();
    expect(taken).to.deep.equal([]);
    expect(voice.counts).to.deep.equal({ droppedMs: 0, underruns: 0 });
  });
});

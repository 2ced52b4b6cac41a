import { expect } from '@open-wc/testing';
import { createRealtimeSession } from 'voxreel';
import type { DeviceChange, RealtimeSession, RealtimeSessionOptions } from 'voxreel';

import { createAudioDecoder } from '../../../../src/core/audio/codecs.js';
import { scriptedTransport, type ScriptedTransport } from '../../../node/core/realtime/scripted-transport.js';
import { steadyAmplitudeOf, tone, until } from '../audio/recording.js';
import { tappedSession } from './tapped-session.js';

describe('the sound and pictures of a session', () => {
  let session: RealtimeSession;
  let transport: ScriptedTransport;
  const contexts: AudioContext[] = [];

  const open = async (more: Partial<RealtimeSessionOptions> = {}) => {
    transport = scriptedTransport();
    session = createRealtimeSession({
      baseUrl: 'http://scripted.test',
      model: 'm',
      getToken: async () => 't',
      transports: [transport],
      session: { modalities: ['text', 'audio'] },
      ...more,
    });
    await session.connect();
  };
  afterEach(() => {
    session.close();
    for (const context of contexts.splice(0)) void context.close();
  });

  /** A stream of the page's own that sounds, and its context. */
  const sounding = (hz = 400): MediaStream => {
    const context = new AudioContext();
    contexts.push(context);
    void context.resume();
    const destination = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
    const source = new OscillatorNode(context, { frequency: hz });
    const gain = new GainNode(context, { gain: 0.5 });
    source.connect(gain).connect(destination);
    source.start();
    return destination.stream;
  };
  const appended = () =>
    (transport.connections[0]?.sent ?? [])
      .filter(({ type }) => type === 'input_audio_buffer.append')
      .map((event) => String(event['audio']));

  describe('audio in', () => {
    for (const [format, sampleRate, channels, chunkSize] of [
      ['pcm16', 8000, 1, 1024],
      ['pcm16', 16_000, 1, 2048],
      ['pcm16', 24_000, 2, 4096],
      ['pcm16', 44_100, 1, 4096],
      ['pcm16', 48_000, 2, 4096],
      ['g711_ulaw', 8000, 1, 1024],
      ['g711_alaw', 8000, 2, 2048],
    ] as const) {
      it(`${format}, ${sampleRate} Hz, ${channels} channel(s), in chunks of ${chunkSize} bytes`, async () => {
        await open({ session: { modalities: ['audio'], input_audio_format: format }, audio: { sampleRate, channels, chunkSize } });
        await session.setMicrophone(sounding());
        const decode = createAudioDecoder();
        const amplitude = () => {
          const newest = appended().slice(-5);
          const samples = newest.flatMap((chunk) => [...decode(chunk, format)]).filter((_, at) => at % channels === 0);
          return steadyAmplitudeOf(new Float32Array(samples), 400, sampleRate);
        };
        // WebKit leaves gaps, most of all at the beginning.
        await until(() => appended().length >= 8 && Math.abs(amplitude() - 0.5) <= 0.06);
        expect(amplitude()).to.be.closeTo(0.5, 0.06);
        expect(new Set(appended().map((chunk) => atob(chunk).length))).to.deep.equal(new Set([chunkSize]));
      });
    }

    it('refuses compression by name on a wire of events', async () => {
      await open();
      const wrong = createRealtimeSession({ baseUrl: '/', model: 'm', transports: [transport], audio: { compression: 'opus' } });
      expect(await wrong.connect().catch((error: unknown) => error)).to.include({ code: 'invalid_input', param: 'audio.compression' });
    });

    it('counts what a slow connection leaves out, and says so once', async () => {
      const errors: string[] = [];
      await open();
      session.on('error', ({ code }) => errors.push(code));
      await session.setMicrophone(sounding());
      await until(() => appended().length >= 2);
      expect(session.meters.droppedMs).to.equal(0);
      transport.bufferedBytes = 1_000_000;
      const before = appended().length;
      await until(() => session.meters.droppedMs > 200);
      expect(appended().length).to.equal(before);
      transport.bufferedBytes = 0;
      await until(() => appended().length > before);
      expect(errors).to.deep.equal(['audio_dropped']);
    });
  });

  describe('devices', () => {
    const devices = navigator.mediaDevices;
    const original = { enumerate: devices.enumerateDevices, open: devices.getUserMedia };
    let listed: { kind: string; deviceId: string; groupId: string; label: string }[];
    let asked: unknown[];
    let missing: boolean;
    let opened: MediaStream[];

    const named = (deviceId: string, stream: MediaStream) => {
      for (const track of stream.getAudioTracks()) {
        // What a script dispatches on a track no listener of Firefox hears.
        const told = new EventTarget();
        const methods = { getSettings: () => ({ deviceId }), ...boundOf(told) };
        for (const [name, value] of Object.entries(methods)) Object.defineProperty(track, name, { value });
      }
      return stream;
    };
    const plug = (...ids: string[]) => {
      listed = ids.map((deviceId) => ({ kind: 'audioinput', deviceId, groupId: deviceId, label: `Microphone ${deviceId}` }));
      devices.dispatchEvent(new Event('devicechange'));
    };
    beforeEach(() => {
      asked = [];
      opened = [];
      missing = false;
      plug('one', 'two');
      devices.enumerateDevices = async () => listed as unknown as MediaDeviceInfo[];
      devices.getUserMedia = async (constraints) => {
        if (missing) throw new DOMException('none', 'NotFoundError');
        const { deviceId } = (constraints?.audio ?? {}) as { deviceId?: string };
        asked.push(deviceId);
        const stream = named(deviceId ?? listed[0]?.deviceId ?? '', sounding());
        opened.push(stream);
        return stream;
      };
    });
    afterEach(() => {
      devices.enumerateDevices = original.enumerate;
      devices.getUserMedia = original.open;
    });
    const changes = () => {
      const all: DeviceChange['cause'][] = [];
      session.on('device', ({ cause }) => all.push(cause));
      return all;
    };
    const unplug = (at: number) => {
      const [track] = opened[at]?.getAudioTracks() ?? [];
      track?.stop();
      track?.dispatchEvent(new Event('ended'));
    };

    it('are listed by kind, without aliases', async () => {
      await open();
      plug('default', 'one');
      expect((await session.devices()).microphones.map(({ deviceId }) => deviceId)).to.deep.equal(['one']);
    });

    it('switches live, and audio goes on', async () => {
      await open();
      await session.setMicrophone({ deviceId: 'one' });
      await until(() => appended().length >= 3);
      await session.setMicrophone({ deviceId: 'two' });
      const before = appended().length;
      await until(() => appended().length >= before + 3);
      expect(opened.map((stream) => stream.getAudioTracks()[0]?.readyState)).to.deep.equal(['ended', 'live']);
    });

    it('follows the system to another default', async () => {
      await open();
      const seen = changes();
      await session.setMicrophone(true);
      await session.devices();
      plug('two', 'one');
      await until(() => seen.length > 0);
      expect(seen).to.deep.equal(['default']);
      expect(opened).to.have.length(2);
      expect(session.talking).to.equal(true);
    });

    it('falls back to the default when the chosen one is unplugged, and takes it up again when it is back', async () => {
      await open();
      const seen = changes();
      const errors: string[] = [];
      session.on('error', ({ code }) => errors.push(code));
      await session.setMicrophone({ deviceId: 'two' });
      plug('one');
      unplug(0);
      await until(() => seen.length + errors.length > 0);
      expect([seen, errors]).to.deep.equal([['unplugged'], []]);
      expect(session.talking).to.equal(true);
      plug('one', 'two');
      await until(() => seen.length === 2);
      expect(seen).to.deep.equal(['unplugged', 'returned']);
      expect(asked).to.deep.equal(['two', undefined, 'two']);
    });

    it('opens the microphone again that a phone call left silent, and leaves one that speaks', async () => {
      const watched: AudioContext[] = [];
      AudioContext.prototype.addEventListener = function (this: AudioContext, type: string, ...rest: [EventListener]) {
        if (type === 'statechange') watched.push(this);
        EventTarget.prototype.addEventListener.call(this, type, ...rest);
      };
      try {
        await open();
        const seen = changes();
        await session.setMicrophone({ deviceId: 'two' });
        const [context] = watched;
        const [track] = opened[0]?.getAudioTracks() ?? [];
        if (context === undefined || track === undefined) throw new Error('No sound was begun.');
        await until(() => context.state === 'running');
        context.dispatchEvent(new Event('statechange'));
        Object.defineProperty(track, 'muted', { value: true });
        context.dispatchEvent(new Event('statechange'));
        await until(() => seen.length > 0);
        expect(seen).to.deep.equal(['returned']);
        expect(asked).to.deep.equal(['two', 'two']);
        expect(session.talking).to.equal(true);
      } finally {
        Reflect.deleteProperty(AudioContext.prototype, 'addEventListener');
      }
    });

    it('says that no microphone is left', async () => {
      const errors: string[] = [];
      await open();
      session.on('error', ({ code }) => errors.push(code));
      await session.setMicrophone(true);
      missing = true;
      plug();
      unplug(0);
      await until(() => errors.length > 0);
      expect(errors).to.deep.equal(['microphone_missing']);
      expect(session.talking).to.equal(false);
    });
  });

  it('chooses the loudspeaker of every way out', async () => {
    const chosen: string[] = [];
    const original = HTMLMediaElement.prototype.setSinkId;
    HTMLMediaElement.prototype.setSinkId = async (id) => void chosen.push(id);
    try {
      await open();
      await session.setSpeaker('desk');
      await session.setSpeaker(undefined);
      expect(chosen).to.deep.equal(['desk', '']);
      HTMLMediaElement.prototype.setSinkId = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
      expect(await session.setSpeaker('gone').catch((error: unknown) => error)).to.include({ code: 'speaker_missing' });
    } finally {
      HTMLMediaElement.prototype.setSinkId = original;
    }
  });

  it('keeps the screen lit while the microphone is open, no longer', async () => {
    let held = 0;
    const original = Object.getOwnPropertyDescriptor(Navigator.prototype, 'wakeLock');
    const locks: { released: boolean; release: () => Promise<void> }[] = [];
    const request = async () => {
      held++;
      const lock = { released: false, release: async () => void held-- };
      locks.push(lock);
      return lock;
    };
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
    try {
      await open();
      expect(held).to.equal(0);
      await session.setMicrophone(sounding());
      await until(() => held === 1);
      await session.setMicrophone(false);
      await until(() => held === 0);
      await session.setMicrophone(sounding());
      await until(() => held === 1);
      // Browsers take it away from a page that is not seen.
      held = 0;
      for (const lock of locks) lock.released = true;
      document.dispatchEvent(new Event('visibilitychange'));
      await until(() => held === 1);
      session.close();
      await until(() => held === 0);
    } finally {
      Reflect.deleteProperty(navigator, 'wakeLock');
      if (original !== undefined && navigator.wakeLock === undefined) Object.defineProperty(Navigator.prototype, 'wakeLock', original);
    }
  });

  it('has no place for a camera on a wire of events, and says so', async () => {
    await open();
    expect(await session.setCamera(true).catch((error: unknown) => error)).to.include({ code: 'unsupported' });
    expect(session.camera).to.equal(undefined);
  });

  it('measures an answer from the end of the turn to its first heard sample', async () => {
    const tapped = await tappedSession();
    ({ session } = tapped);
    expect(session.meters.firstDeltaMs).to.equal(undefined);
    tapped.server.say({ type: 'input_audio_buffer.speech_stopped', item_id: 'u' });
    const began = performance.now();
    await tapped.passes(100);
    const before = performance.now() - began;
    tapped.begin('a');
    tapped.speak('a', 1000, 1000);
    const after = performance.now() - began;
    tapped.end('a');
    // A report waits for the page as long as one of its turns takes, and nothing tells the session how long.
    let [turnAt, longestTurnMs] = [performance.now(), 0];
    // By the first news of it: WebKit makes sound in bursts, and a later count is ahead of its time.
    let firstRecorded: number | undefined;
    await until(() => {
      longestTurnMs = Math.max(longestTurnMs, performance.now() - turnAt);
      turnAt = performance.now();
      if (tapped.recordedMs() > 0) firstRecorded ??= turnAt - began - tapped.recordedMs();
      return firstRecorded !== undefined && session.meters.heardMs !== undefined;
    });
    const firstHeard = Number(firstRecorded) + tapped.latencyMs();
    expect(session.meters.firstDeltaMs).to.be.within(before, after + 1);
    expect(session.meters.heardMs).to.be.within(before, firstHeard + longestTurnMs + 20);
    const { underruns } = session.meters;
    expect(await session.stats()).to.include({ underruns, reconnects: 0 });
    tapped.close();
  });

  it('keeps both sides in one file, the user left, the answer right', async () => {
    const tapped = await tappedSession({ record: true });
    ({ session } = tapped);
    // A line that opens at once may be faster than what records.
    while ((await session.exportAudio()).size <= 44) await tapped.passes(10);
    await session.setMicrophone(sounding(400));
    const recorded = async () => new DataView(await (await session.exportAudio()).arrayBuffer());
    const side = (file: DataView, offset: number) =>
      Float32Array.from({ length: (file.byteLength - 44) / 4 }, (_, at) => file.getInt16(44 + at * 4 + offset, true) / 32_768);
    // WebKit starts a pipeline for each node that reads a stream: this one is heard a while after the level is.
    while (side(await recorded(), 0).every((value) => value < 0.4)) await tapped.passes(10);
    await tapped.passes(300);
    session.mute(true);
    const mutedMs = tapped.elapsedMs();
    await tapped.passes(200);
    tapped.begin('a');
    tapped.speak('a', 500);
    tapped.end('a');
    await until(() => tapped.recordedMs() >= 490);
    const beganMs = tapped.firstSoundMs() - mutedMs;
    const file = await recorded();
    const text = (at: number) => String.fromCharCode(...[0, 1, 2, 3].map((index) => file.getUint8(at + index)));
    expect([text(0), text(8), text(36)]).to.deep.equal(['RIFF', 'WAVE', 'data']);
    expect([file.getUint16(22, true), file.getUint32(24, true), file.getUint32(40, true)]).to.deep.equal([2, 24_000, file.byteLength - 44]);
    const [user, assistant] = [side(file, 0), side(file, 2)];
    expect(steadyAmplitudeOf(user, 400, 24_000)).to.be.closeTo(0.5, 0.1);
    expect(assistant.filter((value) => value > 0.4).length / 24).to.be.closeTo(500, 40);
    // One clock: the answer began as long after the user had stopped as it did.
    const stopped = user.findLastIndex((value) => Math.abs(value) > 0.01);
    expect((assistant.findIndex((value) => value > 0.01) - stopped) / 24).to.be.closeTo(beganMs, 60);
    session.close();
    expect((await session.exportAudio()).size).to.be.at.least(file.byteLength);
    tapped.close();
  });

  it('has what records loaded before the line is open, so that the first words are kept', async () => {
    const { addModule } = AudioWorklet.prototype;
    const loaded = new Promise<void>((resolve) => {
      AudioWorklet.prototype.addModule = async function watched(this: AudioWorklet, url) {
        await addModule.call(this, url);
        if (String(url).includes('capture')) resolve();
      };
    });
    const line = scriptedTransport();
    const slow = { ...line, open: (...args: Parameters<typeof line.open>) => loaded.then(() => line.open(...args)) };
    try {
      await open({ record: true, transports: [slow] });
    } finally {
      Reflect.deleteProperty(AudioWorklet.prototype, 'addModule');
    }
  });

  it('keeps no sound unasked', async () => {
    await open();
    expect(await session.exportAudio().catch((error: unknown) => error)).to.include({ code: 'unsupported' });
  });

  it('goes another way where the browser refuses to play a stream', async () => {
    const original = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no gesture', 'NotAllowedError'));
    const routed: unknown[] = [];
    const connect = AudioNode.prototype.connect as (this: AudioNode, target: AudioNode) => AudioNode;
    AudioNode.prototype.connect = function tap(this: AudioNode, target: AudioNode, ...rest: number[]) {
      if (target instanceof AudioDestinationNode && this instanceof GainNode) routed.push(target);
      return Reflect.apply(connect, this, [target, ...rest]);
    } as typeof AudioNode.prototype.connect;
    try {
      const remote = scriptedTransport('track', 'track');
      const voice = sounding(tone.length);
      const withSound = {
        ...remote,
        open: async (...args: Parameters<typeof remote.open>) => ({ ...(await remote.open(...args)), remoteAudio: voice }),
      };
      await open({ transports: [withSound] });
      await until(() => routed.length >= 2);
    } finally {
      HTMLMediaElement.prototype.play = original;
      AudioNode.prototype.connect = connect as typeof AudioNode.prototype.connect;
    }
  });
});

const boundOf = (target: EventTarget) => ({
  addEventListener: target.addEventListener.bind(target),
  removeEventListener: target.removeEventListener.bind(target),
  dispatchEvent: target.dispatchEvent.bind(target),
});

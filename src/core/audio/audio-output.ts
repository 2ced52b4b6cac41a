// The way to the ear: a media element fed from the graph, since echo cancelers listen to those, else the graph's own end. Also plays a remote stream.
import { VoxreelError, toVoxreelError } from '../errors.js';
import type { AudioHost } from './audio-host.js';
import { createLoudness } from './loudness.js';
import { outputLatencySeconds } from './output-latency.js';
import { createRemoteSound, type RemoteSound } from './remote-sound.js';
import type { SoundClock } from './sound-clock.js';

export interface AudioOutput {
  readonly input: AudioNode;
  /** Everything that sounds, for a recording. */
  readonly mix: AudioNode;
  /** RMS of whatever sounds now, 0 to 1. */
  readonly level: number;
  /** Of the remote stream, while there is one. */
  readonly remoteClock: SoundClock | undefined;
  /** Between the graph and the ear, as far as the browser tells. */
  latencySeconds(): number;
  /** Begins playing; call it inside a user's gesture. */
  play(): void;
  /** Plays a remote stream, or ends it. */
  setStream(stream: MediaStream | undefined): void;
  /** Silences the remote stream. */
  hush(silent: boolean): void;
  /** 0 to 1: of what is heard, not of what is measured or recorded. */
  setVolume(volume: number): void;
  /** An id of `Devices.speakers`; an empty one for the default. Rejects with `unsupported` or `speaker_missing`. */
  setDevice(deviceId: string): Promise<void>;
  close(): void;
}

/** Elements and, in some engines, contexts can be given a device. */
interface Sink {
  setSinkId?(deviceId: string): Promise<void>;
}

export function createAudioOutput(host: AudioHost, destination?: AudioNode): AudioOutput {
  const { context } = host;
  const input = new GainNode(context);
  const mix = new GainNode(context);
  const loud = new GainNode(context);
  const graphLoudness = createLoudness(context, input);
  input.connect(mix);
  input.connect(loud);
  let element = destination === undefined ? elementRoute(context, loud) : undefined;
  if (destination !== undefined) loud.connect(destination);
  let remote: RemoteSound | undefined;
  let deviceId = '';

  const sinks = (): Sink[] => [element, remote?.element].filter((one) => one !== undefined);
  const endRemote = () => {
    remote?.close();
    remote = undefined;
  };

  return {
    input,
    mix,
    get level() {
      return Math.max(graphLoudness.level, remote?.level ?? 0);
    },
    get remoteClock() {
      return remote?.clock;
    },
    latencySeconds: () => outputLatencySeconds(context),
    play() {
      const playing = element;
      playing?.play().catch(() => {
        // Refused (WebKit, without a gesture): straight to the device, which the context's own unlocking opens.
        if (element !== playing) return;
        element = undefined;
        release(playing);
        loud.disconnect();
        loud.connect(context.destination);
        (context as Sink).setSinkId?.(deviceId).catch(() => undefined);
      });
      remote?.play();
    },
    setStream(stream) {
      endRemote();
      if (stream === undefined) return;
      remote = createRemoteSound(host, stream, mix);
      remote.setVolume(loud.gain.value);
      if (deviceId !== '') remote.element.setSinkId?.(deviceId).catch(() => undefined);
      remote.play();
    },
    hush: (silent) => remote?.hush(silent),
    setVolume(volume) {
      loud.gain.value = volume;
      remote?.setVolume(volume);
    },
    async setDevice(wanted) {
      const able = sinks();
      await chooseDevice(able.length > 0 ? able : [context as Sink], wanted);
      deviceId = wanted;
    },
    close() {
      endRemote();
      release(element);
      element = undefined;
      input.disconnect();
      loud.disconnect();
    },
  };
}

async function chooseDevice(sinks: readonly Sink[], deviceId: string): Promise<void> {
  try {
    for (const sink of sinks) {
      if (sink.setSinkId === undefined)
        throw new VoxreelError('unsupported', 'This browser leaves the choice of the loudspeaker to the system.');
      await sink.setSinkId(deviceId);
    }
  } catch (cause) {
    throw toVoxreelError(cause, 'speaker_missing');
  }
}

function elementRoute(context: AudioContext, input: AudioNode): HTMLAudioElement {
  const route = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
  input.connect(route);
  const audio = new Audio();
  audio.srcObject = route.stream;
  return audio;
}

function release(audio: HTMLAudioElement | undefined): void {
  if (audio === undefined) return;
  audio.pause();
  audio.srcObject = null;
}

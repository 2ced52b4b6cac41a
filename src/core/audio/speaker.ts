// Plays what a model says: samples of items through the playback worklet, or a remote stream.
import { VoxreelError, toVoxreelError } from '../errors.js';
import type { AudioHost } from './audio-host.js';
import { createAudioOutput } from './audio-output.js';
import { createPlayer, type Player, type ThreadPlayerOptions } from './player.js';
import type { PlaybackOptions } from './playback.worklet.js';
import type { Latency } from './playout.js';
import { stallMs } from './stall.js';
import type { HeardPart } from './playout-ledger.js';
import type { SoundClock } from './sound-clock.js';

export interface SpeakerOptions {
  readonly latency?: Latency | undefined;
  /** At most 20 times a second while something plays. */
  readonly heard?: ((parts: readonly HeardPart[]) => void) | undefined;
  readonly failed?: ((error: VoxreelError) => void) | undefined;
  /** Where sound goes; default the device, through a media element so that the echo canceller hears it. */
  readonly destination?: AudioNode | undefined;
}

export interface Speaker extends Pick<Player, 'underruns' | 'push' | 'end' | 'interrupt'> {
  /** RMS of what is played now, 0 to 1. */
  readonly level: number;
  /** True while something queued has not been heard, or the remote stream sounds. */
  readonly playing: boolean;
  /** Of the remote stream, while there is one. */
  readonly remoteClock: SoundClock | undefined;
  /** Samples of items are played by another player from now on, which takes the worklet over. */
  playBy(create: (options: ThreadPlayerOptions) => Player): void;
  /** Plays a remote stream instead; undefined ends it. */
  setStream(stream: MediaStream | undefined): void;
  /** Silences the remote stream until the next answer. */
  hush(silent: boolean): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  /** An empty id for the default. Rejects with `unsupported` or `speaker_missing`. */
  setDevice(deviceId: string): Promise<void>;
  /** Everything that sounds, for a recording. */
  readonly mix: AudioNode;
  /** Call it inside a user's gesture. */
  unlock(): void;
  close(): void;
}

/** Shorter silences are pauses in speech. */
const pauseMs = 300;

const blocked = () => new VoxreelError('audio_blocked', 'The browser plays no sound before a gesture on the page.');

const isSounding = (remote: SoundClock | undefined): boolean => remote !== undefined && remote.heardMs > 0 && remote.silentMs < pauseMs;

/** Its module must have been added to the context. Who asks for little delay has it everywhere. */
function playbackNode(output: AudioNode, latency: Latency = 'balanced'): AudioWorkletNode {
  const processorOptions: PlaybackOptions = { latency, leastMs: latency === 'low' ? 0 : stallMs() };
  const node = new AudioWorkletNode(output.context, 'voxreel-playback', { numberOfInputs: 0, outputChannelCount: [1], processorOptions });
  node.connect(output);
  return node;
}

export function createSpeaker(host: AudioHost, options: SpeakerOptions = {}): Speaker {
  const output = createAudioOutput(host, options.destination);
  const playerOptions: ThreadPlayerOptions = {
    sampleRateHz: host.context.sampleRate,
    output: () => ({ latencySeconds: output.latencySeconds(), isRunning: host.context.state === 'running' }),
    heard: (parts) => options.heard?.(parts),
    lost: () => {
      node?.disconnect();
      node = undefined;
      player = createPlayer(playerOptions);
      void start();
    },
  };
  let player = createPlayer(playerOptions);
  let node: AudioWorkletNode | undefined;
  let closed = false;

  const start = async () => {
    try {
      await host.addWorklet('playback');
      if (closed) return;
      node = playbackNode(output.input, options.latency);
      player.connect(node.port);
    } catch (cause) {
      if (!closed) options.failed?.(toVoxreelError(cause, 'audio_blocked'));
    }
  };
  void start();

  return {
    get level() {
      return output.level;
    },
    get playing() {
      return player.playing || isSounding(output.remoteClock);
    },
    get underruns() {
      return player.underruns;
    },
    get remoteClock() {
      return output.remoteClock;
    },
    push(...piece) {
      if (!closed) player.push(...piece);
    },
    end: (itemId, contentIndex) => player.end(itemId, contentIndex),
    interrupt: (responseId) => player.interrupt(responseId),
    playBy(create) {
      if (closed) return;
      player = create(playerOptions);
      if (node !== undefined) player.connect(node.port);
      // It counts from here on: what the worklet has played before is in no ledger of its own.
      void player.interrupt();
    },
    setStream: output.setStream,
    hush: output.hush,
    setVolume: output.setVolume,
    setDevice: output.setDevice,
    mix: output.mix,
    unlock: () => {
      void host.unlock().then((running) => {
        if (!running && !closed) options.failed?.(blocked());
      });
      output.play();
    },
    close() {
      if (closed) return;
      closed = true;
      player.close();
      node?.disconnect();
      output.close();
    },
  };
}

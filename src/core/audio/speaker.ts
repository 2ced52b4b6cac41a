// Plays what a model says: samples of items through the playback worklet, or a remote stream. Knows what was heard, not why it stops.
import { VoxreelError, toVoxreelError } from '../errors.js';
import type { AudioHost } from './audio-host.js';
import { createAudioOutput } from './audio-output.js';
import { fadeMs, type Latency } from './playout.js';
import { createPlayoutLedger, type HeardPart } from './playout-ledger.js';
import type { PlaybackCommand, PlaybackReport } from './playback.worklet.js';
import { createResampler, type Resampler } from '../../base/resample.js';
import type { SoundClock } from './sound-clock.js';
import { createWorkletNode, type WorkletNode } from './worklet-node.js';

export interface SpeakerOptions {
  readonly latency?: Latency | undefined;
  /** At most 20 times a second while something plays. */
  readonly heard?: ((parts: readonly HeardPart[]) => void) | undefined;
  readonly failed?: ((error: VoxreelError) => void) | undefined;
  /** Where sound goes; default the device, through a media element so that the echo canceller hears it. */
  readonly destination?: AudioNode | undefined;
}

export interface Speaker {
  /** RMS of what is played now, 0 to 1. */
  readonly level: number;
  /** True while something queued has not been heard, or the remote stream sounds. */
  readonly playing: boolean;
  readonly underruns: number;
  /** Of the remote stream, while there is one. */
  readonly remoteClock: SoundClock | undefined;
  /** Queues samples (-1 to 1) of one content part; their memory is free again when it returns. */
  push(itemId: string, contentIndex: number, samples: Float32Array<ArrayBuffer>, sampleRateHz: number): void;
  /** All audio of the part has been pushed. */
  end(itemId: string, contentIndex: number): void;
  /** Silence within 30 ms. Resolves with how much of each unfinished part was heard. */
  interrupt(): Promise<readonly HeardPart[]>;
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

interface Source {
  readonly key: string;
  readonly resampler: Resampler;
}

/** Shorter silences are pauses in speech. */
const pauseMs = 300;
/** A fade is answered once it is rendered: late on a busy page, or by an audio thread that is behind. */
const fadeAnswerMs = 1000;
/** A suspended context renders nothing and would never answer. */
const noAnswerMs = 150;

const blocked = () => new VoxreelError('audio_blocked', 'The browser plays no sound before a gesture on the page.');

export function createSpeaker(host: AudioHost, options: SpeakerOptions = {}): Speaker {
  const { context } = host;
  const rate = context.sampleRate;
  const output = createAudioOutput(host, options.destination);
  const waitingCommands: PlaybackCommand[] = [];
  const fades = new Map<number, (heard: number) => void>();
  let ledger = createPlayoutLedger(rate);
  let playback: WorkletNode<PlaybackCommand> | undefined;
  let source: Source | undefined;
  let fade = 0;
  let played = 0;
  let underruns = 0;
  let closed = false;

  const post = (command: PlaybackCommand) => {
    if (playback === undefined) waitingCommands.push(command);
    else playback.post(command, command instanceof Float32Array ? [command.buffer] : []);
  };
  const report = (message: PlaybackReport) => {
    if ('fade' in message) return fades.get(message.fade)?.(message.heard);
    underruns = message.underruns;
    // Reports from before a fade count what is no longer in the ledger.
    if (message.fades !== fade) return;
    played = message.played;
    const onItsWay = Math.max(0, output.latencySeconds() * rate - message.idle);
    const parts = ledger.at(Math.max(0, played - onItsWay));
    if (parts.length > 0) options.heard?.(parts);
  };
  const start = async () => {
    try {
      await host.addWorklet('playback');
      if (closed) return;
      const processorOptions = { latency: options.latency ?? 'balanced' };
      playback = createWorkletNode(context, 'voxreel-playback', { numberOfInputs: 0, outputChannelCount: [1], processorOptions }, report);
      playback.node.connect(output.input);
      for (const command of waitingCommands.splice(0)) post(command);
    } catch (cause) {
      if (!closed) options.failed?.(toVoxreelError(cause, 'audio_blocked'));
    }
  };
  void start();

  /** The filter's tail, so that the last samples of a part are not lost. */
  const finishSource = () => {
    if (source === undefined) return;
    const tail = new Float32Array(source.resampler.capacity(0));
    add(source.key, tail.subarray(0, source.resampler.flush(tail)).slice());
    source = undefined;
  };
  const add = (key: string, samples: Float32Array<ArrayBuffer>) => {
    if (samples.length === 0) return;
    const at = key.lastIndexOf(' ');
    ledger.add(key.slice(0, at), Number(key.slice(at + 1)), samples.length);
    post(samples);
  };

  return {
    get level() {
      return output.level;
    },
    get playing() {
      const remote = output.remoteClock;
      return ledger.left(played) > 0 || (remote !== undefined && remote.heardMs > 0 && remote.silentMs < pauseMs);
    },
    get underruns() {
      return underruns;
    },
    get remoteClock() {
      return output.remoteClock;
    },
    push(itemId, contentIndex, samples, sampleRateHz) {
      if (closed) return;
      const key = `${itemId} ${contentIndex}`;
      if (source?.key !== key) {
        finishSource();
        source = { key, resampler: createResampler(sampleRateHz, rate) };
      }
      const resampled = new Float32Array(source.resampler.capacity(samples.length));
      const length = source.resampler.process(samples, resampled);
      add(key, length === resampled.length ? resampled : resampled.slice(0, length));
    },
    end(itemId, contentIndex) {
      if (source?.key === `${itemId} ${contentIndex}`) finishSource();
      ledger.end(itemId, contentIndex);
      post('end');
    },
    async interrupt() {
      const number = ++fade;
      const reached = played;
      // A ledger of its own for what is pushed from now on: it plays after the fade.
      const cut = ledger;
      ledger = createPlayoutLedger(rate);
      source = undefined;
      played = 0;
      const answers = playback !== undefined && context.state === 'running';
      const heard = await new Promise<number>((resolve) => {
        const timer = setTimeout(() => resolve(reached), fadeMs + (answers ? fadeAnswerMs : noAnswerMs));
        fades.set(number, (count) => {
          clearTimeout(timer);
          resolve(count);
        });
        post({ fade: number });
      });
      fades.delete(number);
      return cut.unfinished(heard);
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
      playback?.end();
      output.close();
      for (const resolve of fades.values()) resolve(played);
    },
  };
}

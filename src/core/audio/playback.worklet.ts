// The playback worklet: a port around the playout, and an ear for a stream that others play. Runs on the audio thread.
import { Playout, type Latency } from './playout.js';
import type { StopCommand } from './worklet-node.js';
import { inWorklet } from './worklet-scope.js';

export interface PlaybackOptions {
  readonly latency: Latency;
  /** Wanted ahead at least, in milliseconds. */
  readonly leastMs: number;
}

/** To the worklet: samples to play, `end`, or `fade` with the number its answer carries. */
export type PlaybackCommand = Float32Array | 'end' | { readonly fade: number };

/** From the worklet: where playback stands, or how much was heard when fade number `fade` was over. */
export type PlaybackReport =
  | { readonly played: number; readonly idle: number; readonly underruns: number; readonly fades: number }
  | { readonly fade: number; readonly heard: number };

/** To the listener: count from 0 again, under this number. `late`: a sound that began just now counts from its beginning, since its announcement took longer. */
export interface ListenCommand {
  readonly restart: number;
  readonly late: boolean;
}

/** From the listener, while there is sound and as it stops: samples since the first audible one after restart number `restart`, and since the last. */
export interface ListenReport {
  /** The context's time, in seconds, up to which it counted. */
  readonly at: number;
  readonly restart: number;
  readonly heard: number;
  readonly silent: number;
}

const reportsPerSecond = 20;
/** RMS of a quantum. */
const audible = 0.002;
/** A silence this long parts two sounds; a shorter one is a pause in speech. */
const partSeconds = 0.1;
/** An announcement passes through the page's thread, which may be busy that long. */
const lateSeconds = 0.5;

function isAudible(samples: Float32Array): boolean {
  let sum = 0;
  for (let at = 0; at < samples.length; at++) sum += (samples[at] ?? 0) ** 2;
  return sum > audible * audible * samples.length;
}

const playoutOf = (sampleRateHz: number, { latency, leastMs }: PlaybackOptions) => new Playout(sampleRateHz, latency, leastMs);

inWorklet((scope) => {
  const { AudioWorkletProcessor, registerProcessor, sampleRate } = scope;

  class PlaybackProcessor extends AudioWorkletProcessor {
    readonly #playout;
    readonly #report = { played: 0, idle: 0, underruns: 0, fades: 0 };
    #sinceReport = 0;
    #stopped = false;

    constructor({ processorOptions }: { readonly processorOptions?: unknown }) {
      super();
      this.#playout = playoutOf(sampleRate, processorOptions as PlaybackOptions);
      this.port.addEventListener('message', ({ data }: MessageEvent<PlaybackCommand | StopCommand>) => this.#obey(data));
      this.port.start();
    }

    #obey(command: PlaybackCommand | StopCommand): void {
      if (command === 'stop') return void (this.#stopped = true);
      if (command === 'end') return this.#playout.end();
      if (command instanceof Float32Array) return this.#playout.push(command);
      this.#playout.fade((heard) => {
        this.#report.fades = command.fade;
        this.port.postMessage({ fade: command.fade, heard } satisfies PlaybackReport);
      });
    }

    process(_inputs: unknown, outputs: readonly (readonly Float32Array[])[]): boolean {
      if (this.#stopped) return false;
      const output = outputs[0]?.[0];
      if (output === undefined) return true;
      this.#playout.render(output);
      this.#sinceReport += output.length;
      if (this.#sinceReport * reportsPerSecond < sampleRate) return true;
      this.#sinceReport = 0;
      this.#send();
      return true;
    }

    /** A silent speaker says nothing: from one second after the last sample on. */
    #send(): void {
      const { played, idle, underruns } = this.#playout;
      if (idle > sampleRate) return;
      this.#report.played = played;
      this.#report.idle = idle;
      this.#report.underruns = underruns;
      this.port.postMessage(this.#report);
    }
  }
  registerProcessor('voxreel-playback', PlaybackProcessor);

  class ListenerProcessor extends AudioWorkletProcessor {
    readonly #report = { at: 0, restart: 0, heard: 0, silent: 0 };
    /** Samples since the present sound began, and since it last was audible; 0 in silence. */
    readonly #sound = { length: 0, pause: 0 };
    #sinceReport = 0;
    #stopped = false;

    constructor() {
      super();
      this.port.addEventListener('message', ({ data }: MessageEvent<ListenCommand | StopCommand>) => {
        if (data === 'stop') this.#stopped = true;
        else this.#count(data);
      });
      this.port.start();
    }

    #count({ restart, late }: ListenCommand): void {
      const { length, pause } = this.#sound;
      const isOurs = late && length > 0 && length <= lateSeconds * sampleRate;
      this.#report.restart = restart;
      this.#report.heard = isOurs ? length : 0;
      this.#report.silent = isOurs ? pause : 0;
      // What began is reported at once.
      this.#sinceReport = isOurs ? sampleRate : 0;
    }

    #follow(sounds: boolean): void {
      const sound = this.#sound;
      sound.pause = sounds ? 0 : sound.pause + 128;
      const goesOn = sounds || (sound.length > 0 && sound.pause < partSeconds * sampleRate);
      sound.length = goesOn ? sound.length + 128 : 0;
    }

    process(inputs: readonly (readonly Float32Array[])[]): boolean {
      if (this.#stopped) return false;
      const samples = inputs[0]?.[0];
      const sounds = samples !== undefined && isAudible(samples);
      this.#follow(sounds);
      const report = this.#report;
      if (report.heard === 0 && !sounds) return true;
      const first = report.heard === 0;
      report.heard += 128;
      report.silent = sounds ? 0 : report.silent + 128;
      this.#sinceReport += 128;
      const stops = report.silent === 128;
      if (report.silent > sampleRate || (!first && !stops && this.#sinceReport * reportsPerSecond < sampleRate)) return true;
      this.#sinceReport = 0;
      report.at = scope.currentTime + 128 / sampleRate;
      this.port.postMessage(report);
      return true;
    }
  }
  registerProcessor('voxreel-listener', ListenerProcessor);
});

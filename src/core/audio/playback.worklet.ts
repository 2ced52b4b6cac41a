// The playback worklet: a port around the playout, and an ear for a stream that others play. Runs on the audio thread.
import { Playout, type Latency } from './playout.js';
import { SoundCounter } from './sound-counter.js';
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

/** To the listener: count from 0 again, under this number. `late`: if a sound has just begun, count from its beginning, because its announcement took longer. */
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
    readonly #counter = new SoundCounter(sampleRate);
    readonly #report = { at: 0, restart: 0, heard: 0, silent: 0 };
    #stopped = false;

    constructor() {
      super();
      this.port.addEventListener('message', ({ data }: MessageEvent<ListenCommand | StopCommand>) => {
        if (data === 'stop') this.#stopped = true;
        else this.#restart(data);
      });
      this.port.start();
    }

    #restart({ restart, late }: ListenCommand): void {
      this.#report.restart = restart;
      this.#counter.restart(late);
    }

    process(inputs: readonly (readonly Float32Array[])[]): boolean {
      if (this.#stopped) return false;
      if (!this.#counter.take(inputs[0]?.[0])) return true;
      const report = this.#report;
      report.heard = this.#counter.heard;
      report.silent = this.#counter.silent;
      report.at = scope.currentTime + 128 / sampleRate;
      this.port.postMessage(report);
      return true;
    }
  }
  registerProcessor('voxreel-listener', ListenerProcessor);
});

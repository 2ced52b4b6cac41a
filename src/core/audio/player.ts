// Samples of items through the playback worklet, on the thread that holds its port. Knows what was heard, not why it stops.
import { createResampler, type Resampler } from '../../base/resample.js';
import type { PlaybackCommand, PlaybackReport } from './playback.worklet.js';
import { fadeMs } from './playout.js';
import { createPlayoutLedger, type HeardPart, type PlayoutLedger } from './playout-ledger.js';
import { openWorkletPort, type WorkletPort } from './worklet-node.js';

export interface Player {
  /** Something queued has not been heard. */
  readonly playing: boolean;
  readonly underruns: number;
  /** Queues samples (-1 to 1) of one content part; their memory is free again when it returns. */
  push(itemId: string, contentIndex: number, samples: Float32Array<ArrayBuffer>, sampleRateHz: number): void;
  /** All audio of the part has been pushed. */
  end(itemId: string, contentIndex: number): void;
  /**
   * Silence within 30 ms. Resolves with how much of each unfinished part was heard. `responseId`: the answer that the user had enough of, for a
   * player that is not fed by the page.
   */
  interrupt(responseId?: string): Promise<readonly HeardPart[]>;
  /** The worklet's own port; what was queued before goes first. */
  connect(port: MessagePort): void;
  close(): void;
}

/** Where the sound goes on its way to the ear. */
export interface OutputState {
  /** Between the graph and the ear. */
  readonly latencySeconds: number;
  /** The context renders. */
  readonly isRunning: boolean;
}

export interface PlayerOptions {
  /** Of the context. */
  readonly sampleRateHz: number;
  readonly output: () => OutputState;
  /** At most 20 times a second while something plays. */
  readonly heard: (parts: readonly HeardPart[]) => void;
  /** The worklet has said how far it is. */
  readonly reported?: (() => void) | undefined;
}

/** Of a player on another thread. */
export interface ThreadPlayerOptions extends PlayerOptions {
  /** It is gone, and the port with it. */
  readonly lost: () => void;
}

interface Source {
  readonly itemId: string;
  readonly contentIndex: number;
  readonly resampler: Resampler;
}

/** A fade is answered once it is rendered: late on a busy page, or by an audio thread that is behind. */
const fadeAnswerMs = 1000;
/** A suspended context renders nothing and would never answer. */
const noAnswerMs = 150;

export const createPlayer = (options: PlayerOptions): Player => new WorkletPlayer(options);

class WorkletPlayer implements Player {
  readonly #options: PlayerOptions;
  readonly #waitingCommands: PlaybackCommand[] = [];
  readonly #fades = new Map<number, (heard: number) => void>();
  #ledger: PlayoutLedger;
  #worklet: WorkletPort<PlaybackCommand> | undefined;
  #source: Source | undefined;
  #fade = 0;
  #played = 0;
  #underruns = 0;
  #closed = false;

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#ledger = createPlayoutLedger(options.sampleRateHz);
  }

  get playing(): boolean {
    return this.#ledger.left(this.#played) > 0;
  }

  get underruns(): number {
    return this.#underruns;
  }

  push(itemId: string, contentIndex: number, samples: Float32Array<ArrayBuffer>, sampleRateHz: number): void {
    if (this.#closed) return;
    if (!this.#isFrom(itemId, contentIndex)) this.#finishSource();
    this.#source ??= { itemId, contentIndex, resampler: createResampler(sampleRateHz, this.#options.sampleRateHz) };
    const resampled = new Float32Array(this.#source.resampler.capacity(samples.length));
    const length = this.#source.resampler.process(samples, resampled);
    this.#add(this.#source, length === resampled.length ? resampled : resampled.slice(0, length));
  }

  end(itemId: string, contentIndex: number): void {
    if (this.#isFrom(itemId, contentIndex)) this.#finishSource();
    this.#ledger.end(itemId, contentIndex);
    this.#post('end');
  }

  async interrupt(): Promise<readonly HeardPart[]> {
    const number = ++this.#fade;
    const reached = this.#played;
    // A ledger of its own for what is pushed from now on: it plays after the fade.
    const cut = this.#ledger;
    this.#ledger = createPlayoutLedger(this.#options.sampleRateHz);
    this.#source = undefined;
    this.#played = 0;
    const answers = this.#worklet !== undefined && this.#options.output().isRunning;
    const heard = await new Promise<number>((resolve) => {
      const timer = setTimeout(() => resolve(reached), fadeMs + (answers ? fadeAnswerMs : noAnswerMs));
      this.#fades.set(number, (count) => {
        clearTimeout(timer);
        resolve(count);
      });
      this.#post({ fade: number });
    });
    this.#fades.delete(number);
    return cut.unfinished(heard);
  }

  connect(port: MessagePort): void {
    this.#worklet = openWorkletPort(port, (report) => this.#take(report));
    for (const command of this.#waitingCommands.splice(0)) this.#post(command);
  }

  close(): void {
    this.#closed = true;
    this.#worklet?.end();
    for (const resolve of this.#fades.values()) resolve(this.#played);
  }

  #post(command: PlaybackCommand): void {
    if (this.#worklet === undefined) this.#waitingCommands.push(command);
    else this.#worklet.post(command, command instanceof Float32Array ? [command.buffer] : []);
  }

  #take(report: PlaybackReport): void {
    if ('fade' in report) return this.#fades.get(report.fade)?.(report.heard);
    this.#underruns = report.underruns;
    // Reports from before a fade count what is no longer in the ledger.
    if (report.fades !== this.#fade) return;
    const { output, sampleRateHz, heard, reported } = this.#options;
    this.#played = report.played;
    const onItsWay = Math.max(0, output().latencySeconds * sampleRateHz - report.idle);
    const parts = this.#ledger.at(Math.max(0, this.#played - onItsWay));
    if (parts.length > 0) heard(parts);
    reported?.();
  }

  #add({ itemId, contentIndex }: Source, samples: Float32Array<ArrayBuffer>): void {
    if (samples.length === 0) return;
    this.#ledger.add(itemId, contentIndex, samples.length);
    this.#post(samples);
  }

  #isFrom(itemId: string, contentIndex: number): boolean {
    return this.#source?.itemId === itemId && this.#source.contentIndex === contentIndex;
  }

  /** The filter's tail, so that the last samples of a part are not lost. */
  #finishSource(): void {
    const source = this.#source;
    if (source === undefined) return;
    const tail = new Float32Array(source.resampler.capacity(0));
    this.#add(source, tail.subarray(0, source.resampler.flush(tail)).slice());
    this.#source = undefined;
  }
}

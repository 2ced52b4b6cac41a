// Samples of items through the playback worklet, on the thread that holds its port. Knows what was heard, not why it stops.
import { createResampler, type Resampler } from '../../base/resample.js';
import type { PlaybackCommand, PlaybackReport } from './playback.worklet.js';
import { fadeMs } from './playout.js';
import { createPlayoutLedger, type HeardPart } from './playout-ledger.js';
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

interface Source {
  readonly itemId: string;
  readonly contentIndex: number;
  readonly resampler: Resampler;
}

/** A fade is answered once it is rendered: late on a busy page, or by an audio thread that is behind. */
const fadeAnswerMs = 1000;
/** A suspended context renders nothing and would never answer. */
const noAnswerMs = 150;

export function createPlayer({ sampleRateHz: rate, output, heard: hear, reported }: PlayerOptions): Player {
  const waitingCommands: PlaybackCommand[] = [];
  const fades = new Map<number, (heard: number) => void>();
  let ledger = createPlayoutLedger(rate);
  let worklet: WorkletPort<PlaybackCommand> | undefined;
  let source: Source | undefined;
  let fade = 0;
  let played = 0;
  let underruns = 0;
  let closed = false;

  const post = (command: PlaybackCommand) => {
    if (worklet === undefined) waitingCommands.push(command);
    else worklet.post(command, command instanceof Float32Array ? [command.buffer] : []);
  };
  const take = (message: PlaybackReport) => {
    if ('fade' in message) return fades.get(message.fade)?.(message.heard);
    underruns = message.underruns;
    // Reports from before a fade count what is no longer in the ledger.
    if (message.fades !== fade) return;
    played = message.played;
    const onItsWay = Math.max(0, output().latencySeconds * rate - message.idle);
    const parts = ledger.at(Math.max(0, played - onItsWay));
    if (parts.length > 0) hear(parts);
    reported?.();
  };
  const add = ({ itemId, contentIndex }: Source, samples: Float32Array<ArrayBuffer>) => {
    if (samples.length === 0) return;
    ledger.add(itemId, contentIndex, samples.length);
    post(samples);
  };
  /** The filter's tail, so that the last samples of a part are not lost. */
  const finishSource = () => {
    if (source === undefined) return;
    const tail = new Float32Array(source.resampler.capacity(0));
    add(source, tail.subarray(0, source.resampler.flush(tail)).slice());
    source = undefined;
  };
  const isFrom = (itemId: string, contentIndex: number) => source?.itemId === itemId && source.contentIndex === contentIndex;

  return {
    get playing() {
      return ledger.left(played) > 0;
    },
    get underruns() {
      return underruns;
    },
    push(itemId, contentIndex, samples, sampleRateHz) {
      if (closed) return;
      if (!isFrom(itemId, contentIndex)) finishSource();
      source ??= { itemId, contentIndex, resampler: createResampler(sampleRateHz, rate) };
      const resampled = new Float32Array(source.resampler.capacity(samples.length));
      const length = source.resampler.process(samples, resampled);
      add(source, length === resampled.length ? resampled : resampled.slice(0, length));
    },
    end(itemId, contentIndex) {
      if (isFrom(itemId, contentIndex)) finishSource();
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
      const answers = worklet !== undefined && output().isRunning;
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
    connect(port) {
      worklet = openWorkletPort(port, take);
      for (const command of waitingCommands.splice(0)) post(command);
    },
    close() {
      closed = true;
      worklet?.end();
      for (const resolve of fades.values()) resolve(played);
    },
  };
}

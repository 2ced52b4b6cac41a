// What is heard, in a worker: the player, and which answers it plays no more of.
import { createPlayer, type OutputState, type Player, type PlayerOptions } from '../../audio/player.js';
import { createSilenced } from '../speech/silenced.js';
import type { ThreadReport } from './messages.js';

export interface WorkerPlayer {
  /** Undefined until the page has a speaker. */
  readonly current: Player | undefined;
  readonly silenced: (responseId: string | undefined) => boolean;
  begin(sampleRateHz: number, output: OutputState): void;
  output(output: OutputState): void;
  /** Silences what sounds, and these answers; says under number `cut` what was heard. */
  interrupt(cut: number, responseIds: readonly (string | undefined)[]): void;
  /** The same by the worker itself; gives the number. */
  cut(responseId: string | undefined): number;
  /** Says what has changed. */
  report(): void;
  stop(): void;
}

export function createWorkerPlayer(post: (report: ThreadReport) => void): WorkerPlayer {
  const silenced = createSilenced();
  let player: Player | undefined;
  let state: OutputState = { latencySeconds: 0, isRunning: true };
  let told = { playing: false, underruns: 0 };
  /** Below 0: the page counts its own from 1 on. */
  let cuts = 0;
  const report = () => {
    if (player === undefined || (player.playing === told.playing && player.underruns === told.underruns)) return;
    told = { playing: player.playing, underruns: player.underruns };
    post({ kind: 'playing', ...told });
  };
  const interrupt: WorkerPlayer['interrupt'] = (cut, responseIds) => {
    for (const id of responseIds) silenced.add(id);
    const cutting = player?.interrupt() ?? Promise.resolve([]);
    report();
    void cutting.then((parts) => post({ kind: 'cut', cut, parts }));
  };
  return {
    get current() {
      return player;
    },
    silenced: silenced.has,
    begin(sampleRateHz, output) {
      state = output;
      const heard: PlayerOptions['heard'] = (parts) => post({ kind: 'heard', parts });
      player = createPlayer({ sampleRateHz, output: () => state, heard, reported: report });
    },
    output(output) {
      state = output;
    },
    interrupt,
    cut(responseId) {
      interrupt(--cuts, [responseId]);
      return cuts;
    },
    report,
    stop() {
      player?.close();
      player = undefined;
    },
  };
}

// The player of a worker, as the page has it.
import type { OutputState, Player, ThreadPlayerOptions } from '../../audio/player.js';
import type { HeardPart } from '../../audio/playout-ledger.js';
import type { ThreadLink } from './thread-link.js';

export interface ThreadPlayer {
  readonly create: (options: ThreadPlayerOptions) => Player;
  /** While `work` runs, an interruption is the one that the worker made because of the same message. */
  becauseOf(cut: number | undefined, work: () => void): void;
}

export function createThreadPlayer(link: ThreadLink): ThreadPlayer {
  const { post, on, onLost } = link;
  const cuts = new Map<number, (parts: readonly HeardPart[]) => void>();
  let made: number | undefined;
  let asked = 0;
  on('cut', ({ cut, parts }) => cuts.get(cut)?.(parts));
  onLost(() => {
    for (const resolve of cuts.values()) resolve([]);
  });

  const create = ({ sampleRateHz, output, heard, lost }: ThreadPlayerOptions): Player => {
    let [playing, underruns] = [false, 0];
    let told = output();
    const follow = (now: OutputState) => {
      if (now.isRunning === told.isRunning && Math.abs(now.latencySeconds - told.latencySeconds) < 0.001) return;
      told = now;
      post({ kind: 'output', output: now });
    };
    post({ kind: 'player', sampleRateHz, output: told });
    on('playing', (report) => ({ playing, underruns } = report));
    on('heard', ({ parts }) => {
      heard(parts);
      follow(output());
    });
    onLost(() => {
      playing = false;
      lost();
    });
    return {
      get playing() {
        return playing;
      },
      get underruns() {
        return underruns;
      },
      push(itemId, contentIndex, given, pieceRateHz) {
        const samples = given.slice();
        post({ kind: 'push', itemId, contentIndex, samples, sampleRateHz: pieceRateHz }, [samples.buffer]);
      },
      end: (itemId, contentIndex) => post({ kind: 'end', itemId, contentIndex }),
      async interrupt(responseId) {
        if (link.isLost) return [];
        const cut = made ?? ++asked;
        if (cut !== made) post({ kind: 'interrupt', cut, responseId, output: output() });
        made = undefined;
        return new Promise<readonly HeardPart[]>((resolve) => cuts.set(cut, resolve)).finally(() => cuts.delete(cut));
      },
      connect: (port) => post({ kind: 'connect', port }, [port]),
      close: () => post({ kind: 'stop' }),
    };
  };
  return {
    create,
    becauseOf(cut, work) {
      made = cut;
      work();
      made = undefined;
    },
  };
}

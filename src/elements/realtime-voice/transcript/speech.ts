// Says written answers as they grow, sentence by sentence, to a screen reader that reads one thing after another.
import type { TranscriptEntry } from '../../../core/store/conversation-state.js';
import { createSaidText } from './said-text.js';
import { endOfSentences } from './sentences.js';

/** Sentences that end within this time are said as one, so that fast text does not cut itself off. */
const gatherMs = 700;

/** About as long as a character takes to be read out: what comes meanwhile is gathered, and said when that is over. */
const characterMs = 40;
const longestMs = 6000;

/** Answers that may still grow, or be told once more: of older ones nothing is known. */
const remembered = 20;

/** Nobody listens to more of a sentence than this. */
const longestSaid = 4000;

export interface Speech {
  /** Only what is not heard as audio: it would be said twice. `done`: there is no more of it. */
  add(line: Pick<TranscriptEntry, 'id' | 'text'>, done: boolean): void;
}

/** `code`: the word for a block of code. */
export function createSpeech(say: (text: string) => void, code: () => string): Speech {
  const lines = new Map<string, { upTo: number; readonly read: ReturnType<typeof createSaidText> }>();
  let waiting = '';
  let saidAt = -Infinity;
  let saidMs = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const speak = () => {
    timer = undefined;
    saidAt = performance.now();
    saidMs = Math.min(longestMs, waiting.length * characterMs);
    say(waiting.trim());
    waiting = '';
  };
  return {
    add({ id, text }, done) {
      const line = lines.get(id) ?? { upTo: 0, read: createSaidText() };
      // The newest last.
      lines.delete(id);
      lines.set(id, line);
      const [oldest] = lines.keys();
      if (lines.size > remembered && oldest !== undefined) lines.delete(oldest);
      const end = endOfSentences(text, line.upTo, done);
      if (end <= line.upTo) return;
      const said = line.read(text.slice(line.upTo, Math.min(end, line.upTo + longestSaid)), code());
      line.upTo = end;
      if (said === '') return;
      waiting += `${said} `;
      timer ??= setTimeout(speak, Math.max(gatherMs, saidAt + saidMs - performance.now()));
    },
  };
}

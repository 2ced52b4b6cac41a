// From wire text to folded state, with JSON.parse of the same text = 1. All that is compared runs in turn in one process, so that a change of
// the machine's speed changes both sides. Runs in Node and in a page.
import { conversationLog } from './conversation-log.mjs';

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

function timeNs(action) {
  const started = performance.now();
  action();
  return (performance.now() - started) * 1e6;
}

function parseAll(lines) {
  let sum = 0;
  for (const line of lines) sum += JSON.parse(line).type.length;
  return sum;
}

/** Medians of `pairs` rounds of both actions in turn, after `warm` rounds, and the median of their ratios pair by pair. */
export function inTurn(base, other, { pairs, warm }) {
  for (let round = 0; round < warm; round++) {
    base();
    other();
  }
  const rounds = Array.from({ length: pairs }, () => {
    const baseNs = timeNs(base);
    const otherNs = timeNs(other);
    return { baseNs, otherNs, ratio: otherNs / baseNs };
  });
  return {
    baseNs: median(rounds.map((round) => round.baseNs)),
    otherNs: median(rounds.map((round) => round.otherNs)),
    ratio: median(rounds.map((round) => round.ratio)),
  };
}

const turnsAtOnce = 25;

/** @param {{ vendor, foldConversation, initialConversation, transcript }} core the built modules */
export function createFoldBench({ vendor, foldConversation, initialConversation, transcript }) {
  function foldAll(lines, state = initialConversation) {
    for (const line of lines) {
      const decoded = vendor.decode(line);
      for (const event of Array.isArray(decoded) ? decoded : [decoded]) state = foldConversation(state, event);
    }
    return state;
  }

  /** Decode and fold over JSON.parse, at 1x, 4x and 16x conversation length. */
  function againstParse() {
    const rows = [];
    for (const audio of [false, true]) {
      for (const times of [1, 4, 16]) {
        const lines = conversationLog({ turns: turnsAtOnce * times, audio });
        const items = transcript(foldAll(lines)).length;
        if (items !== turnsAtOnce * times * 2) throw new Error(`The log folds to ${items} items, not ${turnsAtOnce * times * 2}.`);
        // Until both are compiled for speed.
        const warm = Math.ceil(800_000 / lines.length);
        const { baseNs, otherNs, ratio } = inTurn(
          () => parseAll(lines),
          () => foldAll(lines),
          { pairs: Math.ceil(90 / times) + 6, warm },
        );
        rows.push({
          log: audio ? 'with audio' : 'text only',
          times,
          events: lines.length,
          parseNs: baseNs / lines.length,
          foldNs: otherNs / lines.length,
          ratio,
        });
      }
    }
    return rows;
  }

  /** The same turns folded into a conversation that is already long, over one that is short. */
  function withHistory(few, many) {
    const history = (items) => foldAll(conversationLog({ turns: items / 2, audio: false }));
    const short = history(few);
    const long = history(many);
    const next = (items) => conversationLog({ turns: 50, audio: false, from: items / 2 });
    const afterShort = next(few);
    const afterLong = next(many);
    return inTurn(
      () => foldAll(afterShort, short),
      () => foldAll(afterLong, long),
      { pairs: 101, warm: 100 },
    );
  }

  /** A delta of a long item over a delta of a short one: 100 ms of audio a delta. */
  function withLength(shortS, longS) {
    const answer = (seconds, turns) => conversationLog({ turns, audio: true, deltas: seconds * 10, chunkMs: 100 });
    const short = answer(shortS, Math.round(longS / shortS));
    const long = answer(longS, 1);
    const { baseNs, otherNs } = inTurn(
      () => foldAll(short),
      () => foldAll(long),
      { pairs: 41, warm: 20 },
    );
    return { baseNs: baseNs / short.length, otherNs: otherNs / long.length, ratio: otherNs / long.length / (baseNs / short.length) };
  }

  return { foldAll, againstParse, withHistory, withLength };
}

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

/** @param {{ vendor, foldConversation, initialConversation, transcript }} core the built modules */
export function createFoldBench({ vendor, foldConversation, initialConversation, transcript }) {
  function foldAll(lines, state = initialConversation) {
    for (const line of lines) {
      const decoded = vendor.decode(line);
      for (const event of Array.isArray(decoded) ? decoded : [decoded]) state = foldConversation(state, event);
    }
    return state;
  }

  /** Decode and fold over JSON.parse of the same conversation, nanoseconds an event. */
  function againstParse(log, warmEvents) {
    const lines = conversationLog(log);
    const items = transcript(foldAll(lines)).length;
    if (items !== log.turns * 2) throw new Error(`The log folds to ${items} items, not ${log.turns * 2}.`);
    // Until both are compiled for speed.
    const warm = Math.ceil(warmEvents / lines.length);
    const { baseNs, otherNs, ratio } = inTurn(
      () => parseAll(lines),
      () => foldAll(lines),
      { pairs: Math.min(60, Math.ceil(100_000 / lines.length) + 6), warm },
    );
    return { base: baseNs / lines.length, value: otherNs / lines.length, ratio };
  }

  /** In text, by messages: two a turn. */
  const ofText = (messages, warm) => messages.map((size) => ({ size, ...againstParse({ turns: size / 2, audio: false }, warm) }));

  /** Spoken, by minutes: a turn is 24 pieces of 100 ms. */
  const ofSpeech = (minutes, warm) => minutes.map((size) => ({ size, ...againstParse({ turns: size * 25, audio: true }, warm) }));

  /** The same turns folded into a conversation that is already long, over one that is short. */
  function withHistory(few, many) {
    const history = (items) => foldAll(conversationLog({ turns: items / 2, audio: false }));
    const short = history(few);
    const next = (items) => conversationLog({ turns: 50, audio: false, from: items / 2 });
    const afterShort = next(few);
    return many.map((size) => {
      const long = history(size);
      const afterLong = next(size);
      const { baseNs, otherNs, ratio } = inTurn(
        () => foldAll(afterShort, short),
        () => foldAll(afterLong, long),
        { pairs: 61, warm: 50 },
      );
      return { size, base: baseNs / afterShort.length, value: otherNs / afterLong.length, ratio };
    });
  }

  /** A delta of a long item over a delta of a short one: 100 ms of audio a delta. */
  function withLength(shortS, longS) {
    const answer = (seconds, turns) => conversationLog({ turns, audio: true, deltas: seconds * 10, chunkMs: 100 });
    return longS.map((size) => {
      const short = answer(shortS, Math.round(size / shortS));
      const long = answer(size, 1);
      const { baseNs, otherNs } = inTurn(
        () => foldAll(short),
        () => foldAll(long),
        { pairs: 31, warm: 10 },
      );
      const [base, value] = [baseNs / short.length, otherNs / long.length];
      return { size, base, value, ratio: value / base };
    });
  }

  return { foldAll, ofText, ofSpeech, withHistory, withLength };
}

// From wire text to folded state, with JSON.parse of the same text = 1. Both run in turn, so a change of the machine's speed changes both.
import { vendor } from '../../.build/src/core/dialects/vendor.js';
import { foldConversation, initialConversation } from '../../.build/src/core/store/conversation.js';
import { transcript } from '../../.build/src/core/store/transcript.js';
import { conversationLog } from './conversation-log.mjs';

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

function foldAll(lines, state = initialConversation) {
  for (const line of lines) {
    const decoded = vendor.decode(line);
    for (const event of Array.isArray(decoded) ? decoded : [decoded]) state = foldConversation(state, event);
  }
  return state;
}

function parseAll(lines) {
  let sum = 0;
  for (const line of lines) sum += JSON.parse(line).type.length;
  return sum;
}

function timeNs(action) {
  const started = process.hrtime.bigint();
  action();
  return Number(process.hrtime.bigint() - started);
}

/** Median nanoseconds an event of both, and the median of their ratios pair by pair. */
function compare(lines, pairs) {
  // Until both are compiled for speed: some hundred thousand events.
  for (let warm = 0; warm < Math.ceil(200_000 / lines.length); warm++) {
    foldAll(lines);
    parseAll(lines);
  }
  const rounds = Array.from({ length: pairs }, () => {
    const parse = timeNs(() => parseAll(lines));
    const fold = timeNs(() => foldAll(lines));
    return { parse, fold, ratio: fold / parse };
  });
  return {
    parseNs: median(rounds.map((round) => round.parse)) / lines.length,
    foldNs: median(rounds.map((round) => round.fold)) / lines.length,
    ratio: median(rounds.map((round) => round.ratio)),
  };
}

const base = 25;

export function benchFold() {
  const rows = [];
  for (const audio of [false, true]) {
    for (const times of [1, 4, 16]) {
      const lines = conversationLog({ turns: base * times, audio });
      const items = transcript(foldAll(lines)).length;
      if (items !== base * times * 2) throw new Error(`The log folds to ${items} items, not ${base * times * 2}.`);
      rows.push({
        log: audio ? 'with audio' : 'text only',
        times,
        items,
        events: lines.length,
        ...compare(lines, Math.max(7, Math.ceil(60 / times))),
      });
    }
  }
  return rows;
}

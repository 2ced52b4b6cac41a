// What a conversation keeps in memory: the heap with its state over the heap without, each after a collection (`node --expose-gc`).
import { conversationLog } from './conversation-log.mjs';

const heap = () => {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
};

/** Bytes kept after so many minutes of speech, in turns of twelve seconds. The log itself is made and let go turn by turn. */
export function stateBytes(foldAll, minutes) {
  const turns = Math.round((minutes * 60) / 12);
  foldAll(conversationLog({ turns: 3, audio: true }));
  const before = heap();
  let state = foldAll(conversationLog({ turns: 1, audio: true, deltas: 120 }));
  for (let from = 1; from < turns; from++) state = foldAll(conversationLog({ turns: 1, audio: true, deltas: 120, from }), state);
  const bytes = heap() - before;
  if (state.entries === undefined) throw new Error('The state is gone.');
  return bytes;
}

// The realtime core: from wire text to folded state.
import { inBoth } from '../engines.mjs';

const sizes = { messages: [100, 1000, 10_000], minutes: [1, 5, 15], history: [1000, 10_000], seconds: [48, 192], warm: 200_000 };
const fewer = { messages: [1000], minutes: [1], history: [10_000], seconds: [192], warm: 150_000 };

const figures = ({ id, where, found: { text, speech, history, length } }) => [
  {
    id: `fold.text.${id}`,
    what: 'Decoding and folding a conversation in text',
    where,
    over: 'messages',
    unit: 'ns/event',
    base: 'JSON.parse of the same text',
    promised: { ratio: 1.5 },
    points: text,
  },
  {
    id: `fold.speech.${id}`,
    what: 'Decoding and folding a spoken conversation',
    where,
    over: 'minutes of audio',
    unit: 'ns/event',
    base: 'JSON.parse of the same text',
    promised: { ratio: 1 },
    points: speech,
  },
  {
    id: `fold.history.${id}`,
    what: 'An event, as the conversation grows',
    where,
    over: 'messages',
    unit: 'ns/event',
    base: 'an event after 100 messages',
    promised: { ratio: 1.15 },
    points: history,
  },
  {
    id: `fold.length.${id}`,
    what: 'A piece of a spoken answer, as the answer grows',
    where,
    over: 'seconds of the answer',
    unit: 'ns/event',
    base: 'an answer of 12 s',
    promised: { ratio: 1.15 },
    points: length,
  },
];

export const fold = {
  name: 'fold',
  title: 'From wire text to conversation',
  measure: async () => (await inBoth('fold', sizes)).flatMap(figures),
  check: async () => (await inBoth('fold', fewer)).flatMap(figures),
};

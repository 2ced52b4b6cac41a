// The realtime core: from wire text to folded state.
import { inBoth } from '../engines.mjs';
import { figures } from '../figures.mjs';

const sizes = { messages: [100, 1000, 10_000], minutes: [1, 5, 15], history: [1000, 10_000], seconds: [48, 192], warm: 200_000 };
const fewer = { messages: [1000], minutes: [1], history: [10_000], seconds: [192], warm: 150_000 };

const inEngine = ({ id, where, found: { text, speech, history, length } }) => {
  const parsing = figures({ where, unit: 'ns/event', base: 'JSON.parse of the same text' });
  const growing = figures({ where, unit: 'ns/event', promised: { ratio: 1.15 } });
  return [
    parsing(`fold.text.${id}`, 'Decoding and folding a conversation in text', text, { over: 'messages', promised: { ratio: 1.5 } }),
    parsing(`fold.speech.${id}`, 'Decoding and folding a spoken conversation', speech, {
      over: 'minutes of audio',
      promised: { ratio: 1 },
    }),
    growing(`fold.history.${id}`, 'An event, as the conversation grows', history, {
      over: 'messages',
      base: 'an event after 100 messages',
    }),
    growing(`fold.length.${id}`, 'A piece of a spoken answer, as the answer grows', length, {
      over: 'seconds of the answer',
      base: 'an answer of 12 s',
    }),
  ];
};

export const fold = {
  name: 'fold',
  title: 'From wire text to conversation',
  measure: async () => (await inBoth('fold', sizes)).flatMap(inEngine),
  check: async () => (await inBoth('fold', fewer)).flatMap(inEngine),
};

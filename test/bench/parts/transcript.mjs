// A transcript on the page, main thread whole: script, layout and paint.
import { median } from '../fold.mjs';
import { benchTranscript } from '../transcript.mjs';

const where = 'Chromium';
const few = 1000;

/** The one over the other, round by round. */
const over = (one, base) => ({
  value: median(one.costs),
  base: median(base.costs),
  ratio: median(one.costs.map((cost, round) => cost / base.costs[round])),
});

const growth = (points) => ({
  id: 'transcript.growth',
  what: 'A written piece, as the conversation grows',
  where,
  over: 'messages',
  unit: 'ms',
  base: 'a piece after 1,000 messages',
  promised: { ratio: 1.2, at: 4000 },
  points,
});

export const transcript = {
  name: 'transcript',
  title: 'A transcript that is being written',
  async measure() {
    const sizes = [few, 4000, 10_000];
    const long = { kind: 'ours', messages: few, written: 100_000 };
    const ways = [...sizes.flatMap((messages) => ['bare', 'ours'].map((kind) => ({ kind, messages }))), long];
    const seen = [{ messages: 1000 }, { messages: 4000 }, { messages: 10, written: 1_000_000 }];
    const { written, shown } = await benchTranscript({ ways, seen });
    const find = (kind, messages) => written.find((way) => way.kind === kind && way.messages === messages);
    const [conversations, message] = [shown.slice(0, 2), shown[2]];
    return [
      {
        id: 'transcript.piece',
        what: 'A written piece',
        where,
        over: 'messages',
        unit: 'ms',
        base: 'text appended to a bare list',
        promised: { value: 2, at: 1000 },
        points: sizes.map((size) => ({ size, ...over(find('ours', size), find('bare', size)) })),
      },
      growth([4000, 10_000].map((size) => ({ size, ...over(find('ours', size), find('ours', few)) }))),
      {
        id: 'transcript.long-message',
        what: 'A written piece after 100,000 characters of the same message',
        where,
        unit: 'ms',
        base: 'a piece of a new message',
        points: [over(written.at(-1), find('ours', few))],
      },
      {
        id: 'transcript.writing.longest-task',
        what: 'Longest task while it is written',
        where,
        unit: 'ms',
        promised: { value: 50 },
        points: [{ value: Math.max(...written.filter(({ kind }) => kind === 'ours').map(({ longestMs }) => longestMs)) }],
      },
      {
        id: 'transcript.seen',
        what: 'A kept conversation, until all of it is there',
        where,
        over: 'messages',
        unit: 'ms',
        points: conversations.map(({ messages, ms }) => ({ size: messages, value: ms })),
      },
      {
        id: 'transcript.seen.longest-task',
        what: 'Longest task while a kept conversation comes',
        where,
        over: 'messages',
        unit: 'ms',
        promised: { value: 50 },
        points: conversations.map(({ messages, longestMs }) => ({ size: messages, value: longestMs })),
      },
      {
        id: 'transcript.seen-message.longest-task',
        what: 'Longest task while a message of 1,000,000 characters comes',
        where,
        unit: 'ms',
        promised: { value: 50 },
        points: [{ value: message.longestMs }],
      },
    ];
  },
  async check() {
    const ways = [few, 4000].map((messages) => ({ kind: 'ours', messages }));
    const { written } = await benchTranscript({ ways, pieces: 30 });
    return [growth([{ size: 4000, ...over(written[1], written[0]) }])];
  },
};

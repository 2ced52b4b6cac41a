// A transcript on the page, main thread whole: script, layout and paint.
import { median } from '../fold.mjs';
import { figures } from '../figures.mjs';
import { benchTranscript } from '../transcript.mjs';

const few = 1000;

/** The one over the other, round by round. */
const rounds = (one, base) => ({
  value: median(one.costs),
  base: median(base.costs),
  ratio: median(one.costs.map((cost, round) => cost / base.costs[round])),
});

const figure = figures({ where: 'Chromium', unit: 'ms' });
const messages = { over: 'messages' };
const promised = { promised: { value: 50 } };

const growth = (points) =>
  figure('transcript.growth', 'A written piece, as the conversation grows', points, {
    ...messages,
    base: 'a piece after 1,000 messages',
    promised: { ratio: 1.2, at: 4000 },
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
      figure(
        'transcript.piece',
        'A written piece',
        sizes.map((size) => ({ size, ...rounds(find('ours', size), find('bare', size)) })),
        { ...messages, base: 'text appended to a bare list', promised: { value: 2, at: 1000 } },
      ),
      growth([4000, 10_000].map((size) => ({ size, ...rounds(find('ours', size), find('ours', few)) }))),
      figure(
        'transcript.long-message',
        'A written piece after 100,000 characters of the same message',
        rounds(written.at(-1), find('ours', few)),
        { base: 'a piece of a new message' },
      ),
      figure(
        'transcript.writing.longest-task',
        'Longest task while it is written',
        Math.max(...written.filter(({ kind }) => kind === 'ours').map(({ longestMs }) => longestMs)),
        promised,
      ),
      figure(
        'transcript.seen',
        'A kept conversation, until all of it is there',
        conversations.map(({ messages: size, ms }) => ({ size, value: ms })),
        messages,
      ),
      figure(
        'transcript.seen.longest-task',
        'Longest task while a kept conversation comes',
        conversations.map(({ messages: size, longestMs }) => ({ size, value: longestMs })),
        { ...messages, ...promised },
      ),
      figure(
        'transcript.seen-message.longest-task',
        'Longest task while a message of 1,000,000 characters comes',
        message.longestMs,
        promised,
      ),
    ];
  },
  async check() {
    const ways = [few, 4000].map((messages) => ({ kind: 'ours', messages }));
    const { written } = await benchTranscript({ ways, pieces: 30 });
    return [growth([{ size: 4000, ...rounds(written[1], written[0]) }])];
  },
};

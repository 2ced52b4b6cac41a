// The video core: a list of tasks, and what is done with them.
import { benchInChromium } from '../chromium.mjs';
import { figures } from '../figures.mjs';

const figure = figures({});
const inChromium = figures({ where: 'Chromium' });
const inPage = (name, given) => benchInChromium('test/bench/in-video-page.mjs', name, given);

const restored = async (counts) =>
  inChromium('queue.restore', 'Tasks back from storage and listed', await inPage('restore', { counts }), {
    over: 'tasks',
    unit: 'ms',
    base: 'reading the same records raw from IndexedDB',
  });

const firstListed = async (counts) =>
  inChromium('queue.first', 'The latest tasks listed, while the others are still being read', await inPage('first', { few: 10, counts }), {
    over: 'tasks',
    unit: 'ms',
    base: 'the same with 10 tasks',
  });

const ways = {
  folded: { what: 'A change of one task folded, told and listed', where: 'Chromium' },
  asked: { where: 'asked, read, told', promised: { ratio: 1.5 } },
  kept: { where: 'and its record in IndexedDB', promised: { ratio: 1.5 } },
};

const changed = async (way, counts) =>
  figure(`queue.change.${way}`, 'A change of one task through the queue', await inPage('update', { way, few: 10, counts }), {
    over: 'tasks',
    unit: 'us',
    base: 'the same with 10 tasks',
    ...ways[way],
  });

async function submitted(pairs) {
  const { bare, durable } = await inPage('submitting', { pairs });
  const submit = figures({ unit: 'ms', base: 'a bare request with the same body' });
  return [
    submit('queue.submit', 'A submit', bare, { where: 'without storage' }),
    submit('queue.submit.kept', 'A submit', durable, { where: 'record and answer written to survive a crash' }),
  ];
}

async function standstills() {
  const { stored, pictured, idle } = await inPage('storing', { times: 5 });
  const what = 'Longest standstill of the main thread while a video of 20 MB is kept';
  const standstill = figures({ unit: 'ms' });
  return [
    standstill('queue.keep.standstill', what, stored.longestMs, { where: 'fetched and stored', promised: { value: 5 } }),
    standstill('queue.picture.standstill', what, pictured.longestMs, { where: 'its picture made' }),
    standstill('queue.idle.standstill', what, idle.longestMs, { where: 'nothing done' }),
  ];
}

export const queue = {
  name: 'queue',
  title: 'A queue of many videos',
  async measure() {
    const counts = [100, 1000, 10_000];
    return [
      await restored([10, ...counts]),
      await firstListed(counts),
      await changed('folded', counts),
      await changed('asked', counts),
      await changed('kept', counts),
      ...(await submitted(60)),
      ...(await standstills()),
    ];
  },
  check: async () => [await restored([1000]), await changed('asked', [10_000])],
};

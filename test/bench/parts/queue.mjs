// The video core: a list of tasks, and what is done with them.
import { benchInChromium } from '../chromium.mjs';

const where = 'Chromium';
const inPage = (name, given) => benchInChromium('test/bench/in-video-page.mjs', name, given);

const restored = async (counts) => ({
  id: 'queue.restore',
  what: 'Tasks back from storage and listed',
  where,
  over: 'tasks',
  unit: 'ms',
  base: 'reading the same records raw from IndexedDB',
  points: await inPage('restore', { counts }),
});

const ways = {
  folded: { what: 'A change of one task folded, told and listed', where },
  asked: { where: 'asked, read, told', promised: { ratio: 1.5 } },
  kept: { where: 'and its record in IndexedDB', promised: { ratio: 1.5 } },
};

const changed = async (way, counts) => ({
  id: `queue.change.${way}`,
  what: 'A change of one task through the queue',
  over: 'tasks',
  unit: 'us',
  base: 'the same with 10 tasks',
  ...ways[way],
  points: await inPage('update', { way, few: 10, counts }),
});

async function submitted(pairs) {
  const { bare, durable } = await inPage('submitting', { pairs });
  const figure = { what: 'A submit', unit: 'ms', base: 'a bare request with the same body' };
  return [
    { ...figure, id: 'queue.submit', where: 'without storage', points: [bare] },
    { ...figure, id: 'queue.submit.kept', where: 'record and answer written to survive a crash', points: [durable] },
  ];
}

async function standstills() {
  const { stored, pictured, idle } = await inPage('storing', { times: 5 });
  const figure = { what: 'Longest standstill of the main thread while a video of 20 MB is kept', unit: 'ms' };
  return [
    { ...figure, id: 'queue.keep.standstill', where: 'fetched and stored', promised: { value: 5 }, points: [{ value: stored.longestMs }] },
    { ...figure, id: 'queue.picture.standstill', where: 'its picture made', points: [{ value: pictured.longestMs }] },
    { ...figure, id: 'queue.idle.standstill', where: 'nothing done', points: [{ value: idle.longestMs }] },
  ];
}

export const queue = {
  name: 'queue',
  title: 'A queue of many videos',
  async measure() {
    const counts = [100, 1000, 10_000];
    return [
      await restored([10, ...counts]),
      await changed('folded', counts),
      await changed('asked', counts),
      await changed('kept', counts),
      ...(await submitted(60)),
      ...(await standstills()),
    ];
  },
  check: async () => [await restored([1000]), await changed('asked', [10_000])],
};

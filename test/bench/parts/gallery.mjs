// A gallery of many videos.
import { benchGallery } from '../elements.mjs';
import { figures } from '../figures.mjs';
import { median } from '../fold.mjs';

const few = 24;
const whole = 10_000;

/** The many over the few, round by round. */
const grown = (key, rows) =>
  rows.map(({ count, rounds }) => ({
    size: count,
    value: median(rounds.map(({ many }) => many[key])),
    base: median(rounds.map(({ base }) => base[key])),
    ratio: median(rounds.map(({ many, base }) => many[key] / base[key])),
  }));

const once = (key, { count, rounds: [{ many }] }) => [{ size: count, value: many[key] }];

const figure = figures({ where: 'Chromium', over: 'videos', unit: 'ms' });
const beside = { base: 'the same with 24 videos' };

const growth = (rows) => [
  figure('gallery.change', 'A change of one video shown', grown('updateMs', rows), beside),
  figure('gallery.search', 'A letter of a search', grown('searchMs', rows), beside),
  figure('gallery.filter', 'A label chosen', grown('filterMs', rows), beside),
];

export const gallery = {
  name: 'gallery',
  title: 'A gallery of many videos, with labels and groups',
  async measure() {
    const rows = await benchGallery({ few, counts: [1000, 4000, 10_000], times: 3, whole });
    const seen = rows.find(({ count }) => count === whole);
    return [
      ...growth(rows),
      figure('gallery.change.all', 'A change of one when older ones have come', once('allUpdateMs', seen)),
      figure('gallery.letter', 'A letter of the prompt when older ones have come', once('typeMs', seen)),
      figure('gallery.shown', 'On the page when older ones have come', once('shown', seen), { unit: 'videos' }),
      figure('gallery.first.standstill', 'Longest standstill at first sight', once('firstMs', seen)),
      figure('gallery.older.standstill', 'Longest standstill while older ones come', once('olderMs', seen)),
      figure('gallery.scroll.standstill', 'Longest standstill while scrolling', once('scrollMs', seen)),
      figure('gallery.longest-task', 'Longest task of all this, where one is over 50 ms', once('longTaskMs', seen), {
        promised: { value: 50 },
      }),
    ];
  },
  check: async () => growth(await benchGallery({ few, counts: [1000], times: 5 })),
};

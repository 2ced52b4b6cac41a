// A gallery of many videos.
import { benchGallery } from '../elements.mjs';
import { median } from '../fold.mjs';

const where = 'Chromium';
const few = 24;
const whole = 4000;

/** The many over the few, round by round. */
const grown = (key, rows) =>
  rows.map(({ count, rounds }) => ({
    size: count,
    value: median(rounds.map(({ many }) => many[key])),
    base: median(rounds.map(({ base }) => base[key])),
    ratio: median(rounds.map(({ many, base }) => many[key] / base[key])),
  }));

const once = (key, { count, rounds: [{ many }] }) => [{ size: count, value: many[key] }];

const figure = { where, over: 'videos', unit: 'ms' };

const growth = (rows) => [
  {
    ...figure,
    id: 'gallery.change',
    what: 'A change of one video shown',
    base: 'the same with 24 videos',
    points: grown('updateMs', rows),
  },
  { ...figure, id: 'gallery.search', what: 'A letter of a search', base: 'the same with 24 videos', points: grown('searchMs', rows) },
];

export const gallery = {
  name: 'gallery',
  title: 'A gallery of many videos',
  async measure() {
    const rows = await benchGallery({ few, counts: [1000, 4000, 10_000], times: 3, whole });
    const seen = rows.find(({ count }) => count === whole);
    return [
      ...growth(rows),
      { ...figure, id: 'gallery.change.all', what: 'A change of one when older ones have come', points: once('allUpdateMs', seen) },
      { ...figure, id: 'gallery.letter', what: 'A letter of the prompt when older ones have come', points: once('typeMs', seen) },
      { ...figure, id: 'gallery.shown', what: 'On the page when older ones have come', unit: 'videos', points: once('shown', seen) },
      { ...figure, id: 'gallery.first.standstill', what: 'Longest standstill at first sight', points: once('firstMs', seen) },
      { ...figure, id: 'gallery.older.standstill', what: 'Longest standstill while older ones come', points: once('olderMs', seen) },
      { ...figure, id: 'gallery.scroll.standstill', what: 'Longest standstill while scrolling', points: once('scrollMs', seen) },
      {
        ...figure,
        id: 'gallery.longest-task',
        what: 'Longest task of all this, where one is over 50 ms',
        promised: { value: 50 },
        points: once('longTaskMs', seen),
      },
    ];
  },
  check: async () => growth(await benchGallery({ few, counts: [1000], times: 3 })),
};

// Editing on the device.
import { benchEditing } from '../elements.mjs';
import { figures, over } from '../figures.mjs';
import { median } from '../fold.mjs';

const seconds = 10;
const names = { captions: 'with captions', crop: 'cropped to 9:16', speed: 'at twice the speed', join: 'three of them joined' };

const figure = figures({ unit: 'ms' });

function figuresOf(kind, rows) {
  const of = (work, key) => rows.filter((row) => row.work === work).map((row) => row[key]);
  return [
    ...Object.entries(names).map(([work, where]) =>
      figure(`editing.${kind}.${work}`, `Exporting ${seconds} s of 720p (${kind})`, over(median(of(work, 'ms')), seconds * 1000), {
        where,
        base: 'playing it',
        promised: { ratio: 1 },
      }),
    ),
    figure(
      `editing.${kind}.task`,
      'Longest task of the page meanwhile, where one is over 50 ms',
      Math.max(...rows.map(({ taskMs }) => taskMs)),
      {
        where: kind,
        promised: { value: 50 },
      },
    ),
  ];
}

export const editing = {
  name: 'editing',
  title: 'Editing on the device',
  async measure() {
    const all = [];
    for (const kind of ['webm', 'mp4']) all.push(...figuresOf(kind, await benchEditing({ kind, seconds, times: 3 })));
    return all;
  },
};

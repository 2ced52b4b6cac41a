// Both elements, from the files of the script-tag builds.
import { benchStart } from '../elements.mjs';
import { figures, over } from '../figures.mjs';

const figure = figures({});

const ofElement = ({ name, ms, bytes, bare }) => [
  figure(`elements.first-control.${name}`, 'From the script to the first control', over(ms, bare.ms), {
    where: name,
    unit: 'ms',
    base: 'one bare button of lit',
    promised: { ratio: 2 },
  }),
  figure(`elements.heap.${name}`, 'Heap of the page', over(bytes / 1e6, bare.bytes / 1e6), {
    where: name,
    unit: 'MB',
    base: 'the page with one bare button of lit',
    promised: { ratio: 3 },
  }),
];

export const elements = {
  name: 'elements',
  title: 'What an element costs a page at first',
  measure: async () => (await benchStart({ times: 15 })).flatMap(ofElement),
  check: async () => (await benchStart({ times: 3 })).flatMap(ofElement),
};

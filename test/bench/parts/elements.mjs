// Both elements, from the files of the script-tag builds.
import { benchStart } from '../elements.mjs';

const figures = ({ name, ms, bytes, bare }) => [
  {
    id: `elements.first-control.${name}`,
    what: 'From the script to the first control',
    where: name,
    unit: 'ms',
    base: 'one bare button of lit',
    promised: { ratio: 2 },
    points: [{ value: ms, base: bare.ms, ratio: ms / bare.ms }],
  },
  {
    id: `elements.heap.${name}`,
    what: 'Heap of the page',
    where: name,
    unit: 'MB',
    base: 'the page with one bare button of lit',
    promised: { ratio: 3 },
    points: [{ value: bytes / 1e6, base: bare.bytes / 1e6, ratio: bytes / bare.bytes }],
  },
];

export const elements = {
  name: 'elements',
  title: 'What an element costs a page at first',
  measure: async () => (await benchStart({ times: 15 })).flatMap(figures),
  check: async () => (await benchStart({ times: 3 })).flatMap(figures),
};

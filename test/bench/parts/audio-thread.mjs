// The worklets' own code, in Node.
import { inNode } from '../engines.mjs';
import { figures } from '../figures.mjs';

const idOf = (name) => name.replaceAll(/\W+/g, '-');
const figure = figures({});

const captured = ({ name, nsPerQuantum, base, ratio }) =>
  figure(
    `audio-thread.time.${idOf(name)}`,
    'Time of a quantum',
    { value: nsPerQuantum / 1000, base: base / 1000, ratio },
    {
      where: name,
      unit: 'us',
      base: 'the multiplications of such a filter',
      promised: { ratio: 0.5 },
    },
  );

function played({ name, nsPerQuantum, bytesPerQuantum }) {
  const heap = { where: name, unit: 'bytes', promised: { value: 1 } };
  const promised = name.startsWith('playing') ? { promised: { value: 1 } } : {};
  return [
    figure(`audio-thread.time.${idOf(name)}`, 'Time of a quantum', nsPerQuantum / 1000, { where: name, unit: 'us', ...promised }),
    ...(bytesPerQuantum === undefined
      ? []
      : [figure(`audio-thread.heap.${idOf(name)}`, 'Left on the heap by a quantum', bytesPerQuantum, heap)]),
  ];
}

export const audioThread = {
  name: 'audio-thread',
  title: 'A quantum of 128 frames on the audio thread: 2,667 us at 48 kHz',
  measure: async () => (await inNode('worklet')).flatMap((row) => (row.base === undefined ? played(row) : captured(row))),
};

// The worklets' own code, in Node.
import { inNode } from '../engines.mjs';

const idOf = (name) => name.replaceAll(/\W+/g, '-');

export const audioThread = {
  name: 'audio-thread',
  title: 'A quantum of 128 frames on the audio thread: 2,667 us at 48 kHz',
  async measure() {
    const rows = await inNode('worklet');
    return rows.flatMap(({ name, nsPerQuantum, bytesPerQuantum }) => [
      {
        id: `audio-thread.time.${idOf(name)}`,
        what: 'Time of a quantum',
        where: name,
        unit: 'us',
        ...(name.startsWith('playing') ? { promised: { value: 1 } } : {}),
        points: [{ value: nsPerQuantum / 1000 }],
      },
      ...(bytesPerQuantum === undefined
        ? []
        : [
            {
              id: `audio-thread.heap.${idOf(name)}`,
              what: 'Left on the heap by a quantum',
              where: name,
              unit: 'bytes',
              promised: { value: 1 },
              points: [{ value: bytesPerQuantum }],
            },
          ]),
    ]);
  },
};

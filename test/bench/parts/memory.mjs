// What a conversation keeps.
import { inNode } from '../engines.mjs';

export const memory = {
  name: 'memory',
  title: 'What a conversation keeps',
  async measure() {
    const points = await inNode('memory', { minutes: [5, 20, 60] });
    return [
      {
        id: 'memory.state',
        what: 'State of a spoken conversation',
        where: 'Node',
        over: 'minutes of audio',
        unit: 'kB',
        promised: { value: 1000, at: 20 },
        points: points.map(({ size, value }) => ({ size, value: value / 1000 })),
      },
    ];
  },
};

// What a conversation keeps.
import { inNode } from '../engines.mjs';
import { figures } from '../figures.mjs';

const figure = figures({ where: 'Node', over: 'minutes of audio', unit: 'kB' });

export const memory = {
  name: 'memory',
  title: 'What a conversation keeps',
  async measure() {
    const points = await inNode('memory', { minutes: [5, 20, 60] });
    const sizes = points.map(({ size, value }) => ({ size, value: value / 1000 }));
    return [figure('memory.state', 'State of a spoken conversation', sizes, { promised: { value: 1000, at: 20 } })];
  },
};

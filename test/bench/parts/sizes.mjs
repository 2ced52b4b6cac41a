// What a page loads.
import { readFileSync } from 'node:fs';

import { figures } from '../figures.mjs';
import { benchSizes, coreSizes } from '../sizes.mjs';

const limits = JSON.parse(readFileSync(new URL('../../sizes.json', import.meta.url), 'utf8'));

const figure = figures({ unit: 'kB' });
const promised = (name) => (limits[name] === undefined ? {} : { promised: { value: limits[name] / 1000 } });

export const sizes = {
  name: 'sizes',
  title: 'What a page loads',
  async measure() {
    const files = benchSizes();
    const core = await Promise.all(['createVideoQueue', 'createRealtimeSession'].map(coreSizes));
    return [
      ...[...files, ...core.map(({ name, first }) => ({ name, gzip: first }))].map(({ name, gzip }) =>
        figure(`sizes.gzip.${name}`, 'At first, gzip', gzip / 1000, { where: name, ...promised(name) }),
      ),
      ...files.map(({ name, brotli }) => figure(`sizes.brotli.${name}`, 'At first, brotli', brotli / 1000, { where: name })),
      ...files.map(({ name, raw }) => figure(`sizes.raw.${name}`, 'At first, as it is', raw / 1000, { where: name })),
    ];
  },
};

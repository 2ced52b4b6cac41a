// The code of each worklet, and of the worker for sound, as text, for those who bundle `core/audio/worklet-sources` without its files.
import { basename } from 'node:path';

import { build } from 'esbuild';

export async function workletSources(entryPoints) {
  const { outputFiles } = await build({
    entryPoints,
    outdir: 'dist',
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
  });
  const sources = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path).split('.')[0], text]));
  // Of no line in a source: its map is empty.
  const module = { code: `export const workletSources = ${JSON.stringify(sources)};\n`, map: { mappings: '' } };
  return { name: 'worklet-sources', load: { filter: { id: /worklet-sources\.ts$/ }, handler: () => module } };
}

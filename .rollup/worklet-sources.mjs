// The code of each worklet, and of the worker for sound, as text, for those who bundle `core/audio/worklet-sources` and `worker-source` without their files.
import { basename } from 'node:path';

import { build } from 'esbuild';

/**
 * @param {string[]} worklets Their sources.
 * @param {string} worker That of the worker for sound.
 */
export async function workletSources(worklets, worker) {
  const { outputFiles } = await build({
    entryPoints: [...worklets, worker],
    outdir: 'dist',
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
  });
  const { sound, ...texts } = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path).split('.')[0], text]));
  // Of no line in a source: its map is empty.
  const saying = (name, value) => ({ code: `export const ${name} = ${JSON.stringify(value)};\n`, map: { mappings: '' } });
  const modules = { worklet: saying('workletSources', texts), worker: saying('workerSource', sound) };
  const load = (id) => modules[basename(id).split('-')[0]];
  return { name: 'worklet-sources', load: { filter: { id: /(?:worklet-sources|worker-source)\.ts$/ }, handler: load } };
}

// The code of each worklet, and of the worker for sound, as text, for those who bundle `core/audio/worklet-sources` and `worker-source` without their files.
import { basename } from 'node:path';

import { rollup } from 'rollup';

/**
 * The same text as in the files, so that the package compresses both as one.
 *
 * @param {string[]} worklets Their sources.
 * @param {string} worker That of the worker for sound.
 * @param {import('rollup').RollupOptions} options Those by which the files are built.
 */
export async function workletSources(worklets, worker, options) {
  const textOf = async (input) => {
    const bundle = await rollup({ ...options, input });
    const { output } = await bundle.generate({ format: 'es', inlineDynamicImports: true });
    await bundle.close();
    return output[0].code;
  };
  const named = async (path) => [basename(path).split('.')[0], await textOf(path)];
  const texts = Object.fromEntries(await Promise.all(worklets.map(named)));
  // Of no line in a source: its map is empty.
  const saying = (name, value) => ({ code: `export const ${name} = ${JSON.stringify(value)};\n`, map: { mappings: '' } });
  const modules = { worklet: saying('workletSources', texts), worker: saying('workerSource', await textOf(worker)) };
  const load = (id) => modules[basename(id).split('-')[0]];
  return { name: 'worklet-sources', load: { filter: { id: /(?:worklet-sources|worker-source)\.ts$/ }, handler: load } };
}

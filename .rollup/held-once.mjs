// What is in the package once: the script-tag builds have the file, and the module that npm users load takes its one export from there.
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';

const folder = 'elements/shared/languages';
const modules = [
  ...readdirSync(`src/${folder}`).map((file) => ({
    file: `words.${basename(file, '.ts')}`,
    path: `${folder}/${basename(file, '.ts')}`,
    name: 'words',
  })),
  { file: 'worklet-sources', path: 'core/audio/worklet-sources', name: 'workletSources' },
  // Named so that it is packed beside the file that it is the text of.
  { file: 'sound.worker-source', path: 'core/realtime/thread/worker-source', name: 'workerSource' },
];

/** Their sources, by the name of their file in dist/cdn. */
export const heldOnce = Object.fromEntries(modules.map(({ file, path }) => [file, resolve('src', `${path}.ts`)]));

/** Those that a classic script loads from beside it; texts that it cannot do without are in it. */
export const languages = Object.fromEntries(Object.entries(heldOnce).filter(([file]) => file.startsWith('words.')));

export const pointThere = {
  name: 'held-once',
  writeBundle() {
    for (const { file, path, name } of modules)
      writeFileSync(`dist/${path}.js`, `export { ${name} } from '${relative(`dist/${dirname(path)}`, `dist/cdn/${file}`)}.js';\n`);
  },
};

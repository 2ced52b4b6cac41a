// Each language is in the package once: the script-tag builds have the file, and the module that npm users load takes its words from there.
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

const folder = 'elements/shared/languages';

/** The sources of the languages, by the name of their file in dist/cdn. */
export const languages = Object.fromEntries(
  readdirSync(`src/${folder}`).map((name) => [`words.${basename(name, '.ts')}`, resolve('src', folder, name)]),
);

export const languagesOnce = {
  name: 'languages-once',
  writeBundle() {
    for (const [name, path] of Object.entries(languages))
      writeFileSync(`dist/${folder}/${basename(path, '.ts')}.js`, `export { words } from '../../../cdn/${name}.js';\n`);
  },
};

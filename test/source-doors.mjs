// Tests import `voxreel` as a user does, and meet the sources: what package.json exports from `dist` is taken from where the suites have it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { name, type, exports } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Beside compiled sources, so that `voxreel` in a compiled test is the code beside it. */
export function writeBuiltPackage(folder) {
  const built = JSON.stringify({ name, type, exports }).replaceAll('"./dist/', '"./src/');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), built);
}

/** A test-runner plugin: `voxreel` in a browser test is the TypeScript that is built into that export. */
export const sourceDoors = {
  name: 'source-doors',
  resolveImport({ source }) {
    const found = /^voxreel(\/.+)?$/.exec(source);
    const target = found && exports[`.${found[1] ?? ''}`]?.default;
    return target?.replace('./dist/', '/src/').replace(/\.js$/, '.ts');
  },
};

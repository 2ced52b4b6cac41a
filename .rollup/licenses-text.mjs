// THIRD-PARTY-LICENSES.txt: what is bundled, with the words of each license, and what is installed beside it.
import { readFileSync } from 'node:fs';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { name: self, version } = readJson('package.json');
const { packages } = readJson('package-lock.json');
const line = '-'.repeat(80);

/** A package that names the MIT license and carries no file of it is under the same words as ours. */
function licenseTextOf({ name, license: terms, licenseText, author }) {
  if (licenseText !== null) return licenseText.trim();
  if (terms !== 'MIT') throw new Error(`${name} carries no license file, and its license is ${terms}: add its words here.`);
  const holder = author?.name ?? `the authors of ${name}`;
  return readFileSync('LICENSE', 'utf8')
    .replace(/(?<=^Copyright \(c\) ).*$/m, holder)
    .trim();
}

/** As anybody can open it, without a key of the host. */
const sourceUrlOf = ({ repository }) =>
  (repository.url ?? repository)
    .replace(/^git\+/, '')
    .replace(/^ssh:\/\/git@/, 'https://')
    .replace(/\.git$/, '');

/** What only a page's own framework asks for. */
const forFrameworks = new Set(['@lit/react', '@types/react', 'react', 'svelte', 'vue']);

/** What npm installs with us, or the gateway and the local service load where it is installed: our dependencies and peers, and theirs. */
function installedBeside() {
  const pathsOf = (from) => {
    const { dependencies, peerDependencies = {}, peerDependenciesMeta = {} } = packages[from];
    const needed = Object.keys(peerDependencies).filter((name) => from === '' || peerDependenciesMeta[name]?.optional !== true);
    const nearest = (name) => [`${from}/node_modules/${name}`, `node_modules/${name}`].find((path) => path in packages);
    return [...Object.keys(dependencies ?? {}), ...needed].filter((name) => !forFrameworks.has(name)).map(nearest);
  };
  const paths = new Set(pathsOf(''));
  for (const path of paths) for (const next of pathsOf(path)) paths.add(next);
  return [...paths].map((path) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), ...packages[path] }));
}

/** The template of rollup-plugin-license. */
export function licensesText(bundled) {
  const names = new Set(bundled.map(({ name }) => name));
  const heading = (one) => `${one.name} ${one.version}, ${one.license}`;
  const parts = bundled.map((one) => `${line}\n${heading(one)}, ${sourceUrlOf(one)}\n\n${licenseTextOf(one)}`);
  const beside = installedBeside().filter(({ name }) => !names.has(name));
  return [
    `Third-party software of ${self} ${version}`,
    'In the script-tag builds, the worklets and the workers is code of these packages:',
    ...parts.toSorted(),
    `${line}\nNothing of these is in the builds; npm installs them, or the gateway and the local service load them where they are installed:`,
    `${beside.map(heading).toSorted().join('\n')}\n`,
  ].join('\n\n');
}

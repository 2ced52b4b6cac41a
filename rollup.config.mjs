// The script-tag builds in dist/cdn and the worklets and workers, each in one file. What npm users import is plain tsc output.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { build } from 'esbuild';
import { minifyHTMLLiterals } from 'minify-literals';
import esbuild, { minify } from 'rollup-plugin-esbuild';
import license from 'rollup-plugin-license';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { name: self, version } = readJson('package.json');
const { packages } = readJson('package-lock.json');

const worklets = ['core/audio/capture.worklet', 'core/audio/playback.worklet'];
/** In one file with everything they need: import maps do not reach into workers. */
const workers = ['core/drafts/image.worker', 'core/on-device/on-device.worker'];
/** Too large for a classic script to carry: it imports them from beside it, where the modules have them too. */
const besideClassic = ['core/on-device/on-device-video', 'elements/playing/file-tracks'];
const sourceOf = (path) => resolve('src', `${path}.ts`);

/** At the head of each file that a page names. */
const notice = `/*! voxreel ${version}, MIT; what is bundled with it: THIRD-PARTY-LICENSES.txt */`;
const line = '-'.repeat(80);

/** A package that names the MIT licence and carries no file of it is under the same words as ours. */
function licenceTextOf({ name, license: terms, licenseText, author }) {
  if (licenseText !== null) return licenseText.trim();
  if (terms !== 'MIT') throw new Error(`${name} carries no licence file, and its licence is ${terms}: add its words here.`);
  const holder = author?.name ?? `the authors of ${name}`;
  return readFileSync('LICENSE', 'utf8')
    .replace(/(?<=^Copyright \(c\) ).*$/m, holder)
    .trim();
}

const sourceUrlOf = ({ repository }) => (repository.url ?? repository).replace(/^git\+/, '').replace(/\.git$/, '');

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

function licencesText(bundled) {
  const names = new Set(bundled.map(({ name }) => name));
  const heading = (one) => `${one.name} ${one.version}, ${one.license}`;
  const parts = bundled.map((one) => `${line}\n${heading(one)}, ${sourceUrlOf(one)}\n\n${licenceTextOf(one)}`);
  const beside = installedBeside().filter(({ name }) => !names.has(name));
  return [
    `Third-party software of ${self} ${version}`,
    'In the script-tag builds, the worklets and the workers is code of these packages:',
    ...parts.toSorted(),
    `${line}\nNothing of these is in the builds; npm installs them, or the gateway and the local service load them where they are installed:`,
    `${beside.map(heading).toSorted().join('\n')}\n`,
  ].join('\n\n');
}

/** One for all builds, so that it has seen each when the last one is written. */
const licences = license({ thirdParty: { output: { file: resolve('dist/cdn/THIRD-PARTY-LICENSES.txt'), template: licencesText } } });

/** The `integrity` of each script, for tags and import maps. */
const integrity = {
  name: 'integrity',
  writeBundle() {
    const names = readdirSync('dist/cdn').filter((name) => name.endsWith('.js'));
    const hash = (name) =>
      `sha384-${createHash('sha384')
        .update(readFileSync(`dist/cdn/${name}`))
        .digest('base64')}`;
    const hashes = Object.fromEntries(names.toSorted().map((name) => [name, hash(name)]));
    writeFileSync('dist/cdn/integrity.json', `${JSON.stringify(hashes, null, 2)}\n`);
  },
};

/** Before TypeScript is stripped: the literals are found by their tags. */
const literals = {
  name: 'minify-literals',
  transform: {
    filter: { id: '**/src/elements/**/*.ts' },
    handler: async (code, id) => (await minifyHTMLLiterals(code, { fileName: id })) ?? null,
  },
};

const nodesIn = (node) => (typeof node === 'object' && node !== null ? [node, ...Object.values(node).flatMap(nodesIn)] : []);

/**
 * Of a library that is imported at run time Rollup keeps everything, and each file that imports it would load what another needs: each gets
 * an entry of its own, with the names that it takes out of it.
 */
const mediabunny = {
  name: 'mediabunny',
  resolveDynamicImport: (source, importer) => (source === 'mediabunny' ? `\0mediabunny-for-${importer}` : null),
  load: {
    filter: { id: /^\0mediabunny-for-/ },
    handler(id) {
      const { ast } = this.getModuleInfo(id.slice('\0mediabunny-for-'.length));
      const taken = nodesIn(ast).filter(
        (node) => node.type === 'VariableDeclarator' && node.init?.argument?.source?.value === 'mediabunny',
      );
      const names = taken.flatMap((node) => node.id.properties.map(({ key }) => key.name));
      return `export { ${names.join(', ')} } from 'mediabunny';`;
    },
  },
};

const bundled = await build({
  entryPoints: worklets.map(sourceOf),
  outdir: 'dist',
  write: false,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
});
const sources = bundled.outputFiles.map(({ path, text }) => [basename(path, '.worklet.js'), text]);
/** The code of each worklet as text, for those who bundle it without its file. Of no line in a source: its map is empty. */
const workletSources = {
  name: 'worklet-sources',
  load: {
    filter: { id: /worklet-sources\.ts$/ },
    handler: () => ({ code: `export const workletSources = ${JSON.stringify(Object.fromEntries(sources))};\n`, map: { mappings: '' } }),
  },
};

/** A classic script has one file and one global: both elements registered, and the library's names. */
const classicEntry = {
  name: 'classic-entry',
  resolveId: (source) => (source === 'classic-entry' ? source : null),
  load: (id) => (id === 'classic-entry' ? `import '${sourceOf('define')}';\nexport * from '${sourceOf('index')}';` : null),
};

const plugins = [
  mediabunny,
  workletSources,
  literals,
  nodeResolve({ browser: true, exportConditions: ['production'], extensions: ['.ts', '.mjs', '.js'], ignoreSideEffectsForRoot: true }),
  esbuild({ target: 'es2022', tsconfig: 'tsconfig.json' }),
  licences,
];
/** Only a define file does something by being imported. */
const treeshake = { moduleSideEffects: (id) => id.endsWith('define.ts') };

/** What a page loads first counts by the byte. */
const thoroughly = terser({ module: true, ecma: 2022, compress: { passes: 2 }, format: { comments: /^! voxreel/ } });
/** What is large bundles a library: there thoroughness takes most of the time for a hundredth of the size. */
const quickly = minify({ target: 'es2022', legalComments: 'none' });
const minified = {
  name: 'minified',
  renderChunk(code, ...rest) {
    return (code.length < 150_000 ? thoroughly : quickly).renderChunk.call(this, code, ...rest);
  },
};

/** One file with everything it needs, beside the script-tag builds and, the same, in `folders`. Scripts do not name their maps: npm publishes none. */
const alone = (path, ...folders) => ({
  input: sourceOf(path),
  output: ['dist/cdn', ...folders].map((folder) => ({
    file: `${folder}/${basename(path)}.js`,
    format: 'es',
    sourcemap: folder === 'dist/cdn' ? 'hidden' : false,
    inlineDynamicImports: true,
  })),
  plugins: [...plugins, minified],
  treeshake,
});

export default [
  {
    input: {
      voxreel: sourceOf('define'),
      'video-generator': sourceOf('elements/video-generator/define'),
      'realtime-voice': sourceOf('elements/realtime-voice/define'),
      core: sourceOf('index'),
      ...Object.fromEntries(besideClassic.map((path) => [basename(path), sourceOf(path)])),
    },
    output: {
      dir: 'dist/cdn',
      format: 'es',
      sourcemap: 'hidden',
      banner: ({ isEntry }) => (isEntry ? notice : ''),
      entryFileNames: '[name].js',
      chunkFileNames: ({ facadeModuleId }) => `${facadeModuleId?.startsWith('\0mediabunny-for-') ? 'mediabunny-for-' : ''}[name]-[hash].js`,
      hoistTransitiveImports: true,
    },
    plugins: [...plugins, minified],
    treeshake,
  },
  {
    input: 'classic-entry',
    external: besideClassic.map(sourceOf),
    output: {
      file: 'dist/cdn/voxreel.iife.js',
      format: 'iife',
      name: 'voxreel',
      sourcemap: 'hidden',
      inlineDynamicImports: true,
      paths: Object.fromEntries(besideClassic.map((path) => [sourceOf(path), `./${basename(path)}.js`])),
    },
    plugins: [classicEntry, ...plugins, minify({ target: 'es2022', legalComments: 'none', banner: notice })],
    treeshake,
  },
  {
    input: sourceOf('core/audio/worklet-sources'),
    output: { file: 'dist/core/audio/worklet-sources.js', format: 'es' },
    plugins: [workletSources],
  },
  ...worklets.map((path) => alone(path, `dist/${dirname(path)}`, 'dist/worklets')),
  ...workers.map((path) => alone(path, `dist/${dirname(path)}`)),
].map((one, index, builds) => (index === builds.length - 1 ? { ...one, plugins: [...one.plugins, integrity] } : one));

// The script-tag builds in dist/cdn and the worklets, which must be one file each, with the hash of each file and the licences of what is in them.
// What npm users import is plain tsc output.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { build, transform } from 'esbuild';
import { minifyHTMLLiterals } from 'minify-literals';
import esbuild from 'rollup-plugin-esbuild';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'));
const { version } = await readJson(at('./package.json'));

/** Before TypeScript is stripped: the literals are found by their tags. */
const literals = {
  name: 'minify-literals',
  async transform(code, id) {
    if (!/[/\\]src[/\\]elements[/\\].*\.ts$/.test(id)) return null;
    return (await minifyHTMLLiterals(code, { fileName: id })) ?? null;
  },
};

const large = 150_000;

/** At the head of each file that a page names. */
const notice = `/*! voxreel ${version}, MIT; what is bundled with it: THIRD-PARTY-LICENSES.txt */`;

/** What a page loads first counts by the byte; the encoder and the one-file build would take most of the time for a hundredth of their size. */
function minify({ module }) {
  const thoroughly = (format) => terser({ module, ecma: 2022, compress: { passes: 2 }, format: { comments: false, ...format } });
  const [part, entry] = [thoroughly({}), thoroughly({ preamble: notice })];
  return {
    ...part,
    async renderChunk(code, chunk, output, meta) {
      if (code.length < large) return (chunk.isEntry ? entry : part).renderChunk.call(this, code, chunk, output, meta);
      const format = { ...(module && { format: 'esm' }), ...(chunk.isEntry && { banner: notice }) };
      return transform(code, { minify: true, target: 'es2022', legalComments: 'none', sourcemap: true, ...format });
    },
  };
}

/** The folders of packages that a build has code of. */
const bundled = new Set();
const noteBundled = {
  name: 'note-bundled',
  generateBundle(_, files) {
    for (const { modules = {} } of Object.values(files))
      for (const [id, { renderedLength }] of Object.entries(modules)) {
        const [folder] = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(id) ?? [];
        if (folder !== undefined && renderedLength > 0) bundled.add(folder);
      }
  },
};

/** Name, version, licence, where its source is, and the words of its licence. */
async function licenceOf(folder) {
  const { name, version, license, author, repository } = await readJson(join(folder, 'package.json'));
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
  const source = (repository.url ?? repository).replace(/^git\+/, '').replace(/\.git$/, '');
  const text = file === undefined ? mitTextOf(name, license, author) : await readFile(join(folder, file), 'utf8');
  return `${name} ${version}, ${license}, ${source}\n\n${text.trim()}`;
}

/** The words of the licence for a package that names it and carries no file of it. */
function mitTextOf(name, license, author) {
  if (license !== 'MIT') throw new Error(`${name} carries no licence file, and its licence is ${license}: add its words here.`);
  return mitText.replace('{holder}', (author?.name ?? author ?? `the authors of ${name}`).replace(/\s*<.*$/, ''));
}

const mitText = `MIT License

Copyright (c) {holder}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

const nameOf = (path) => path.replace(/^.*node_modules[/\\]/, '').replaceAll('\\', '/');
/** What only a page's own framework asks for. */
const forFrameworks = new Set(['@lit/react', '@types/react', 'react', 'svelte', 'vue']);

/** What the gateway and the local service load on Node besides, and what that needs in turn: a line each, out of the lock file. */
async function neededBeside() {
  const { packages } = await readJson(at('./package-lock.json'));
  const pathsOf = ({ dependencies, peerDependencies, peerDependenciesMeta = {} }, from = '') =>
    Object.keys({ ...dependencies, ...peerDependencies })
      .filter((name) => from === '' || peerDependenciesMeta[name]?.optional !== true)
      .map((name) => (`${from}/node_modules/${name}` in packages ? `${from}/node_modules/${name}` : `node_modules/${name}`));
  const paths = new Set(pathsOf(packages['']).filter((path) => !forFrameworks.has(nameOf(path))));
  for (const path of paths) for (const next of pathsOf(packages[path], path)) paths.add(next);
  const inBuilds = new Set([...bundled].map(nameOf));
  const lines = [...paths].map((path) => [nameOf(path), packages[path]]).filter(([name]) => !inBuilds.has(name));
  return lines.map(([name, { version, license }]) => `${name} ${version}, ${license}`).toSorted();
}

async function licences() {
  const parts = (await Promise.all([...bundled].map(licenceOf))).toSorted();
  return [
    `Third-party software of voxreel ${version}`,
    'In the script-tag builds, the worklets and the workers is code of these packages:',
    ...parts.map((part) => `${'-'.repeat(80)}\n${part}`),
    `${'-'.repeat(80)}\nNothing of these is in the builds; npm installs them, or the gateway and the local service load them where they are installed:`,
    `${(await neededBeside()).join('\n')}\n`,
  ].join('\n\n');
}

/** The `integrity` of each script, for tags and import maps. */
async function integrity() {
  const names = (await readdir(at('./dist/cdn'))).filter((name) => name.endsWith('.js')).toSorted();
  const hash = async (name) =>
    `sha384-${createHash('sha384')
      .update(await readFile(at(`./dist/cdn/${name}`)))
      .digest('base64')}`;
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await hash(name)])));
}

/** After the last build. */
const papers = {
  name: 'papers',
  async writeBundle() {
    await writeFile(at('./dist/cdn/THIRD-PARTY-LICENSES.txt'), await licences());
    await writeFile(at('./dist/cdn/integrity.json'), `${JSON.stringify(await integrity(), null, 2)}\n`);
  },
};

/** A classic script's global is a variable that nothing in the script itself reads: only a module may lose those. */
const pluginsFor = ({ module }) => [
  literals,
  nodeResolve({ exportConditions: ['production', 'browser', 'default'], extensions: ['.ts', '.mjs', '.js'] }),
  esbuild({ target: 'es2022', tsconfig: at('./tsconfig.json') }),
  minify({ module }),
  noteBundled,
];

/** `./x.js` in a source means the TypeScript beside it. Only a define file does something by being imported. */
const resolveTypeScript = {
  name: 'resolve-typescript',
  async resolveId(source, importer, options) {
    if (importer?.includes('node_modules') || !/^(?:\.|\/).*\.[jt]s$/.test(source)) return null;
    const resolved = await this.resolve(source.replace(/\.js$/, '.ts'), importer, { ...options, skipSelf: true });
    return resolved && { ...resolved, moduleSideEffects: resolved.id.endsWith('define.ts') };
  },
};

/** A classic script has one file and one global: both elements registered, and the library's names. */
const classicEntry = {
  id: 'classic-entry',
  name: 'classic-entry',
  resolveId: (source) => (source === classicEntry.id ? source : null),
  load: (id) => (id === classicEntry.id ? `import '${at('./src/define.ts')}';\nexport * from '${at('./src/index.ts')}';` : null),
};

/**
 * Of a library that is imported at run time a build takes all it has: this names the parts that its importer takes out at once, and leaves
 * out the one for Node (which `browser` in its package.json says too, to a resolver that comes too late here).
 */
const mediabunny = {
  name: 'mediabunny',
  resolveId(source, importer = '') {
    if (source === 'mediabunny' && !importer.startsWith('\0')) return `\0mediabunny-for:${importer}`;
    return source === './node.js' && /[/\\]mediabunny[/\\]/.test(importer) ? '\0nothing' : null;
  },
  async load(id) {
    if (id === '\0nothing') return 'export {};';
    if (!id.startsWith('\0mediabunny-for:')) return null;
    const importer = await readFile(id.slice('\0mediabunny-for:'.length), 'utf8');
    const [, names] = /const \{([^}]*)\} =\s+await import\('mediabunny'\)/.exec(importer);
    return `export { ${names} } from 'mediabunny';`;
  },
};

const worklets = ['capture.worklet', 'playback.worklet'];
/** Each in a file with everything it needs: import maps do not reach into workers. */
const workers = ['core/drafts/image.worker', 'core/on-device/on-device.worker'];
/** Too large for a classic script to carry: it imports them from beside it, where the modules have them too. */
const besideClassic = ['core/on-device/on-device-video', 'elements/playing/file-tracks'];
const classicImports = {
  name: 'classic-imports',
  resolveId: (source) => (besideClassic.some((path) => source === `./${basename(path)}.js`) ? { id: source, external: true } : null),
};

/** `core/audio/worklet-sources`: the code of each worklet as text, for those who bundle it without its file. */
async function workletSources() {
  const source = async (name) => {
    const options = { bundle: true, minify: true, write: false, format: 'esm', target: 'es2022', legalComments: 'none' };
    const { outputFiles } = await build({ ...options, entryPoints: [at(`./src/core/audio/${name}.ts`)] });
    return [name.replace('.worklet', ''), outputFiles[0].text];
  };
  return `export const workletSources = ${JSON.stringify(Object.fromEntries(await Promise.all(worklets.map(source))))};\n`;
}
const workletsAsText = {
  name: 'worklets-as-text',
  // Of no line in a source: its map is empty.
  load: async (id) => (/[/\\]worklet-sources\.ts$/.test(id) ? { code: await workletSources(), map: { mappings: '' } } : null),
  async writeBundle() {
    await writeFile(at('./dist/core/audio/worklet-sources.js'), await workletSources());
  },
};
const withTs = [resolveTypeScript, mediabunny, ...pluginsFor({ module: true })];

/** Scripts do not name their maps, which npm does not publish: a developer or an error tracker is given them. */
const sourcemap = 'hidden';

/** One file with everything it needs, beside the script-tag builds and, the same, in `folders`. */
function aloneIn(path, folders) {
  const name = `${basename(path)}.js`;
  const copies = {
    name: 'copies',
    async writeBundle() {
      for (const folder of folders) {
        await mkdir(at(folder), { recursive: true });
        await copyFile(at(`./dist/cdn/${name}`), at(`${folder}/${name}`));
      }
    },
  };
  return {
    input: at(`./src/${path}.ts`),
    output: { file: at(`./dist/cdn/${name}`), format: 'es', sourcemap, inlineDynamicImports: true },
    plugins: [...withTs, copies],
  };
}

const builds = [
  {
    input: {
      voxreel: at('./src/define.ts'),
      'video-generator': at('./src/elements/video-generator/define.ts'),
      'realtime-voice': at('./src/elements/realtime-voice/define.ts'),
      core: at('./src/index.ts'),
      ...Object.fromEntries(besideClassic.map((path) => [basename(path), at(`./src/${path}.ts`)])),
    },
    output: {
      dir: at('./dist/cdn'),
      format: 'es',
      sourcemap,
      entryFileNames: '[name].js',
      chunkFileNames: ({ facadeModuleId }) => `${facadeModuleId?.startsWith('\0mediabunny-for:') ? 'mediabunny-for-' : ''}[name]-[hash].js`,
      hoistTransitiveImports: true,
    },
    plugins: [workletsAsText, ...withTs],
  },
  {
    input: classicEntry.id,
    output: { file: at('./dist/cdn/voxreel.iife.js'), format: 'iife', name: 'voxreel', sourcemap, inlineDynamicImports: true },
    plugins: [classicEntry, classicImports, workletsAsText, resolveTypeScript, mediabunny, ...pluginsFor({ module: false })],
  },
  ...worklets.map((name) => aloneIn(`core/audio/${name}`, ['./dist/core/audio', './dist/worklets'])),
  ...workers.map((path) => aloneIn(path, [`./dist/${dirname(path)}`])),
];

builds.at(-1).plugins.push(papers);

export default builds;

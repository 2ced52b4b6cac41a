// The script-tag builds in dist/cdn and the worklets, which must be one file each. What npm users import is plain tsc output.
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { transform } from 'esbuild';
import { minifyHTMLLiterals } from 'minify-literals';
import esbuild from 'rollup-plugin-esbuild';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Before TypeScript is stripped: the literals are found by their tags. */
const literals = {
  name: 'minify-literals',
  async transform(code, id) {
    if (!/[/\\]src[/\\]elements[/\\].*\.ts$/.test(id)) return null;
    return (await minifyHTMLLiterals(code, { fileName: id })) ?? null;
  },
};

const large = 150_000;

/** What a page loads first counts by the byte; the encoder and the one-file build would take most of the time for a hundredth of their size. */
function minify({ module }) {
  const thorough = terser({ module, ecma: 2022, compress: { passes: 2 }, format: { comments: false } });
  return {
    ...thorough,
    async renderChunk(code, chunk, output, meta) {
      if (code.length < large) return thorough.renderChunk.call(this, code, chunk, output, meta);
      const format = module ? { format: 'esm' } : {};
      return transform(code, { minify: true, target: 'es2022', legalComments: 'none', sourcemap: true, ...format });
    },
  };
}

/** A classic script's global is a variable that nothing in the script itself reads: only a module may lose those. */
const pluginsFor = ({ module }) => [
  literals,
  nodeResolve({ exportConditions: ['production', 'browser', 'default'], extensions: ['.ts', '.mjs', '.js'] }),
  esbuild({ target: 'es2022', tsconfig: at('./tsconfig.json') }),
  minify({ module }),
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
const workers = ['image.worker', 'on-device.worker'];
/** Too large for a classic script to carry: it imports them from beside it, where the modules have them too. */
const besideClassic = ['core/providers/on-device-video', 'core/video/file-tracks'];
const classicImports = {
  name: 'classic-imports',
  resolveId: (source) => (besideClassic.some((path) => source === `./${basename(path)}.js`) ? { id: source, external: true } : null),
};
const withTs = [resolveTypeScript, mediabunny, ...pluginsFor({ module: true })];

/** One file with everything it needs, beside the script-tag builds and, the same, in `folders`. */
function aloneIn(path, folders) {
  const name = `${basename(path)}.js`;
  const copies = {
    name: 'copies',
    async writeBundle() {
      for (const folder of folders) {
        await mkdir(at(folder), { recursive: true });
        for (const file of [name, `${name}.map`]) await copyFile(at(`./dist/cdn/${file}`), at(`${folder}/${file}`));
      }
    },
  };
  return {
    input: at(`./src/${path}.ts`),
    output: { file: at(`./dist/cdn/${name}`), format: 'es', sourcemap: true, inlineDynamicImports: true },
    plugins: [...withTs, copies],
  };
}

export default [
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
      sourcemap: true,
      entryFileNames: '[name].js',
      chunkFileNames: ({ facadeModuleId }) => `${facadeModuleId?.startsWith('\0mediabunny-for:') ? 'mediabunny-for-' : ''}[name]-[hash].js`,
      hoistTransitiveImports: true,
    },
    plugins: withTs,
  },
  {
    input: classicEntry.id,
    output: { file: at('./dist/cdn/voxreel.iife.js'), format: 'iife', name: 'voxreel', sourcemap: true, inlineDynamicImports: true },
    plugins: [classicEntry, classicImports, resolveTypeScript, mediabunny, ...pluginsFor({ module: false })],
  },
  ...worklets.map((name) => aloneIn(`core/audio/${name}`, ['./dist/core/audio', './dist/worklets'])),
  ...workers.map((name) => aloneIn(`core/providers/${name}`, ['./dist/core/providers'])),
];

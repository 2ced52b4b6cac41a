// What a page loads at first, entry by entry: the file and what it imports at once; and beside it what it may load later. Needs a build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { nodeResolve } from '@rollup/plugin-node-resolve';
import terser from '@rollup/plugin-terser';
import { rollup } from 'rollup';

const root = new URL('../../', import.meta.url).pathname;
const folder = join(root, 'dist', 'cdn');
const entries = ['voxreel.js', 'video-generator.js', 'realtime-voice.js', 'realtime-voice-launcher.js'];

const gzip = (source) => gzipSync(source, { level: 9 }).length;

/** The files of the script-tag builds by name: what each holds, imports at once, and imports when it is needed. */
function builtFiles() {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== 'voxreel.iife.js');
  return new Map(
    names.map((name) => {
      const source = readFileSync(join(folder, name), 'utf8');
      // A part's own files are asked for beside it: they are no parts (`.rollup/parts.mjs`).
      const parts = source.replaceAll(/Promise\.all\(\[(import\("[^"]+"\)),[^\]]*\]\)\.then\(\(\[(\w+)\]\)\s*=>\s*\2\)/g, '$1');
      const named = (pattern) => [...parts.matchAll(pattern)].map(([, path]) => path).filter((path) => existsSync(join(folder, path)));
      const imports = named(/(?:^|[;}\s])(?:import|export)\s*(?:[^"'();]*?from\s*)?["']\.\/([^"']+)["']/g);
      return [name, { source, imports, later: named(/\bimport\(\s*["'`]\.\/([^"'`]+)["'`]\s*\)/g) }];
    }),
  );
}

/** It and every file it imports statically. */
function closure(files, name) {
  const seen = new Set([name]);
  for (const each of seen) for (const next of files.get(each).imports) seen.add(next);
  return seen;
}

/** The words of a language: a page has one, so that the largest counts for all. */
export const isLanguage = (name) => name.startsWith('words.');

/**
 * Each half that loads later, with what it brings that is not there when it is asked for: `{ name, gzip }`, the largest first; and how much
 * everything is that loads later.
 */
function laterParts(files, entry) {
  const size = (names) => [...names].reduce((sum, name) => sum + gzip(files.get(name).source), 0);
  const first = closure(files, entry);
  const parts = new Map();
  const waiting = [[first, first]];
  for (const [half, there] of waiting)
    for (const next of [...half].flatMap((name) => files.get(name).later)) {
      if (there.has(next) || parts.has(next)) continue;
      const whole = closure(files, next);
      parts.set(next, { name: nameOf(next), gzip: size([...whole].filter((name) => !there.has(name))) });
      waiting.push([whole, new Set([...there, ...whole])]);
    }
  const sorted = [...parts.values()].toSorted((one, other) => other.gzip - one.gzip);
  const otherLanguages = sorted.filter(({ name }) => isLanguage(name)).slice(1);
  const all = new Set(waiting.flatMap(([half]) => [...half]));
  for (const { name } of otherLanguages) all.delete(`${name}.js`);
  return { parts: sorted.filter((part) => !otherLanguages.includes(part)), total: size(all) - size(first) };
}

/** Without the hash. */
const nameOf = (file) => file.replace(/(?:-[\w-]{8})?\.js$/, '');

function measure(sources) {
  const sum = (size) => sources.reduce((total, source) => total + size(source), 0);
  return { raw: sum((source) => source.length), gzip: sum(gzip), brotli: sum((source) => brotliCompressSync(source).length) };
}

/** `{ name, raw, gzip, brotli }` of what each script-tag build brings at once. */
export function benchSizes() {
  const files = builtFiles();
  const whole = { name: 'voxreel.iife.js', sources: [readFileSync(join(folder, 'voxreel.iife.js'), 'utf8')] };
  const first = entries.map((name) => ({ name, sources: [...closure(files, name)].map((file) => files.get(file).source) }));
  return [...first, whole].map(({ name, sources }) => ({ name, ...measure(sources) }));
}

/** The files an entry of the script-tag builds brings at once. */
export const firstFiles = (entry) => [...closure(builtFiles(), entry)];

/** `{ name, first, later, total }` of one entry of the script-tag builds, gzip: at first, the halves that load later, and all of those. */
export function elementSizes(entry) {
  const files = builtFiles();
  const first = [...closure(files, entry)].reduce((total, name) => total + gzip(files.get(name).source), 0);
  const { parts, total } = laterParts(files, entry);
  return { name: entry, first, later: parts, total };
}

/** The same of one name of the library alone, as a bundler leaves it: without what is not used, minified as the script-tag builds are. */
export async function coreSizes(name) {
  const entry = {
    name: 'entry',
    resolveId: (source) => (source === 'entry' ? source : null),
    load: (id) => (id === 'entry' ? `import { ${name} } from '${join(root, 'dist', 'index.js')}'; globalThis.made = ${name};` : null),
  };
  const bundle = await rollup({
    input: 'entry',
    preserveEntrySignatures: false,
    external: [/^mediabunny/],
    treeshake: { moduleSideEffects: false },
    plugins: [entry, nodeResolve({ browser: true })],
    onwarn: () => undefined,
  });
  const minified = terser({ module: true, ecma: 2022, compress: { passes: 2 }, format: { comments: false } });
  const { output } = await bundle.generate({ format: 'es', hoistTransitiveImports: false, plugins: [minified] });
  const files = new Map();
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue;
    const inside = (names) => names.filter((each) => output.some(({ fileName }) => fileName === each));
    files.set(chunk.fileName, { source: chunk.code, imports: inside(chunk.imports), later: inside(chunk.dynamicImports) });
  }
  const { fileName } = output.find((chunk) => chunk.isEntry);
  const { parts, total } = laterParts(files, fileName);
  const first = [...closure(files, fileName)].reduce((sum, each) => sum + gzip(files.get(each).source), 0);
  return { name, first, later: parts, total };
}

// What a page loads at first, entry by entry: the file and what it imports at once; and beside it what it may load later.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const folder = new URL('../../dist/cdn/', import.meta.url).pathname;

const imported = (source) =>
  [...source.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[^"'();]*?from\s*)?["']\.\/([^"']+)["']/g)].map(([, name]) => name);

/** The entry and every file it imports statically. */
export function initialFiles(entry) {
  const seen = new Set([entry]);
  for (const name of seen) for (const next of imported(readFileSync(join(folder, name), 'utf8'))) seen.add(next);
  return [...seen];
}

function measure(names) {
  const sources = names.map((name) => readFileSync(join(folder, name)));
  const sum = (size) => sources.reduce((total, source) => total + size(source), 0);
  return {
    raw: sum((source) => source.length),
    gzip: sum((source) => gzipSync(source, { level: 9 }).length),
    brotli: sum((source) => brotliCompressSync(source).length),
  };
}

export function benchSizes() {
  const entries = ['voxreel.js', 'video-generator.js', 'realtime-voice.js'];
  const initial = entries.map((entry) => ({ name: entry, part: 'initial load', ...measure(initialFiles(entry)) }));
  const first = new Set(entries.flatMap(initialFiles));
  const later = readdirSync(folder)
    .filter((name) => name.endsWith('.js') && !first.has(name) && name !== 'voxreel.iife.js')
    .map((name) => ({ name, part: name.includes('.worklet') ? 'worklet' : 'later', ...measure([name]) }));
  return [...initial, { name: 'voxreel.iife.js', part: 'everything, one file', ...measure(['voxreel.iife.js']) }, ...later];
}

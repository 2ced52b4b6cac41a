// What a page that a bundler made loads at first: its entry and what that imports at once, compressed.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface FirstLoad {
  readonly bytes: number;
  readonly code: string;
}

const atOnce = /(?:^|[;}\s])(?:import|export)\s*(?:[^"'();]*?from\s*)?["'](\.\.?\/[^"']+)["']/g;

export function firstLoad(entry: string): FirstLoad {
  const files = new Set([entry]);
  for (const file of files) for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(atOnce)) files.add(join(dirname(file), name));
  const sources = [...files].map((file) => readFileSync(file, 'utf8'));
  return { bytes: sources.reduce((sum, source) => sum + gzipSync(source, { level: 9 }).length, 0), code: sources.join('\n') };
}

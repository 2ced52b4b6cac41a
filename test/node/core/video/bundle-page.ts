// A page's script with all it imports, as files of a service: for tests that drive pages of their own.
import { join } from 'node:path';

import { build } from 'esbuild';

/** By path, from `/`. `name`: the path of a script in this folder. */
export async function bundlePage(name: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: [join(process.cwd(), 'test', 'node', 'core', 'video', name)],
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    outdir: '/',
    write: false,
    logLevel: 'error',
  });
  return new Map(outputFiles.map(({ path, contents }) => [path, contents]));
}

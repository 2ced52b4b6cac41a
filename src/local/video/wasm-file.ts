// Finds and compiles the wasm of an image codec in its package folder: Node's fetch cannot read files.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** `path` as in an import: `@jsquash/webp/codec/enc/webp_enc.wasm`. */
export async function compileWasm(path: string): Promise<WebAssembly.Module> {
  const bytes = await readFile(require.resolve(path));
  return WebAssembly.compile(bytes);
}

// An empty Postgres as PGlite makes it. To make one takes nine seconds of a core, so it is made once per version and then copied. Tests that use it compile it
// once: V8's second compilation, for speed, takes longer than they gain by it.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

import { PGlite } from '@electric-sql/pglite';

setFlagsFromString('--liftoff-only');

const { version } = JSON.parse(readFileSync('node_modules/@electric-sql/pglite/package.json', 'utf8')) as { readonly version: string };
const cache = join('node_modules', '.cache', 'embedded-records');
const made = join(cache, version);

/** Puts one into `folder`, which `embeddedRecords` then finds as if it had made it itself. */
export async function putDatabase(folder: string): Promise<string> {
  if (!existsSync(made)) await make();
  cpSync(made, folder, { recursive: true });
  return folder;
}

async function make(): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const own = mkdtempSync(join(cache, 'new-'));
  await (await PGlite.create({ dataDir: join(own, 'database') })).close();
  try {
    renameSync(join(own, 'database'), made);
  } catch (error) {
    // Another test has made it meanwhile.
    if (!existsSync(made)) throw error;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

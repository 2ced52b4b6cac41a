// The modules of the package without their comments, which its declarations have: a third of what a site would download to install it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { transform } from 'esbuild';

const files = readdirSync('dist', { recursive: true })
  .filter((name) => name.endsWith('.js'))
  .map((name) => join('dist', name));

// Names and the order of the code stay as they are, and so do the notes by which a bundler knows what it may drop.
await Promise.all(
  files.map(async (file) =>
    writeFileSync(
      file,
      (await transform(readFileSync(file, 'utf8'), { format: 'esm', target: 'es2022', charset: 'utf8', legalComments: 'none' })).code,
    ),
  ),
);

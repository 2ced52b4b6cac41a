// A short sample of the crash matrix: `npm run test:more -- library` kills gateways a hundred times, at every step they take.
import { rmSync } from 'node:fs';
import { it } from 'node:test';

import { keepsItsPromises } from './crash/crash-suite.js';
import { withoutPostgres } from './postgres-server.js';
import { temporaryFolder } from './stores.js';

const steps = [
  'after: create',
  'before: watch a video',
  'after: commit: list a file',
  'after: commit: write the end',
  'after: commit: share',
];

it('three gateways that are killed between two steps keep every promise', { skip: withoutPostgres, timeout: 240_000 }, async (test) => {
  const files = temporaryFolder();
  try {
    await keepsItsPromises(test, { files, steps, kills: steps.length, leftovers: 'aged' });
  } finally {
    rmSync(files, { recursive: true, force: true });
  }
});

// Gateways that are killed a hundred times, at every step they take and at any other, with files in a folder: no promise is broken.
import { rmSync } from 'node:fs';
import { it } from 'node:test';

import { keepsItsPromises } from '../../node/server/library/crash/crash-suite.js';
import { steps } from '../../node/server/library/crash/steps.js';
import { withoutPostgres } from '../../node/server/library/postgres-server.js';
import { temporaryFolder } from '../../node/server/library/stores.js';

it(
  'three gateways with files in a folder keep every promise, and leave nothing after a minute',
  { skip: withoutPostgres },
  async (test) => {
    const files = temporaryFolder();
    try {
      await keepsItsPromises(test, { files, steps, kills: 100, leftovers: 'waited' });
    } finally {
      rmSync(files, { recursive: true, force: true });
    }
  },
);

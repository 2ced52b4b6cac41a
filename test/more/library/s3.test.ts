// Gateways that are killed a hundred times, at every step they take and at any other, with files in S3: no promise is broken.
import { it } from 'node:test';

import { keepsItsPromises } from '../../node/server/library/crash/crash-suite.js';
import { steps, stepsOfS3 } from '../../node/server/library/crash/steps.js';
import { withoutPostgres } from '../../node/server/library/postgres-server.js';
import { startS3 } from '../../node/server/library/s3-server.js';

it('three gateways with files in S3 keep every promise', { skip: withoutPostgres }, async (test) => {
  const s3 = await startS3();
  try {
    await keepsItsPromises(test, { files: s3.url, steps: [...stepsOfS3, ...steps], kills: 100, leftovers: 'aged' });
  } finally {
    await s3.close();
  }
});

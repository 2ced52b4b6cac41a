// What a gateway was at when it was killed is taken over within a minute, by the lease that sites have.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { it } from 'node:test';

import { startCrashSite } from '../../node/server/library/crash/crash-site.js';
import { live } from '../../node/server/library/crash/people.js';
import { startPostgres, withoutPostgres } from '../../node/server/library/postgres-server.js';
import { temporaryFolder } from '../../node/server/library/stores.js';

/** Until the lease is over, somebody looks for what is due, and the copy is made. */
const mostMs = 60_000 + 20_000;

it('a video whose gateway is killed while it copies is in the library about a minute later', { skip: withoutPostgres }, async () => {
  const [server, files] = [await startPostgres(), temporaryFolder()];
  const site = await startCrashSite({ database: server.database(), files, leaseMs: 60_000, waitMs: 60_000 });
  try {
    const life = live(0, site.address, () => {});
    await site.killAt('within: fetch');
    const killedAt = performance.now();
    await life;
    const tookMs = performance.now() - killedAt;
    assert.ok(tookMs < mostMs, `${tookMs} ms`);
  } finally {
    await site.close();
    await server.stop();
    rmSync(files, { recursive: true, force: true });
  }
});

// Loaded into every process of a test: as it ends, writes which of Stryker's faults its code has come by.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';

const namespace = '__stryker__';

process.on('exit', () => {
  const reached = Object.keys(globalThis[namespace]?.mutantCoverage?.static ?? {});
  writeFileSync(join(process.env.VOXREEL_REACHED, `${process.pid}-${threadId}.json`), JSON.stringify(reached));
});

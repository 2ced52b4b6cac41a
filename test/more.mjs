// `npm run test:more [-- bundlers]`: what takes longer than `npm test` may. Each folder of test/more is a step, which runs the tests in it one by one
// against the package as npm packs it. Ends with one line `N passed, N failed`.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { built, conclude, isAskedFor, nodeSuite, packAndCompile, step } from './steps.mjs';

const timeoutMs = 900_000;

const tests = (folder) => (log) => {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.test.js'));
  return nodeSuite(
    files.map((name) => join(folder, name)),
    { atOnce: 1, timeoutMs, log },
  );
};

let packed = false;
await step({
  name: 'pack',
  action: async (log) => {
    packed = await packAndCompile(log);
    return packed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  },
});
if (packed) {
  const folder = join(built, 'test', 'more');
  for (const name of readdirSync(folder).filter(isAskedFor)) await step({ name, action: tests(join(folder, name)) });
}
conclude();

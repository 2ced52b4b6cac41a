// The parts of the soak, one after another; the exit code is 1 where something grew.
import { parseArgs } from 'node:util';

import { soakElements } from './elements.js';
import { soakHeadless } from './headless.js';
import { soakLauncher } from './launcher.js';

const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true },
    'talk-minutes': { type: 'string', default: '60' },
    tasks: { type: 'string', default: '10000' },
    opens: { type: 'string', default: '1000' },
  },
});
const minutes = Number(values['talk-minutes']);
const tasks = Number(values.tasks);
const parts: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  node: () => soakHeadless(minutes, tasks),
  elements: () => soakElements(minutes, tasks),
  launcher: () => soakLauncher(Number(values.opens)),
};
const grown: string[] = [];
for (const name of values.part ?? Object.keys(parts)) {
  const part = parts[name];
  if (part === undefined) throw new Error(`There is no part "${name}": ${Object.keys(parts).join(', ')}.`);
  const startedAt = Date.now();
  console.log(`\n== ${name}`);
  grown.push(...(await part()));
  console.log(`${name}: ${String(Math.round((Date.now() - startedAt) / 1000))} s`);
}
console.log(grown.length === 0 ? '\nNothing grew.' : `\n${String(grown.length)} grew or are not so:\n${grown.join('\n')}`);
process.exit(grown.length === 0 ? 0 : 1);

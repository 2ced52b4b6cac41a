// Runs a bench where nothing else has run before it: in a new process of Node, or in a new page of Chromium.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { benchInChromium } from './chromium.mjs';

export function inNode(name, given) {
  const child = fork(fileURLToPath(new URL('in-node.mjs', import.meta.url)), { execArgv: ['--expose-gc'] });
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`The bench ${name} ended with ${code}.`)));
    child.send({ name, given });
  });
}

/** The same in both, one after the other: `{ id, where, found }`. */
export async function inBoth(name, given) {
  return [
    { id: 'node', where: 'Node', found: await inNode(name, given) },
    { id: 'chromium', where: 'Chromium', found: await benchInChromium('test/bench/in-engine.mjs', name, given) },
  ];
}

// Processes that a bench measures or measures with.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A process of this folder: what it said first, and a way to ask it more. */
export async function start(name, args = []) {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), args, { execArgv: ['--expose-gc'] });
  let failed = () => {};
  child.once('exit', (code) => failed(new Error(`${name} ended with ${code}`)));
  const heard = () =>
    new Promise((resolve, reject) => {
      failed = reject;
      child.once('message', resolve);
    });
  const said = await heard();
  return {
    said,
    ask(what) {
      const answer = heard();
      child.send(what);
      return answer;
    },
    stop: () => {
      failed = () => {};
      child.disconnect();
    },
  };
}

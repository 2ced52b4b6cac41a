// Whether something is still held by anybody: asks the engine to collect what is not.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Waits a little for it: what is held answers late. */
export async function isFreed(ref: WeakRef<object>): Promise<boolean> {
  for (let tries = 0; tries < 50 && ref.deref() !== undefined; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    collect();
  }
  return ref.deref() === undefined;
}

// How many cases of hostile pages are drawn, and how one is held to account: a small fixed sample, or what `npm run fuzz` asks for.
import { executeServerCommand } from '@web/test-runner-commands';
import fc from 'fast-check';

import { lookThrough, watchGlobals } from './guard.js';

interface Asked {
  /** In place of each sample. */
  readonly cases?: number;
  readonly seed?: number;
  readonly path?: string;
  /** The name of one test. */
  readonly only?: string;
}

let look: (() => readonly string[]) | undefined;

export async function frames(count: number): Promise<void> {
  for (let left = count; left > 0; left--) await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Looks through `element` when what is drawn in slices is there too. */
export async function requireHarmless(element: Element): Promise<void> {
  await frames(2);
  const { found, elements, roots } = lookThrough(element);
  if (found.length > 0) throw new Error(`There is ${found.join('; ')}`);
  if (elements < 10 || roots < 1) throw new Error(`Nothing is shown: ${elements} elements in ${roots} shadow roots.`);
  const done = look?.() ?? [];
  if (done.length > 0) throw new Error(done.join('; '));
}

/** A test of `sample` cases drawn from `cases`; `holds` throws where something is wrong. */
export function itShows<T>(name: string, sample: number, cases: fc.Arbitrary<T>, holds: (one: T) => Promise<void>): void {
  it(name, async function () {
    const asked = await executeServerCommand<Asked, undefined>('fuzz-pages');
    if (asked.only !== undefined && asked.only !== name) this.skip();
    if (asked.cases !== undefined) this.timeout(0);
    look ??= watchGlobals();
    const { seed = 20_261_122, cases: numRuns = sample, path } = asked;
    // Bias would begin with the first of each list, again and again: the sample is small.
    const details = await fc.check(fc.asyncProperty(fc.noBias(cases), holds), {
      seed,
      numRuns,
      endOnFailure: true,
      ...(path === undefined ? {} : { path }),
    });
    if (!details.failed) return;
    const again = `npm run fuzz -- --pages 1 --only '${name}' --seed ${details.seed} --path ${details.counterexamplePath ?? ''}`;
    const shown = fc.stringify(details.counterexample).slice(0, 3000);
    throw new Error(`After ${details.numRuns} cases: ${String(details.errorInstance)}\n  Again: ${again}\n  Case: ${shown}`);
  });
}

// What a property is: a name, how many of all cases it gets, and a check of one case.
import fc from 'fast-check';

import { isPolluted } from './hostile-json.js';

export interface Property {
  readonly name: string;
  /** Its part of all cases, beside those of the others. */
  readonly share: number;
  /** Cases of the sample in `npm test`. */
  readonly sample: number;
  readonly check: (parameters: fc.Parameters<unknown>) => Promise<fc.RunDetails<unknown>>;
}

/** A process that takes so long over one case hangs: the slowest take half a second. A busy machine is none of theirs. */
const longestMs = 10_000;

interface Told {
  readonly name: string;
  readonly share: number;
  readonly sample?: number;
}

/** `holds` throws where the property does not hold. */
export const property = <T>(
  { sample = 200, ...told }: Told,
  cases: fc.Arbitrary<T>,
  holds: (one: T) => void | Promise<void>,
): Property => ({
  ...told,
  sample,
  check: async (parameters) =>
    (await fc.check(
      fc.asyncProperty(cases, async (one) => {
        const before = process.cpuUsage();
        await holds(one);
        const tookMs = process.cpuUsage(before).user / 1000;
        if (tookMs > longestMs) throw new Error(`It took ${Math.round(tookMs)} ms.`);
        if (isPolluted()) throw new Error('All objects have something that they did not have before.');
      }),
      parameters as fc.Parameters<[T]>,
    )) as fc.RunDetails<unknown>,
});

/** A failure in words, with what is needed to see it again. */
export function failureOf({ name }: Pick<Property, 'name'>, details: fc.RunDetails<unknown>): string | undefined {
  if (!details.failed) return undefined;
  const again = `npm run fuzz -- --only ${name} --seed ${details.seed} --path ${details.counterexamplePath ?? ''}`;
  const error = details.errorInstance;
  const said = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `${name} does not hold, after ${details.numRuns} cases.\n  Again: ${again}\n  Case: ${inWords(details.counterexample)}\n  ${said}`;
}

/** What is nested too deep to be written is known by its seed and path. */
function inWords(one: unknown): string {
  try {
    return fc.stringify(one).slice(0, 1500);
  } catch {
    return 'too deep to be shown';
  }
}

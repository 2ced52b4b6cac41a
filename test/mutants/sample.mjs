// The faults to try: all that Stryker knows for these files, of which a fixed seed picks some.
import { readFile } from 'node:fs/promises';

import { Instrumenter } from '@stryker-mutator/instrumenter';

const silent = Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, () => undefined]));
const logger = { ...silent, isTraceEnabled: () => false, isDebugEnabled: () => false };

/** Words for people are judged by readers. */
const excludedMutations = ['StringLiteral'];

/** Numbers from 0 to 1, the same ones for a seed (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * @param pick chooses from all faults, which come in the order of the seed.
 * @returns `faults`, Stryker's mutants `{ id, fileName, mutatorName, replacement, location }` whose lines and columns begin at 0,
 * and `instrumented`, those of the files that hold them, as `{ name, content }` with every fault behind a switch.
 */
export async function sampleFaults(files, { seed, pick }) {
  const sources = await Promise.all(
    [...files]
      .sort((one, other) => (one < other ? -1 : 1))
      .map(async (name) => ({ name, content: await readFile(name, 'utf8'), mutate: true })),
  );
  const { mutants, files: changed } = await new Instrumenter(logger).instrument(sources, {
    plugins: null,
    excludedMutations,
    ignorers: [],
  });
  const random = randomFrom(seed);
  const inOrder = mutants
    .filter(({ status }) => status !== 'Ignored')
    .map((mutant) => ({ mutant, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ mutant }) => mutant);
  const faults = pick(inOrder);
  const holding = new Set(faults.map(({ fileName }) => fileName));
  return { faults, instrumented: changed.filter(({ name }) => holding.has(name)) };
}

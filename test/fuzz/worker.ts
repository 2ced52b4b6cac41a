// One process of the fuzzing command: checks the pieces of properties it is given, and reports the outcome of each.
import { properties } from './properties.js';
import { failureOf } from './property.js';

export interface Piece {
  readonly name: string;
  readonly seed: number;
  readonly cases: number;
  /** Of one case that failed before. */
  readonly path: string | undefined;
}

export interface PieceDone {
  readonly name: string;
  readonly cases: number;
  readonly ms: number;
  readonly failure: string | undefined;
}

async function done({ name, seed, cases, path }: Piece): Promise<PieceDone> {
  const property = properties.find((one) => one.name === name);
  if (property === undefined) throw new Error(`There is no property ${name}.`);
  const startedAt = performance.now();
  const details = await property.check({ seed, numRuns: cases, endOnFailure: false, ...(path === undefined ? {} : { path }) });
  return { name, cases: details.numRuns, ms: performance.now() - startedAt, failure: failureOf(property, details) };
}

process.send?.(properties.map(({ name, share }) => ({ name, share })));
process.on('message', (piece: Piece) => {
  void done(piece)
    .catch((error: unknown) => ({ ...piece, ms: 0, failure: `${piece.name}: ${String(error)}` }))
    .then((result) => process.send?.(result));
});

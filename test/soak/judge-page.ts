// Whether a page keeps more and more: after each round, and once its elements were taken away.
import type { Measure, Stage } from './stage.js';
import { kilobytes, type Verdict } from './verdict.js';

export const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const shown = ['DOM nodes', 'event listeners', 'timeouts', 'intervals', 'locks', 'channels', 'object URLs', 'stored records'];

/** So much a heap wavers by itself. */
const heapRatio = 1.04;

/** After each round, with the elements there and nothing in them. */
export function judgeLevels(verdict: Verdict, measures: readonly Measure[]): void {
  console.log('\nafter each round, with the elements there and nothing in them');
  console.table(
    measures.map(({ heapBytes, storedBytes, counts, server }) => ({
      'heap kB': kilobytes(heapBytes),
      ...Object.fromEntries(shown.map((name) => [name, counts[name] ?? 0])),
      'stored kB': kilobytes(storedBytes),
      'servers kB': kilobytes(server.heapBytes),
    })),
  );
  verdict.level(
    'heap, kB',
    measures.map(({ heapBytes }) => kilobytes(heapBytes)),
    heapRatio,
  );
  verdict.level(
    'heap of the servers, kB',
    measures.map(({ server }) => kilobytes(server.heapBytes)),
    1.1,
  );
  verdict.level(
    'bytes stored, kB',
    measures.map(({ storedBytes }) => kilobytes(storedBytes)),
    1.5,
  );
  for (const name of namesOf(measures))
    verdict.level(
      name,
      measures.map(({ counts }) => counts[name] ?? 0),
      1.02,
      1,
    );
}

/** Every name that was counted at any time. */
const namesOf = (measures: readonly Measure[]): readonly string[] =>
  [...new Set(measures.flatMap(({ counts }) => Object.keys(counts)))].sort();

/** A browser lets go of some things late. */
const restMs = 15_000;

/** The least of what is there while nothing happens any more. */
export async function atRest({ measure }: Stage): Promise<Measure> {
  const left = ({ counts, server }: Measure) => total(Object.values(counts)) + server.sessions;
  let least = await measure();
  for (const until = Date.now() + restMs; Date.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const next = await measure();
    if (left(next) <= left(least)) least = next;
  }
  return least;
}

/** What a page has once for all elements. */
const once: Readonly<Record<string, number>> = { IntersectionObserver: 1 };
/** Templates stay with the page that has used them. */
const ofTemplates: ReadonlySet<string> = new Set(['documents', 'DOM nodes', 'event listeners']);

/** The elements were taken away: `bare` was before any was there, `ends` after each life. */
export function judgeEnd(verdict: Verdict, bare: Measure, ends: readonly Measure[]): void {
  const [used = bare, left = used] = [ends[0], ends.at(-1)];
  for (const name of namesOf([bare, left])) {
    const before = ofTemplates.has(name) ? used : bare;
    verdict.counter(name, before.counts[name] ?? 0, left.counts[name] ?? 0, once[name]);
  }
  verdict.counter('sessions of the service', bare.server.sessions, left.server.sessions);
  verdict.counter('heap, kB', kilobytes(used.heapBytes), kilobytes(left.heapBytes), kilobytes(used.heapBytes * (heapRatio - 1)));
}

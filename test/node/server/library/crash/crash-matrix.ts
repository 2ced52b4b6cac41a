// Kills gateways at every step that they come to while people use them, and at steps by chance, and says what became of the promises that were made.
import { setTimeout as delay } from 'node:timers/promises';

import { startCrashSite, type CrashSite } from './crash-site.js';
import { live, type Person } from './people.js';
import { brokenPromises, withDatabase, type Stores } from './promises-kept.js';
import { seeded } from '../../../seeded.js';

export interface MatrixPlan extends Stores {
  /** Each is killed at once. */
  readonly steps: readonly string[];
  /** In all: what the steps leave is killed at any of the next steps, by a seed. */
  readonly kills: number;
  readonly seed: number;
  readonly leaseMs: number;
  /** `waited`: until gateways gave up by themselves what killed ones had begun. `aged`: the rows of that are made a day older first. */
  readonly leftovers: 'waited' | 'aged';
}

export interface MatrixResult {
  /** How often gateways were killed at each step. */
  readonly kills: ReadonlyMap<string, number>;
  readonly broken: readonly string[];
  readonly people: number;
}

/** At the same time. */
const crowd = 8;
const stepMs = 180_000;
/** A minute for an upload to end, one for the round that finds it, and a bit for the store. */
const restMs = 150_000;
/** After so many all who are there get what they want. */
const inARow = 10;
/** The next steps of which any may be the last. */
const farthest = 40;

export async function runCrashMatrix(plan: MatrixPlan): Promise<MatrixResult> {
  const { database, files, leaseMs } = plan;
  const site = await startCrashSite({ database, files, leaseMs, waitMs: stepMs });
  try {
    const people: Person[] = [];
    await inhabited(site, people, () => killAll(site, plan, people));
    if (plan.leftovers === 'aged') await site.restart();
    await rest(site, plan, people);
    return { kills: site.kills, broken: await brokenPromises(plan, site, people), people: people.length };
  } finally {
    await site.close();
  }
}

/** People come and go until `work` is done; then those that are there finish. */
async function inhabited(site: CrashSite, people: Person[], work: () => Promise<void>): Promise<void> {
  const done = new AbortController();
  const lane = async (): Promise<void> => {
    while (!done.signal.aborted) await live(people.length, site.address, (person) => people.push(person));
  };
  const working = work().finally(() => done.abort());
  // Whichever fails first says what is wrong.
  await Promise.all([working, ...Array.from({ length: crowd }, lane)]);
}

async function killAll(site: CrashSite, { steps, kills, seed }: MatrixPlan, people: readonly Person[]): Promise<void> {
  const random = seeded(seed);
  for (let killed = 0; killed < kills; killed += 1) {
    const step = steps[killed];
    await (step === undefined ? site.killAfter(Math.floor(random() * farthest)) : site.killAt(step));
    if (killed % inARow === inARow - 1) await served(people.slice());
  }
}

/** Gateways that are killed faster than they can work would never be done. */
async function served(people: readonly Person[]): Promise<void> {
  while (!people.every(({ isDone }) => isDone)) await delay(200);
}

const readLeft = 'SELECT (SELECT count(*) FROM voxreel_watched) + (SELECT count(*) FROM voxreel_files WHERE id IS NULL) AS left_over';
const age = `UPDATE voxreel_files SET until = now() - interval '1 day' WHERE until IS NOT NULL`;

/** Until nothing is watched and nothing is half there; `brokenPromises` finds what is left after that. */
async function rest(site: CrashSite, { database, leftovers }: MatrixPlan, [person]: readonly Person[]): Promise<void> {
  const headers = { cookie: `user=${person?.user}`, origin: 'https://www.example.org' };
  await withDatabase(database, async (ask) => {
    if (leftovers === 'aged') await ask(age);
    for (const end = performance.now() + restMs; performance.now() < end; await delay(1000)) {
      const [row] = await ask<{ left_over: string }>(readLeft);
      if (Number(row?.left_over) === 0) return;
      // A gateway cleans up beside what it is asked.
      await fetch(`${await site.address()}/v1/library/changes`, { headers });
    }
  });
}

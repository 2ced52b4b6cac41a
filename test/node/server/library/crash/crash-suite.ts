// A run of the crash matrix as a test, which prints how often gateways were killed at each step.
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';

import { startPostgres } from '../postgres-server.js';
import { runCrashMatrix, type MatrixPlan } from './crash-matrix.js';

/** The same kills for the same seed, as far as the machine lets them be. */
const usualSeed = 24;

export async function keepsItsPromises(test: TestContext, plan: Omit<MatrixPlan, 'database' | 'seed' | 'leaseMs'>): Promise<void> {
  const seed = Number(process.env['VOXREEL_SEED'] ?? usualSeed);
  const server = await startPostgres();
  try {
    const { kills, broken, people } = await runCrashMatrix({ ...plan, database: server.database(), seed, leaseMs: 5000 });
    test.diagnostic(`${people} people, seed ${seed}, gateways were killed:`);
    for (const step of [...kills.keys()].toSorted()) test.diagnostic(`${String(kills.get(step)).padStart(3)} times ${step}`);
    assert.deepEqual(broken, []);
  } finally {
    await server.stop();
  }
}

// Places that are taken together and given back together.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { memoryState } from 'voxreel/server';

import { takePlaces, type Held } from '../../../src/server/state/places.js';

const both = [
  { key: 'user', atOnce: 1 },
  { key: 'all', atOnce: 1 },
];

function counted() {
  const state = memoryState({ now: () => 0 });
  const asked: string[] = [];
  return {
    asked,
    state: {
      ...state,
      async acquire(...[key, holder, places]: Parameters<typeof state.acquire>) {
        asked.push(`take ${key}`);
        return state.acquire(key, holder, places);
      },
      async release(key: string, holder: string) {
        asked.push(`leave ${key}`);
        return state.release(key, holder);
      },
    },
  };
}
const held = (came: Awaited<ReturnType<typeof takePlaces>>): Held => ('release' in came ? came : assert.fail(`${came.key} is full`));

describe('places', () => {
  it('are taken all together or not at all', async () => {
    const { state } = counted();
    held(await takePlaces(state, [both[1]!], 'one', 100));
    assert.deepEqual(await takePlaces(state, both, 'two', 100), both[1]);
    held(await takePlaces(state, [both[0]!], 'three', 100));
  });

  it('are not asked for where there is no limit', async () => {
    const { state, asked } = counted();
    const one = held(await takePlaces(state, [{ key: 'user', atOnce: false }], 'one', 100));
    await one.prolong();
    await one.release();
    assert.deepEqual(asked, []);
  });

  it('are held longer until they are given back, which happens once', async () => {
    const { state, asked } = counted();
    const one = held(await takePlaces(state, both, 'one', 100));
    await one.prolong();
    assert.deepEqual(asked.splice(0), ['take user', 'take all', 'take user', 'take all']);
    await one.release();
    assert.deepEqual(asked.splice(0), ['leave user', 'leave all']);
    await one.prolong();
    await one.release();
    assert.deepEqual(asked, []);
    held(await takePlaces(state, both, 'two', 100));
  });

  it('are given back where the state goes away while they are taken', async () => {
    const { state, asked } = counted();
    const away = {
      ...state,
      acquire: async (...[key, ...more]: Parameters<typeof state.acquire>) => {
        if (key === 'all') throw new Error('away');
        return state.acquire(key, ...more);
      },
    };
    await assert.rejects(takePlaces(away, both, 'one', 100), /away/);
    assert.deepEqual(asked, ['take user', 'leave user', 'leave all']);
  });
});

// A store: when its subscribers hear of a change.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createStore } from '../../../../src/core/store/store.js';

const sum = (state: number, event: number) => state + event;

describe('createStore', () => {
  it('tells subscribers once per microtask, with the newest state', async () => {
    const store = createStore(0, sum);
    const seen: number[] = [];
    store.subscribe((state) => seen.push(state));
    store.dispatch(1);
    store.dispatch(2);
    assert.deepEqual(seen, []);
    await Promise.resolve();
    assert.deepEqual(seen, [3]);
  });

  it('gives the newest state, and tells of each later change as well', async () => {
    const store = createStore(1, sum);
    const seen: number[] = [];
    store.subscribe((state) => seen.push(state));
    store.dispatch(1);
    assert.equal(store.get(), 2);
    await Promise.resolve();
    store.dispatch(5);
    await Promise.resolve();
    assert.deepEqual(seen, [2, 7]);
  });

  it('says nothing when an event changes nothing, and nothing after the undo', async () => {
    const store = createStore(1, sum);
    const seen: number[] = [];
    const undo = store.subscribe((state) => seen.push(state));
    store.dispatch(0);
    await Promise.resolve();
    undo();
    store.dispatch(1);
    await Promise.resolve();
    assert.deepEqual(seen, []);
  });
});

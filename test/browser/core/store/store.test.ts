import { expect } from '@open-wc/testing';

import { createStore } from '../../../../src/core/store/store.js';

const sum = (state: number, event: number) => state + event;

describe('createStore', () => {
  it('tells subscribers once per microtask, with the newest state', async () => {
    const store = createStore(0, sum);
    const seen: number[] = [];
    store.subscribe((state) => seen.push(state));
    store.dispatch(1);
    store.dispatch(2);
    expect(seen).to.deep.equal([]);
    await Promise.resolve();
    expect(seen).to.deep.equal([3]);
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
    expect(seen).to.deep.equal([]);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from 'fast-check';

import { emptyMap, getIn, setIn, type PersistentMap } from '../../../../src/core/store/persistent-map.js';

// Two pairs with the same 32-bit hash, found by search, so that chains are met.
const keys = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', '', 'costarring', 'liquid', 'declinate', 'macallums'),
  fc.string({ maxLength: 4 }),
);

describe('PersistentMap', () => {
  it('holds what a Map holds, and every earlier copy stays as it was', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, fc.nat())), (writes) => {
        const model = new Map<string, number>();
        let map: PersistentMap<number> = emptyMap;
        const copies: [PersistentMap<number>, [string, number][]][] = [];
        for (const [key, value] of writes) {
          model.set(key, value);
          map = setIn(map, key, value);
          copies.push([map, [...model]]);
        }
        for (const [copy, entries] of copies) {
          for (const [key, value] of entries) assert.equal(getIn(copy, key), value);
        }
        assert.equal(getIn(map, 'never written'), undefined);
      }),
    );
  });

  it('keeps two keys of one hash apart', () => {
    // FNV-1a collisions.
    const map = setIn(setIn(setIn(emptyMap as PersistentMap<number>, 'costarring', 1), 'liquid', 2), 'costarring', 3);
    assert.equal(getIn(map, 'costarring'), 3);
    assert.equal(getIn(map, 'liquid'), 2);
  });
});

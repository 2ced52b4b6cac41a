import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from 'fast-check';
import type { PersistentMap } from 'voxreel';

import { collidingNames } from '../../../fuzz/colliding-names.js';
import { madeAnew } from '../../../fuzz/hostile-json.js';
import { emptyMap, getIn, setIn } from '../../../../src/core/store/persistent-map.js';

// Many of one hash, and two pairs of others.
const keys = fc.oneof(
  fc.constantFrom(...collidingNames(6)),
  fc.constantFrom('__proto__', 'constructor', '', 'costarring', 'liquid', 'declinate', 'macallums'),
  fc.string({ maxLength: 4 }),
);

/** How many objects lie between the root and what is farthest from it. */
function depthOf(map: PersistentMap<number>): number {
  let depth = -1;
  for (let level: readonly unknown[] = [map]; level.length > 0; depth++)
    level = level
      .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
      .filter((value) => typeof value === 'object' && value !== null);
  return depth;
}

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

  const names = collidingNames(14);
  for (const [order, inOrder] of Object.entries({ made: names, ascending: names.toSorted(), descending: names.toSorted().toReversed() }))
    it(`makes a few dozen objects a write when 16,384 names have one hash, and is as deep as a tree: ${order} order`, () => {
      const all = inOrder
        .slice(1)
        .reduce((map, name) => setIn(map, name, 1), setIn(emptyMap as PersistentMap<number>, inOrder[0] ?? '', 1));
      for (const name of [...inOrder.slice(0, 2), ...inOrder.slice(-2), `${inOrder[0]}?`]) {
        const made = madeAnew(all, setIn(all, name, 2));
        assert.ok(made <= 48, `${made} objects for one write`);
      }
      const deepest = depthOf(all);
      assert.ok(deepest <= 32, `${deepest} steps to the deepest`);
    });
});

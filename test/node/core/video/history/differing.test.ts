import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import fc from 'fast-check';

import { differing } from '../../../../../src/core/video/history/differing.js';

const lists = fc.array(fc.nat(3), { maxLength: 8 });

describe('differing', () => {
  it('finds a stretch that makes one list the other, and no longer one', () => {
    fc.assert(
      fc.property(lists, lists, lists, lists, (head, left, entered, tail) => {
        const [one, other] = [
          [...head, ...left, ...tail],
          [...head, ...entered, ...tail],
        ];
        const { before, after } = differing(one, other);
        assert.ok(before.length <= left.length && after.length <= entered.length);
        const from = one.findIndex((value, place) => value !== other[place]);
        const start = from < 0 ? Math.min(one.length, other.length) - Math.min(before.length, after.length) : from;
        assert.deepEqual(one.toSpliced(start, before.length, ...after), other);
      }),
    );
  });

  it('returns one result for the same two lists, and a new one for others', () => {
    const [first, second, third] = [
      [1, 2, 3],
      [1, 4, 3],
      [1, 4, 5],
    ] as const;
    assert.deepEqual(differing<number>(first, third), { before: [2, 3], after: [4, 5] });
    assert.deepEqual(differing<number>(second, third), { before: [3], after: [5] });
    assert.deepEqual(differing<number>(first, third), { before: [2, 3], after: [4, 5] });
    assert.deepEqual(differing<number>(third, third), { before: [], after: [] });
  });
});

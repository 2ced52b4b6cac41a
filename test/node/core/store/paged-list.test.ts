import assert from 'node:assert/strict';
import { it } from 'node:test';

import { arrayOf, followArray, listOf, putIn, takeFrom } from '../../../../src/core/store/paged-list.js';

const numbered = (count: number) => Array.from({ length: count }, (_, at) => ({ id: String(1000 + at), at }));

it('a followed list is the array of each list, whatever came between', () => {
  const follow = followArray<{ readonly id: string; readonly at: number }>();
  // A page and one more entry.
  const whole = listOf(numbered(129));
  const changes = [
    whole,
    putIn(whole, { id: '1000', at: -1 }),
    takeFrom(whole, '1000'),
    whole,
    listOf(numbered(300)),
    takeFrom(whole, '1060'),
  ];
  for (const list of changes) assert.deepEqual(follow(list), arrayOf(list));
  assert.equal(follow(whole), follow(whole));
});

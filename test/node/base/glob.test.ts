import assert from 'node:assert/strict';
import { test } from 'node:test';

import { closestFit, globFit, globMatches } from '../../../src/base/glob.js';

test('a glob matches the whole name, in its order, and no shorter overlap', () => {
  for (const [glob, name] of [
    ['kling-v1', 'kling-v1'],
    ['kling-*', 'kling-'],
    ['*-lite', 'wan-lite'],
    ['a*b*c', 'a1b2c'],
    ['*', ''],
  ] as const)
    assert.ok(globMatches(glob, name), `${glob} ${name}`);
  for (const [glob, name] of [
    ['kling-*', 'Kling-v1'],
    ['*-lite', 'wan-pro'],
    ['ab*ba', 'aba'],
    ['a*b*c', 'ac'],
    ['a.c', 'abc'],
  ] as const)
    assert.ok(!globMatches(glob, name), `${glob} ${name}`);
});

test('an exact name fits best, then the longest start', () => {
  assert.equal(globFit('a*', 'a*'), Infinity);
  assert.deepEqual([globFit('kling-*', 'kling-v1'), globFit('*', 'kling-v1'), globFit('vidu*', 'kling-v1')], [6, 0, -1]);
});

test('of several the closest is taken, and the first of two that fit alike', () => {
  const ofName = (name: string, ...globs: readonly string[]) =>
    closestFit(
      globs.map((glob, index) => ({ glob, index })),
      ({ glob }) => glob,
      name,
    )?.index;
  assert.equal(ofName('kling-v1', '*', 'kling-*', 'vidu*'), 1);
  assert.equal(ofName('kling-v1', 'kling-v*', 'kling-v1', '*'), 1);
  assert.equal(ofName('kling-v1', 'k*', 'k*'), 0);
  assert.equal(ofName('kling-v1', 'kling-v1', 'kling-v1'), 0);
  assert.equal(ofName('kling-v1', 'vidu*'), undefined);
});

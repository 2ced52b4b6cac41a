import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { globMatches } from '../../../src/base/glob.js';

describe('a glob', () => {
  for (const [glob, matching, others] of [
    ['kling-2', ['kling-2'], ['kling-', 'kling-20', 'a-kling-2', '']],
    ['kling-*', ['kling-', 'kling-2'], ['kling', 'a-kling-2', 'KLING-2']],
    ['*-lite', ['-lite', 'sora-lite'], ['sora-pro', 'sora-lite-2', 'lite']],
    ['a*-b*c', ['a-bc', 'a1-b2c', 'a-b-bc'], ['abc', 'a-b', 'a-cb', 'b-bc']],
    // No letter serves two parts.
    ['ab*ba', ['abba', 'ab-ba'], ['aba', 'ab']],
    ['a*b*b', ['abb', 'a-b-b'], ['ab', 'a-b']],
    ['*', ['', 'anything'], []],
    ['a.c', ['a.c'], ['abc']],
  ] as const)
    it(`${glob} matches ${matching.join(', ')} and not ${others.join(', ') || 'less'}`, () => {
      for (const name of matching) assert.equal(globMatches(glob, name), true, name);
      for (const name of others) assert.equal(globMatches(glob, name), false, name);
    });
});

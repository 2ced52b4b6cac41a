import assert from 'node:assert/strict';
import { it } from 'node:test';

import { version } from '../../../src/testing/self-check/version.js';
import { readJson } from './packed.js';

it('the version in a self-test’s report is the package’s', () => {
  assert.equal(version, (readJson('package.json') as { readonly version: string }).version);
});

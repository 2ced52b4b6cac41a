// Hostile input: a fixed sample of each property. `npm run fuzz` takes a million cases of its own.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { properties } from '../../fuzz/properties.js';
import { failureOf } from '../../fuzz/property.js';

const seed = 20_261_122;

describe('hostile input', () => {
  for (const property of properties)
    it(`does no harm: ${property.name}`, async () => {
      const details = await property.check({ seed, numRuns: property.sample });
      assert.equal(failureOf(property, details), undefined);
      assert.equal(details.numRuns, property.sample);
    });
});

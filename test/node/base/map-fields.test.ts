import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { mapFields } from '../../../src/base/map-fields.js';

describe('fields mapped', () => {
  it('are the record itself where none has changed, and a copy where one has', () => {
    const record = { a: 1, b: { c: 2 } };
    assert.equal(
      mapFields(record, (value) => value),
      record,
    );
    const changed = mapFields(record, (value, name) => (name === 'a' ? 3 : value));
    assert.deepEqual(changed, { a: 3, b: { c: 2 } });
    assert.equal(changed['b'], record.b);
    assert.deepEqual(record, { a: 1, b: { c: 2 } });
  });

  it('may have any name', () => {
    const record = JSON.parse('{"__proto__":1}') as Record<string, unknown>;
    assert.equal(JSON.stringify(mapFields(record, () => 2)), '{"__proto__":2}');
  });
});

// Bytes as they stand in ids and tickets.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { toBase64url } from '../../../src/base/base64.js';
import { fromBase64url } from '../../../src/server/derived-key.js';

describe('bytes in an id', () => {
  it('come back as they were, however many there are', () => {
    for (let length = 0; length <= 9; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, at) => 255 - 37 * at);
      const text = toBase64url(bytes);
      assert.match(text, /^[\w-]*$/);
      assert.deepEqual(fromBase64url(text), bytes, `${length} bytes`);
    }
  });

  it('are not read from other text', () => {
    for (const text of ['A', 'AAAAA', 'AA==', '+A', '/A', 'A A', 'AA\n', 'ä']) assert.equal(fromBase64url(text), undefined, text);
  });
});

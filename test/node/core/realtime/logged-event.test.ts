// An event in the log of a call: its sound is left out, and how much there was stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withoutAudio } from '../../../../src/core/realtime/history/logged-event.js';

const delta = (fields: object) => ({
  type: 'response.audio.delta',
  event_id: 'e',
  response_id: 'r',
  item_id: 'i',
  content_index: 0,
  ...fields,
});
const lengthOf = (fields: object): unknown => {
  const logged: object = withoutAudio(delta(fields) as never);
  assert.equal('delta' in logged && logged.delta, '');
  return 'delta_length' in logged ? logged.delta_length : undefined;
};

test('a piece of sound leaves its length, also where a replayed record has that alone', () => {
  assert.equal(lengthOf({ delta: 'AAAA' }), 4);
  assert.equal(lengthOf({ delta: '', delta_length: 640 }), 640);
  assert.equal(lengthOf({ delta: '', delta_length: 'many' }), 0);
  assert.equal(lengthOf({ delta: 7 }), 0);
});

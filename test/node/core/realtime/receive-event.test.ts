// What a session makes of the errors that a service says.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { serverError } from '../../../../src/core/realtime/events/receive-event.js';

const said = (error: unknown) => serverError({ type: 'error', event_id: 'e1', error } as never);

test('an error of the service keeps its code, words and field, and one without any is an error too', () => {
  const full = said({ type: 'invalid_request_error', code: 'unknown_voice', message: 'There is no such voice.', param: 'voice' });
  assert.deepEqual([full?.code, full?.message, full?.param], ['unknown_voice', 'There is no such voice.', 'voice']);
  for (const nothing of [undefined, null, {}, { code: 7, message: {}, param: [] }]) {
    const error = said(nothing);
    assert.deepEqual([error?.code, error?.message, error?.param], ['server_error', 'The service reported an error.', undefined]);
  }
  assert.equal(said({ code: 'session_expired' }), undefined, 'the next session follows it');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createTransportOrder } from '../../../../src/core/realtime/connection/transport-order.js';
import { scriptedTransport } from './scripted-transport.js';

test('text alone, on a wire too slow for sound, is what its transport is: without a token, with bytes, a record', () => {
  for (const more of [{ needsToken: false }, { binary: true }, { recorded: true }]) {
    const transport = { ...scriptedTransport(), ...more };
    const { text } = createTransportOrder(
      () => [transport],
      () => true,
    );
    assert.deepEqual(
      { id: text?.id, audio: text?.audio, ...Object.fromEntries(Object.keys(more).map((name) => [name, Reflect.get(text ?? {}, name)])) },
      {
        id: 'text',
        audio: 'none',
        ...more,
      },
    );
  }
});

// What waits for a server's word: kept in order, and nothing asked for twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SendQueue } from '../../../../src/core/realtime/events/send-queue.js';

const plain = { type: 'response.create' } as const;
const special = { type: 'response.create', response: { instructions: 'Be brief.' } } as const;

test('an answer that nobody could ask for yet is asked for once, unless it is to be a special one', () => {
  const queue = new SendQueue(() => false);
  for (const event of [special, plain, plain, special, special]) queue.add(event);
  assert.deepEqual(queue.pending, [special, plain, special, special]);
});

// What waits for a server's word: kept in order, and nothing asked for twice.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ClientEvent } from '../../../../src/core/dialects/dialect.js';
import { SendQueue, type ItemCreate } from '../../../../src/core/realtime/events/send-queue.js';

const plain = { type: 'response.create' } as const;
const special = { type: 'response.create', response: { instructions: 'Be brief.' } } as const;

test('an answer that nobody could ask for yet is asked for once, unless it is to be a special one', () => {
  const queue = new SendQueue(() => false);
  for (const event of [special, plain, plain, special, special]) queue.add(event);
  assert.deepEqual(queue.pending, [special, plain, special, special]);
});

test('a request that is taken back is never sent, what was said is', () => {
  const sent: ClientEvent[] = [];
  const queue = new SendQueue((event) => sent.push(event) > 0);
  const said: ItemCreate = { type: 'conversation.item.create', item: { id: 'i', type: 'message', role: 'user', content: [] } };
  const release = queue.hold();
  queue.add(said);
  queue.add(plain);
  queue.withdraw();
  release();
  assert.deepEqual([sent, queue.pending], [[said], [said]]);
});

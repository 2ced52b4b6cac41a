// Which id a service's answer is about, and whether its task has ended, in every shape that gateways send.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { hasEnded, taskIdIn, withSignedId } from '../../../src/server/answers/task-body.js';

/** In so many envelopes. */
const within = (depth: number, body: unknown): unknown => (depth === 0 ? body : { data: within(depth - 1, body) });

describe('the id of a task', () => {
  it('is the outermost, under one of two names, as a text or a number', () => {
    assert.equal(taskIdIn({ task_id: 't', id: 'i', data: { id: 'd' } }), 't');
    assert.equal(taskIdIn({ task_id: '', id: 'i' }), 'i');
    assert.equal(taskIdIn({ id: 17, data: { task_id: 'd' } }), '17');
    assert.equal(taskIdIn({ id: '', data: { id: 'd' } }), 'd');
    assert.equal(taskIdIn({ code: 0, data: 'alone' }), 'alone');
    for (const body of [{}, { id: null }, { id: {} }, { data: [] }, 'text', null]) assert.equal(taskIdIn(body), undefined);
  });

  it('stands in three envelopes at most', () => {
    assert.equal(taskIdIn(within(3, { id: 'i' })), 'i');
    assert.equal(taskIdIn(within(4, { id: 'i' })), undefined);
  });

  it('is replaced by the signed one wherever it stands, and no other is', () => {
    assert.deepEqual(
      withSignedId({ id: 7, task_id: '7', other: '7', data: { id: '8', task_id: '7', data: '7', extra: { id: '7' } } }, '7', '7~s'),
      { id: '7~s', task_id: '7~s', other: '7', data: { id: '8', task_id: '7~s', data: '7~s', extra: { id: '7' } } },
    );
    assert.deepEqual(withSignedId({ id: '7', data: 'x' }, '7', 's'), { id: 's', data: 'x' });
    assert.equal(withSignedId('7', '7', 's'), '7');
    assert.deepEqual(withSignedId(within(3, { id: '7' }), '7', 's'), within(3, { id: 's' }));
    assert.deepEqual(withSignedId(within(4, { id: '7' }), '7', 's'), within(4, { id: '7' }));
  });
});

describe('the end of a task', () => {
  const ends = [
    'succeeded',
    'SUCCESS',
    'completed',
    'done',
    'finished',
    'failed',
    'failure',
    'error',
    'expired',
    'canceled',
    'cancelled',
    'rejected',
  ];
  const goesOn = ['processing', 'queued', 'undone', 'errors', 'expiring', 'not failed', '', 'unsuccessful'];

  it('is recognized by the words of services, and by no others', () => {
    for (const status of ends) assert.equal(hasEnded({ status }), true, status);
    for (const status of goesOn) assert.equal(hasEnded({ status }), false, status);
  });

  it('is recognized by the outermost of them, under one of two names', () => {
    assert.equal(hasEnded({ task_status: 'succeed' }), true);
    assert.equal(hasEnded({ status: 'processing', task_status: 'succeed' }), false);
    assert.equal(hasEnded({ status: 'processing', data: { status: 'done' } }), false);
    assert.equal(hasEnded({ status: 200, data: { status: 'done' } }), true);
    assert.equal(hasEnded({ code: 0 }), false);
    assert.equal(hasEnded('done'), false);
  });
});

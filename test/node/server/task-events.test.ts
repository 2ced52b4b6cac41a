// What a site's server hears of a task that has ended.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { endIn } from '../../../src/server/watch/task-events.js';

describe('the end of a task', () => {
  it('names the first result of one that succeeded', () => {
    for (const status of ['succeeded', 'SUCCESS', 'completed', 'done', 'finished'])
      assert.deepEqual(endIn({ status, url: '/a.mp4' }), { type: 'succeeded', url: '/a.mp4' }, status);
    assert.deepEqual(endIn({ status: 'succeeded', url: 7 }), { type: 'succeeded', url: undefined });
  });

  it('says why one has failed', () => {
    const why = { code: 'moderated', message: 'Not this.' };
    assert.deepEqual(endIn({ status: 'failed', url: '/a.mp4', error: why }), { type: 'failed', error: why });
    assert.deepEqual(endIn({ status: 'failed', error: { code: 7, message: 7 } }), {
      type: 'failed',
      error: { code: 'failed', message: '' },
    });
    for (const said of [{ status: 'undone' }, { status: 'failed', error: 'no' }, 'no', null])
      assert.deepEqual(endIn(said), { type: 'failed', error: { code: 'failed', message: '' } });
  });

  it('stands in an envelope where the envelope has no status', () => {
    const inner = { status: 'succeeded', url: '/a.mp4' };
    assert.deepEqual(endIn({ code: 0, data: inner }), endIn(inner));
    assert.equal(endIn({ status: 'failed', data: inner }).type, 'failed');
  });
});

// Faults on demand: each rule strikes when, where and as often as armed, and every shape of other services can be had.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { createLocalService } from 'voxreel/local';
import type { FaultRule, VideoFault } from 'voxreel/local';

import { createFaults } from '../../../src/local/faults.js';
import { openStudio, small } from './video/studio-client.js';
import type { StudioClient } from './video/studio-client.js';
import { isFreed } from '../garbage.js';

const videos = '/v1/video/generations';

let studio: StudioClient;
let finishedId: string;
before(async () => {
  studio = openStudio({ withFaults: true });
  const { body } = await studio.create(small);
  finishedId = String(body['task_id']);
  await studio.ended(finishedId);
});
after(() => studio.close());

/** One finished task, with nothing armed and nothing logged before and after. */
async function withTask(check: (studio: StudioClient, taskId: string) => Promise<void>): Promise<void> {
  studio.faults.clear();
  try {
    await check(studio, finishedId);
  } finally {
    studio.faults.clear();
  }
}

describe('rules', () => {
  it('match by method and path, strike `times` times after `skip`', () => {
    const faults = createFaults(true);
    faults.arm({ method: 'post', path: '/a*', skip: 1, times: 2, status: 503 });
    const strikes = (method: string, path: string) => faults.take('http', { method, path }) !== undefined;
    assert.deepEqual([strikes('GET', '/a'), strikes('POST', '/b'), strikes('POST', '/a/b')], [false, false, false]);
    assert.deepEqual([strikes('POST', '/a'), strikes('POST', '/a'), strikes('POST', '/a')], [true, true, false]);
  });

  it('strike in the order of arming, one for each request, each kind for itself', () => {
    const faults = createFaults(true);
    faults.arm([{ status: 500 }, { status: 503, realtime: { refuseSdp: true } }, { video: { stuck: true } }]);
    const target = { method: 'POST', path: '/x' };
    assert.equal(faults.take('http', target)?.status, 500);
    assert.equal(faults.take('http', target)?.status, 503);
    assert.equal(faults.take('http', target), undefined);
    assert.equal(faults.take('realtime', target)?.status, 503);
    assert.equal(faults.take('video', { ...target, method: 'GET' }), undefined);
    assert.deepEqual(faults.take('video', target)?.video, { stuck: true });
  });

  it('are let go when all they are about is used up', async () => {
    const faults = createFaults(true);
    const target = { method: 'POST', path: '/x' };
    const armed = (rule: FaultRule) => {
      faults.arm(rule);
      return new WeakRef(rule);
    };
    const rules = [
      armed({ status: 500, times: 2 }),
      armed({ status: 503, video: { stuck: true } }),
      armed({ realtime: { closeCode: 1011 } }),
    ];
    for (let times = 0; times < 4; times++) faults.take('http', target);
    faults.take('realtime', target);
    assert.deepEqual(await Promise.all(rules.map(isFreed)), [true, false, true]);
    assert.equal(faults.take('video', target)?.status, 503);
  });

  it('are off unless enabled, and cleared', async () => {
    const off = createFaults();
    off.arm({ status: 500 });
    assert.equal(off.take('http', { method: 'GET', path: '/' }), undefined);
    assert.equal(await off.handle(new Request('http://x.test/faults')), undefined);
    const on = createFaults(true);
    on.arm({ status: 500 });
    on.clear();
    assert.equal(on.take('http', { method: 'GET', path: '/' }), undefined);
  });

  it('can be armed, read and cleared over HTTP', async () => {
    const faults = createFaults(true);
    const call = async (method: string, body?: unknown) =>
      (
        await faults.handle(new Request('http://x.test/faults', { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }))
      )?.json();
    assert.deepEqual(await call('POST', [{ status: 500 }, { drop: true }]), { armed: 2 });
    assert.equal(faults.take('http', { method: 'GET', path: '/' })?.status, 500);
    faults.log({ method: 'GET', path: '/x', at: 1 });
    assert.deepEqual(await call('GET'), { requests: [{ method: 'GET', path: '/x', at: 1 }] });
    await call('DELETE');
    assert.deepEqual(faults.requests(), []);
    assert.equal((await faults.handle(new Request('http://x.test/faults', { method: 'POST', body: '3' })))?.status, 400);
  });
});

describe('over HTTP', () => {
  it('give any status, body and header', () =>
    withTask(async (studio, taskId) => {
      studio.faults.arm([
        { status: 429, headers: { 'retry-after': '7' } },
        { status: 502, body: '<html>Bad gateway</html>' },
        { status: 400, body: { error: { message: 'no', type: 'x', code: 'y' } } },
        { status: 500 },
        { status: 204 },
      ]);
      const answers = [];
      for (let index = 0; index < 5; index += 1)
        answers.push(await studio.send(`${videos}/${taskId}`, { headers: { authorization: 'Bearer key-a' } }));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [429, 502, 400, 500, 204],
      );
      assert.equal(answers[0]?.headers.get('retry-after'), '7');
      assert.match((await answers[1]?.text()) ?? '', /^<html>/);
      assert.deepEqual(await answers[2]?.json(), { error: { message: 'no', type: 'x', code: 'y' } });
      assert.match((await answers[3]?.text()) ?? '', /"type":"server_error"/);
      assert.equal((await studio.query(taskId)).status, 200);
    }));

  it('log every request with its body', () =>
    withTask(async (studio) => {
      await studio.create(small);
      const posts = studio.faults.requests().filter(({ method }) => method === 'POST');
      assert.deepEqual(
        posts.map(({ path, body }) => [path, body]),
        [[videos, small]],
      );
    }));

  it('cut the connection before, after and in the middle, on a real socket', async () => {
    const service = createLocalService({ faults: true, key: 'a-key-of-tests' });
    try {
      const { url } = await service.listen();
      const create = (): Promise<Response> =>
        fetch(url + videos, {
          method: 'POST',
          headers: { authorization: 'Bearer a-key-of-tests', 'content-type': 'application/json' },
          body: JSON.stringify(small),
        });
      const rules: FaultRule[] = [{ drop: true }, { dropAfterUpload: true, skip: 0 }, { truncateBodyAt: 20 }];
      service.faults.arm(rules);
      await assert.rejects(create());
      await assert.rejects(create());
      const cut = await create();
      assert.equal(cut.status, 200);
      await assert.rejects(cut.text());
      assert.equal((await create()).status, 200);
      assert.equal(service.faults.requests().length, 4);
    } finally {
      await service.close();
    }
  });

  it('cut the line only after the request was carried out', () =>
    withTask(async (studio) => {
      studio.faults.arm([{ dropAfterUpload: true }, { video: { stuck: true } }]);
      await assert.rejects(studio.create(small), TypeError);
      // The stuck task was the one whose answer was lost, so this one is not.
      const { body } = await studio.create(small);
      await studio.ended((await studio.create(small)).body['task_id']);
      assert.equal((await studio.query(body['task_id'])).body['status'], 'succeeded');
    }));

  it('delay an answer, and without a socket reject as fetch does', () =>
    withTask(async (studio, taskId) => {
      studio.faults.arm([{ delayMs: 30 }, { drop: true }]);
      const order: string[] = [];
      await Promise.all([
        studio.query(taskId).then(() => order.push('delayed')),
        new Promise((resolve) => setTimeout(resolve, 1)).then(() => order.push('timer')),
      ]);
      assert.deepEqual(order, ['timer', 'delayed']);
      await assert.rejects(studio.query(taskId), TypeError);
    }));
});

describe('video faults', () => {
  it('leave a task stuck, fail it, or crash the renderer, which then goes on', async () => {
    const studio = openStudio({ withFaults: true });
    studio.faults.arm([
      { video: { stuck: true } },
      { video: { fail: { code: 'content_policy', message: 'No.' } } },
      { video: { crash: true } },
    ]);
    const [stuck, failed, crashed, fine] = [
      await studio.create(small),
      await studio.create(small),
      await studio.create(small),
      await studio.create(small),
    ];
    const ends = [
      await studio.ended(failed.body['task_id']),
      await studio.ended(crashed.body['task_id']),
      await studio.ended(fine.body['task_id']),
    ];
    assert.deepEqual(
      ends.map(({ status, error }) => [status, (error as { code: string } | null)?.code]),
      [
        ['failed', 'content_policy'],
        ['failed', 'internal_error'],
        ['succeeded', undefined],
      ],
    );
    assert.equal((await studio.query(stuck.body['task_id'])).body['status'], 'processing');
    await studio.close();
  });

  it('say any status word and progress', () =>
    withTask(async (studio, taskId) => {
      for (const statusWord of ['QUEUED', 'NOT_START', 'In_Progress', 'succeed', 'generating', '???']) {
        studio.faults.arm({ video: { statusWord } });
        assert.equal((await studio.query(taskId)).body['status'], statusWord);
      }
      for (const progress of ['30%', 30, 0.3]) {
        studio.faults.arm({ video: { progress } });
        assert.equal((await studio.query(taskId)).body['progress'], progress);
      }
    }));

  it('put the address at any place, and only there', () =>
    withTask(async (studio, taskId) => {
      const { url } = (await studio.query(taskId)).body;
      const places = [
        'url',
        'result_url',
        'video_url',
        'output_url',
        'video.url',
        'content.video_url',
        'content.url',
        'metadata.url',
        'task_result.videos.0.url',
        'creations.0.url',
        'fail_reason',
      ];
      for (const urlAt of places) {
        studio.faults.arm({ video: { urlAt } });
        const { body } = await studio.query(taskId);
        const found = urlAt.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], body);
        assert.equal(found, url, urlAt);
        if (urlAt !== 'url') assert.equal(JSON.stringify(body).split(String(url)).length, 2, urlAt);
      }
    }));

  const shapes: [VideoFault, (body: Record<string, unknown>, taskId: string) => void][] = [
    [{ envelope: 'flat' }, (body, id) => assert.deepEqual([body['id'], body['object'], body['status']], [id, 'video', 'succeeded'])],
    [{ envelope: 'id-only' }, (body, id) => assert.deepEqual([body['id'], body['task_id']], [id, undefined])],
    [{ envelope: 'data-null' }, (body) => assert.deepEqual(body, { code: 'success', message: '', data: null })],
    [{ envelope: 'data-flat' }, (body) => assert.equal((body['data'] as Record<string, unknown>)['status'], 'succeeded')],
    [{ envelope: 'queued' }, (body, id) => assert.deepEqual(body, { task_id: id, status: 'queued' })],
    [{ envelope: 'task-id-only' }, (body, id) => assert.deepEqual(body, { task_id: id, status: 'succeeded' })],
    [
      { envelope: 'data' },
      (body, id) => {
        const data = body['data'] as Record<string, unknown>;
        assert.deepEqual([body['code'], data['task_id'], data['status'], data['progress']], ['success', id, 'SUCCESS', '100%']);
        assert.match(String(data['result_url']), /^http/);
      },
    ],
    [
      { envelope: 'data', urlAt: 'fail_reason' },
      (body) => assert.match(String((body['data'] as Record<string, unknown>)['fail_reason']), /^http/),
    ],
    [
      { envelope: 'nested', statusWord: 'SUCCESS' },
      (body) => {
        const inner = (body['data'] as { data: { task_status: string; task_result: { videos: { url: string }[] } } }).data;
        assert.equal(inner.task_status, 'processing');
        assert.match(inner.task_result.videos[0]?.url ?? '', /^http/);
      },
    ],
  ];
  for (const [video, check] of shapes) {
    it(`answer a query in the shape ${JSON.stringify(video)}`, () =>
      withTask(async (studio, taskId) => {
        studio.faults.arm({ video });
        check((await studio.query(taskId)).body, taskId);
        assert.equal((await studio.query(taskId)).body['task_id'], taskId);
      }));
  }

  it('answer a create request in every shape', async () => {
    const studio = openStudio({ withFaults: true });
    const created = async (video: VideoFault) => {
      studio.faults.arm({ method: 'POST', video });
      return studio.create(small);
    };
    assert.deepEqual(Object.keys((await created({ envelope: 'task-id-only' })).body), ['task_id']);
    assert.equal((await created({ envelope: 'queued' })).body['status'], 'queued');
    assert.equal((await created({ envelope: 'id-only', statusWord: 'queued' })).body['task_id'], undefined);
    assert.equal((await created({ envelope: 'empty-202' })).status, 202);
    assert.equal((await created({ envelope: 'data-null' })).body['data'], null);
    const enveloped = (await created({ envelope: 'data' })).body['data'] as Record<string, unknown>;
    assert.equal((await studio.ended(enveloped['task_id']))['status'], 'succeeded');
    await studio.close();
  });
});

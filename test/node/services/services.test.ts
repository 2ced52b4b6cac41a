// What the gateway promises of every service, over every service: each through the gateway to its judge, over a connection that breaks.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import { createGateway, jsonLog, memoryState } from 'voxreel/server';
import type { Gateway, GatewayOptions, GatewayState, ListedModel, TaskEvent } from 'voxreel/server';

import { writingsOf } from '../../../src/base/key-writings.js';
import { faultyWay, type Fault, type FaultyWay } from './faulty-way.js';
import type { Judge } from './judge.js';
import { judges } from './judges.js';

const page = 'https://www.example.org';
const videos = '/v1/video/generations';
const link = 'https://cdn.example.org/fox.mp4';

interface Task {
  readonly task_id: string;
  readonly status: string;
  readonly url?: string;
  readonly progress?: string;
  readonly error?: { readonly code: string; readonly message: string } | null;
}
interface Refusal {
  readonly code: string | null;
  readonly message: string;
}

/** Everything that has left the gateway: answers, log, metrics, and what its state holds. */
const seen: string[] = [];

/** A state whose entries can be read by somebody who should find no key there. */
function watchedState(): GatewayState {
  const state = memoryState();
  return { ...state, put: (name, value, ttlMs) => (seen.push(`${name} ${value}`), state.put(name, value, ttlMs)) };
}

interface Asking {
  readonly user?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

class Site {
  readonly gateway: Gateway;

  constructor(judge: Judge, url: string, options: Partial<GatewayOptions> = {}) {
    this.gateway = createGateway({
      services: [judge.service(url)],
      secret: 'a long random text of the site',
      authorize: (request) => {
        const id = /^user=(.+)$/.exec(request.headers.get('cookie') ?? '')?.[1];
        return id === undefined ? undefined : { id };
      },
      origins: [page],
      state: watchedState(),
      privateAddresses: true,
      limits: { timeoutMs: 10_000 },
      log: jsonLog((line) => seen.push(line)),
      logUser: 'plain',
      ...options,
    });
  }

  async ask(path: string, { user = 'ann', method = 'GET', headers = {}, body }: Asking = {}): Promise<Response> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await this.gateway(
      new Request(`http://gateway.test${path}`, {
        method,
        headers: { cookie: `user=${user}`, origin: page, ...type, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    seen.push(JSON.stringify([...answer.headers]), await answer.clone().text(), this.gateway.metrics());
    return answer;
  }

  create(model: string, { headers, ...more }: Asking = {}): Promise<Response> {
    return this.ask(videos, {
      method: 'POST',
      body: { model, prompt: 'a fox', duration: 5 },
      ...more,
      ...(headers === undefined ? {} : { headers }),
    });
  }

  async made(model: string, asking: Asking = {}): Promise<Task> {
    const answer = await this.create(model, asking);
    assert.equal(answer.status, 200, await answer.clone().text());
    return (await answer.json()) as Task;
  }

  async query(id: string, user = 'ann'): Promise<Task> {
    return (await (await this.ask(`${videos}/${id}`, { user })).json()) as Task;
  }

  /** Asked until it ends: nobody waits in between. */
  async ended(id: string): Promise<Task> {
    for (let asked = 0; asked < 10; asked += 1) {
      const task = await this.query(id);
      if (task.status === 'succeeded' || task.status === 'failed') return task;
      assert.equal(task.status, 'processing', JSON.stringify(task));
    }
    throw new Error('It does not end.');
  }
}

const refusalOf = async (answer: Response): Promise<Refusal & { readonly status: number }> => ({
  ...((await answer.json()) as Refusal),
  status: answer.status,
});

for (const judge of judges) {
  describe(`${judge.id}, played by ${judge.played}`, () => {
    const { model, cannot = [], codes = {} } = judge;
    let maker: string;
    let way: FaultyWay;
    let site: Site;
    /** One that does not wait long, where nobody will answer. */
    const siteFor = (fault: Fault): Site => (fault === 'silent' ? new Site(judge, way.url, { limits: { timeoutMs: 150 } }) : site);
    /** A gateway none of whose services cancels takes no such method at all. */
    const hasCancel = (): boolean => judge.service(way.url).video?.cancel !== undefined;
    const changes = () => way.passed.filter(({ method }) => method === 'POST');

    before(async () => {
      maker = await judge.start();
      way = await faultyWay(maker);
    });
    after(async () => {
      await way.close();
      await judge.stop();
    });
    beforeEach(() => {
      way.fault = undefined;
      way.passed.length = 0;
      judge.plan({ ends: 'well', url: link });
      site = new Site(judge, way.url);
    });

    it('makes a video, and says that it works on it meanwhile', async () => {
      const { task_id: id, status } = await site.made(model);
      assert.equal(status, 'processing');
      assert.equal((await site.query(id)).status, 'processing');
      const task = await site.ended(id);
      assert.deepEqual([task.status, task.task_id, task.error], ['succeeded', id, null]);
      assert.ok(task.url === link || task.url === `${videos}/${id}/content/0`, task.url);
    });

    it('hides the maker’s id and the model in the id of the task', async () => {
      const { task_id: id } = await site.made(model);
      await site.ended(id);
      const made = way.passed.map(({ path }) => path).join(' ');
      const inside = Buffer.from(id, 'base64url').toString('latin1');
      for (const part of [model, ...(made.match(/[\w-]{8,}/g) ?? [])]) assert.ok(!`${id} ${inside}`.includes(part), part);
    });

    if (!cannot.includes('badly'))
      it('tells what the maker said of a failure', async () => {
        judge.plan({ ends: 'badly', message: 'The fox ran away.', code: 'content_policy_violation' });
        const { status, error } = await site.ended((await site.made(model)).task_id);
        assert.deepEqual([status, error?.code, error?.message], ['failed', codes.badly ?? 'content_policy_violation', 'The fox ran away.']);
      });

    if (!cannot.includes('refused'))
      it('passes on a refusal with the maker’s words, and keeps no place for it', async () => {
        judge.plan({ ends: 'refused', status: 400, message: 'Not that, please.', code: 'moderation_blocked' });
        const strict = new Site(judge, way.url, { limits: { tasks: { atOnce: 1 } } });
        for (let time = 0; time < 3; time += 1) {
          const { status, code, message } = await refusalOf(await strict.create(model));
          assert.deepEqual([status, code, message], [400, codes.refused ?? 'moderation_blocked', 'Not that, please.']);
        }
      });

    if (!cannot.includes('cancel'))
      it('cancels a task, which then counts no more', async () => {
        judge.plan({ ends: 'never' });
        const strict = new Site(judge, way.url, { limits: { tasks: { atOnce: 1 } } });
        const { task_id: id } = await strict.made(model);
        assert.equal((await strict.create(model)).status, 429);
        const before = way.passed.length;
        assert.equal((await strict.ask(`${videos}/${id}`, { method: 'DELETE' })).status, 204);
        assert.equal(way.passed.length, before + 2, 'it is asked whether the task has ended, and then to end it');
        assert.equal((await strict.create(model)).status, 200);
      });

    if (!cannot.includes('cancel'))
      it('keeps a video that was finished before it could be cancelled', async () => {
        const { task_id: id } = await site.made(model);
        await site.ended(id);
        const { status, code } = await refusalOf(await site.ask(`${videos}/${id}`, { method: 'DELETE' }));
        assert.deepEqual([status, code], [409, 'task_ended']);
        assert.equal((await site.query(id)).status, 'succeeded');
      });

    if (cannot.includes('cancel'))
      it('does not cancel what its maker cannot: the task goes on', async () => {
        const { task_id: id } = await site.made(model);
        const before = way.passed.length;
        const { status, code } = await refusalOf(await site.ask(`${videos}/${id}`, { method: 'DELETE' }));
        assert.deepEqual([status, code], hasCancel() ? [400, 'cancel_not_supported'] : [405, 'method_not_allowed']);
        assert.equal(way.passed.length, before, 'the maker is not asked');
        const { data } = (await (await site.ask('/v1/models')).json()) as { readonly data: readonly ListedModel[] };
        assert.equal(data.find((one) => one.id === model)?.cancels, undefined);
        assert.equal((await site.ended(id)).status, 'succeeded');
      });

    it('counts until it has ended, and its outcome is reported once', async () => {
      const events: TaskEvent[] = [];
      const strict = new Site(judge, way.url, { limits: { tasks: { atOnce: 1 } }, onTask: (event) => events.push(event) });
      const { task_id: taskId } = await strict.made(model);
      assert.equal((await strict.create(model)).status, 429);
      await strict.ended(taskId);
      await strict.query(taskId);
      assert.equal((await strict.create(model)).status, 200);
      assert.deepEqual(
        events.slice(0, 2).map(({ type, userId, service, model: of, taskId: named }) => [type, userId, service, of, named]),
        [
          ['started', 'ann', judge.id, model, taskId],
          ['succeeded', 'ann', judge.id, model, taskId],
        ],
      );
      assert.deepEqual([events[0]?.id, events.length], [events[1]?.id, 3]);
    });

    it('is asked for by its own user alone', async () => {
      const { task_id: id } = await site.made(model);
      await site.ended(id);
      const before = way.passed.length;
      for (const [path, method] of [
        [`${videos}/${id}`, 'GET'],
        [`${videos}/${id}`, 'DELETE'],
        [`${videos}/${id}/content/0`, 'GET'],
      ] as const) {
        const { status, code } = await refusalOf(await site.ask(path, { user: 'bob', method }));
        const refused = method === 'DELETE' && !hasCancel() ? [405, 'method_not_allowed'] : [400, 'task_not_exist'];
        assert.deepEqual([method, status, code], [method, ...refused]);
      }
      assert.equal(way.passed.length, before, 'the maker is not asked');
    });

    it('makes one video for one key', async () => {
      const headers = { 'idempotency-key': 'one' };
      const [first, second] = await Promise.all([site.made(model, { headers }), site.made(model, { headers })]);
      const third = await site.made(model, { headers });
      assert.deepEqual([second, third], [first, first]);
      assert.equal(changes().length, 1);
      assert.notEqual((await site.made(model, { headers, user: 'bob' })).task_id, first.task_id);
    });

    const faults: readonly (readonly [Exclude<Fault, undefined>, number, string | null, string])[] = [
      [401, 500, 'upstream_unauthorized', 'surely began nothing'],
      [429, 429, 'rate_limit_exceeded', 'surely began nothing'],
      [503, 503, 'server_error', 'surely began nothing'],
      ['silent', 504, 'upstream_timeout', 'may have begun'],
      ['cut', 502, 'upstream_unreachable', 'may have begun'],
      ['garbled', 502, 'upstream_error', 'may have begun'],
    ];
    for (const [fault, status, code, begun] of faults)
      it(`${fault} at creation: answers ${status}, and a repetition ${begun === 'may have begun' ? 'makes no second video' : 'makes the video'}`, async () => {
        way.fault = fault;
        const headers = { 'idempotency-key': `after ${fault}` };
        const site = siteFor(fault);
        const answer = await site.create(model, { headers });
        const retryAfter = answer.headers.get('retry-after');
        const refusal = await refusalOf(answer);
        assert.deepEqual([refusal.status, refusal.code], [status, code]);
        if (fault === 429)
          assert.deepEqual([/^Too many at once for .*\[key\]/.test(refusal.message), retryAfter], [true, '7'], refusal.message);
        way.fault = undefined;
        way.passed.length = 0;
        const again = await site.create(model, { headers });
        if (begun === 'surely began nothing') return assert.equal(again.status, 200);
        const isRepeatable = judge.service(way.url).video?.idempotent === true;
        assert.deepEqual([again.status, changes().length], isRepeatable ? [200, 1] : [409, 0]);
      });

    it('500 at creation is the answer, with the maker’s words', async () => {
      way.fault = 500;
      const { status, message } = await refusalOf(await site.create(model));
      assert.equal(status, 500);
      assert.match(message, /^The machine stumbled over .*\[key\]/);
    });

    for (const [fault, status, code] of [...faults, [500, 500, 'server_error', ''] as const])
      it(`${fault} at a query: answers ${status}, and the task goes on`, async () => {
        const { task_id: id } = await site.made(model);
        way.fault = fault;
        const answer = await siteFor(fault).ask(`${videos}/${id}`);
        const refusal = await refusalOf(answer);
        assert.deepEqual([refusal.status, refusal.code], [status, code]);
        way.fault = undefined;
        assert.equal((await site.ended(id)).status, 'succeeded');
      });

    it('a link that has expired is gone, and nothing about its host is revealed', async () => {
      judge.plan({ ends: 'well', url: `${maker}/expired.mp4` });
      const streaming = new Site(judge, way.url, { content: 'proxy' });
      const { url = '' } = await streaming.ended((await streaming.made(model)).task_id);
      const { status, code, message } = await refusalOf(await streaming.ask(url));
      assert.deepEqual([status, code], [410, 'result_gone']);
      assert.ok(!message.includes('127.0.0.1'));
    });

    it('what a site does not allow is not asked for', async () => {
      const narrow = new Site(judge, way.url, { models: ['something-else'] });
      assert.equal((await refusalOf(await narrow.create(model))).code, 'model_not_allowed');
      assert.equal((await refusalOf(await site.create('nobody/offers-this'))).code, 'model_not_found');
      assert.equal(way.passed.length, 0);
    });

    it('is listed with what it takes, in one round trip', async () => {
      const { data } = (await (await site.ask('/v1/models')).json()) as {
        readonly data: readonly { readonly id: string; readonly service: string }[];
      };
      assert.ok(
        data.some(({ id, service }) => id === model && service === judge.id),
        JSON.stringify(data),
      );
      const narrow = new Site(judge, way.url, { models: [model] });
      const few = (await (await narrow.ask('/v1/models')).json()) as { readonly data: readonly { readonly id: string }[] };
      assert.deepEqual(
        few.data.map(({ id }) => id),
        [model],
      );
      assert.equal(way.passed.length, 0);
    });

    it('sends its key to the maker, and to nobody else', () => {
      const forms = judge.service(way.url).secrets.flatMap(writingsOf);
      assert.ok(
        forms.some((form) => form.includes(judge.key)),
        'the key is among its secrets',
      );
      assert.ok(seen.length > 100, 'something has been said');
      assert.deepEqual(
        seen.filter((text) => forms.some((form) => text.includes(form))),
        [],
      );
    });
  });
}

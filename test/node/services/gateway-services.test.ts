// What the gateway does around a service, whatever it translates: which one is asked, what it may reach, what leaves in its name.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createGateway } from 'voxreel/server';
import { VoxreelError } from 'voxreel';
import type { Service } from 'voxreel';
import { contentUrl, failed, processing, succeeded } from 'voxreel/services';

import { faultyWay } from './faulty-way.js';
import { ask, create, created, jsonOf, makerKey, makerUrl, scriptedMaker, secret, siteWith, videos } from './scripted-service.js';

const down = (): Response => {
  throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
};

describe('which service makes a video', () => {
  const named = (id: string, ...models: readonly string[]) => {
    const maker = scriptedMaker();
    return { maker, service: maker.service({ id, models: models.map((model) => ({ model, kind: 'video' })) }) };
  };

  it('an exact name wins over a longer glob, a longer glob over a shorter one, and the first of two alike', async () => {
    const makers = [named('wide', 'a-*'), named('close', 'a-b-*'), named('second', 'a-b-*'), named('exact', 'a-b-c')];
    const site = siteWith(makers.map(({ service }) => service));
    const askedFor = async (model: string) => {
      for (const { maker } of makers) maker.called.length = 0;
      await created(site, { model });
      return makers.filter(({ maker }) => maker.called.length > 0).map(({ service }) => service.id);
    };
    assert.deepEqual(await askedFor('a-b-c'), ['exact']);
    assert.deepEqual(await askedFor('a-b-d'), ['close']);
    assert.deepEqual(await askedFor('a-d'), ['wide']);
  });

  it('one that is down hands the task to the next that offers the model', async () => {
    for (const answer of [down, () => new Response('', { status: 503 })]) {
      const [first, second] = [named('first', 'a-*'), named('second', 'a-*')];
      first.maker.answer = answer;
      const site = siteWith([first.service, second.service]);
      const id = await created(site, { model: 'a-1' });
      assert.equal(second.maker.called.length, 1);
      assert.equal((await jsonOf(await ask(site, `${videos}/${id}`)))['status'], 'succeeded');
      assert.deepEqual([first.maker.called.length, second.maker.called.length], [1, 2], 'the second is asked after it');
    }
  });

  const kept: readonly (readonly [string, () => Response])[] = [
    ['refused it', () => Response.json({ error: { message: 'No.' } }, { status: 400 })],
    ['may have taken it', () => new Response('gateway timeout', { status: 504 })],
    ['took it, and said no more', () => new Response('{"id":')],
    ['has no room', () => new Response('', { status: 429 })],
  ];
  for (const [what, answer] of kept)
    it(`one that ${what} hands it to nobody`, async () => {
      const [first, second] = [named('first', 'a-*'), named('second', 'a-*')];
      first.maker.answer = answer;
      const site = siteWith([first.service, second.service]);
      assert.notEqual((await create(site, { model: 'a-1' })).status, 200);
      assert.equal(second.maker.called.length, 0);
    });

  it('a task in doubt is sent again only where one service alone offers the model, and knows the key', async () => {
    const again = async (services: readonly Service[], maker: ReturnType<typeof scriptedMaker>) => {
      const site = siteWith(services);
      const headers = { 'idempotency-key': 'one' };
      const well = maker.answer;
      maker.answer = () => new Response('', { status: 504 });
      await create(site, { model: 'a-1' }, { headers });
      maker.answer = well;
      return (await create(site, { model: 'a-1' }, { headers })).status;
    };
    const keyed = named('keyed', 'a-*');
    const keys: (string | undefined)[] = [];
    const idempotent = (of: ReturnType<typeof named>): Service => {
      const { video } = of.service;
      assert.ok(video);
      return {
        ...of.service,
        video: { ...video, idempotent: true, create: (request, outside) => (keys.push(outside.key), video.create(request, outside)) },
      };
    };
    assert.equal(await again([idempotent(keyed)], keyed.maker), 200);
    assert.ok(keys[0] !== undefined && keys[0] !== 'one' && keys[0] === keys[1], String(keys));
    const [plain, twice] = [named('plain', 'a-*'), named('twice', 'a-*')];
    assert.equal(await again([plain.service], plain.maker), 409);
    assert.equal(await again([idempotent(twice), named('other', 'a-*').service], twice.maker), 409);
  });
});

describe('the list of models', () => {
  const listed = async (models?: readonly string[]) => {
    const services = [scriptedMaker().service(), scriptedMaker().service({ id: 'second' })];
    const site = siteWith(services, models === undefined ? {} : { models });
    const { data } = (await jsonOf(await ask(site, '/v1/models'))) as {
      readonly data: readonly { readonly id: string; readonly service: string }[];
    };
    return data.map(({ id, service }) => `${id} of ${service}`);
  };

  it('has each once, of the service that would make it', async () => {
    assert.deepEqual(await listed(), ['maker-* of maker']);
  });

  it('has what the site allows: the narrower of two globs, and the names within one', async () => {
    assert.deepEqual(await listed(['*']), ['maker-* of maker']);
    assert.deepEqual(await listed(['maker-x*', 'maker-1', 'other-1']), ['maker-x* of maker', 'maker-1 of maker']);
    assert.deepEqual(await listed(['other-*']), []);
  });

  it('names no dialect for a model that its service has no sockets for', async () => {
    const site = siteWith([scriptedMaker().service({ models: [{ model: 'maker-voice', kind: 'realtime' }], realtime: {} })]);
    const { data } = (await jsonOf(await ask(site, '/v1/models'))) as { readonly data: readonly object[] };
    assert.deepEqual(data, [{ id: 'maker-voice', object: 'model', kind: 'realtime', service: 'maker' }]);
  });

  it('is for users alone', async () => {
    assert.equal((await ask(siteWith([scriptedMaker().service()]), '/v1/models', { user: '' })).status, 401);
  });
});

describe('what a service may reach', () => {
  const reaching = async (
    url: string,
    more: Partial<Service> = {},
  ): Promise<{ readonly code: unknown; readonly urls: readonly string[] }> => {
    const maker = scriptedMaker();
    const service = maker.service(more, {
      create: async (_request, outside) => {
        await outside.fetch(url, { headers: { authorization: makerKey } });
        return processing('job-1');
      },
    });
    const { code } = await jsonOf(await create(siteWith([service])));
    return { code, urls: maker.called.map((call) => call.url) };
  };

  it('its own hosts, over https', async () => {
    assert.equal((await reaching(`${makerUrl}/jobs`)).urls.length, 1);
    assert.equal((await reaching('https://eu.maker.example/jobs', { hosts: ['*.maker.example'] })).urls.length, 1);
    for (const url of [
      'https://other.example/jobs',
      'http://api.maker.example/jobs',
      'https://api.maker.example.evil.example/',
      'https://user:word@api.maker.example/',
      'https://api.maker.example:8443/',
      'file:///etc/passwd',
      'no address',
    ])
      assert.deepEqual(await reaching(url), { code: 'upstream_error', urls: [] }, url);
  });

  it('an origin that is written out, as it is written', async () => {
    const hosts = ['http://127.0.0.1:4010'];
    assert.equal((await reaching('http://127.0.0.1:4010/jobs', { hosts })).urls.length, 1);
    for (const url of ['https://127.0.0.1:4010/', 'http://127.0.0.1:4011/', 'http://127.0.0.1/'])
      assert.deepEqual((await reaching(url, { hosts })).urls, []);
  });

  it('follows no redirect, and reads no endless answer', async () => {
    const maker = scriptedMaker();
    const site = siteWith([maker.service()]);
    maker.answer = () => new Response(null, { status: 307, headers: { location: 'https://evil.example/' } });
    assert.equal((await jsonOf(await create(site)))['code'], 'upstream_error');
    assert.equal(maker.called.length, 1);
    maker.answer = () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 20)) }));
    assert.equal((await jsonOf(await create(site)))['code'], 'upstream_error');
  });

  it('is given a time for all that it sends', async () => {
    const maker = scriptedMaker();
    const forever = maker.service({}, { query: () => new Promise(() => {}) });
    const site = siteWith([forever], { limits: { timeoutMs: 50 } });
    const { code, httpStatus } = await jsonOf(await ask(site, `${videos}/${await created(site)}`));
    assert.deepEqual([httpStatus, code], [504, 'upstream_timeout']);
  });

  it('hears who asks as a hash, and passes the id of the request on', async () => {
    const maker = scriptedMaker();
    const users: string[] = [];
    const hearing = maker.service(
      {},
      { create: async (_request, { userId, fetch: send }) => (users.push(userId), await send(`${makerUrl}/jobs`), processing('job-1')) },
    );
    const site = siteWith([hearing]);
    const answer = await create(site);
    await create(site);
    await create(site, {}, { user: 'bob' });
    assert.deepEqual([users[0] === users[1], users[0] === users[2], users.some((user) => /ann|bob/.test(user))], [true, false, false]);
    assert.equal(maker.called[0]?.headers.get('x-request-id'), answer.headers.get('x-request-id'));
  });
});

describe('what leaves in a service’s name', () => {
  it('no call, where none of them talks', async () => {
    const headers = { origin: 'https://www.example.org', 'sec-websocket-protocol': 'realtime, vendor-insecure-api-key.x' };
    const answer = await siteWith([scriptedMaker().service()]).relay(new Request('http://gateway.test/v1/realtime?model=m', { headers }));
    assert.ok(answer instanceof Response);
    assert.deepEqual([answer.status, (await jsonOf(answer))['code']], [400, 'model_not_found']);
  });

  it('only addresses that can be played, and no key, however it is written', async () => {
    const maker = scriptedMaker();
    const told = maker.service(
      {},
      {
        query: async ({ id }) => ({
          taskId: id,
          status: 'succeeded',
          outputs: [
            { url: 'javascript:alert(1)' },
            { url: `https://cdn.example.org/a.mp4?key=${makerKey}` },
            { url: 'https://a:b@cdn.example.org/' },
            { url: 'https://cdn.example.org/b.mp4' },
          ],
        }),
      },
    );
    const site = siteWith([told]);
    const body = await jsonOf(await ask(site, `${videos}/${await created(site)}`));
    const { outputs } = body as { readonly outputs: readonly { readonly url: string }[] };
    assert.deepEqual(
      outputs.map(({ url }) => url),
      ['https://cdn.example.org/a.mp4?key=[key]', 'https://cdn.example.org/b.mp4'],
    );
  });

  it('no task without an id: it may exist, and nobody could ask after it', async () => {
    for (const taskId of ['', undefined as unknown as string]) {
      const site = siteWith([scriptedMaker().service({}, { create: async () => processing(taskId) })]);
      const answer = await create(site);
      assert.deepEqual([answer.status, (await jsonOf(answer))['message']], [502, 'The service answered without a task.']);
    }
  });

  it('how far it is only while it is at it, and no result before the end', async () => {
    const outputs = [{ url: 'https://cdn.example.org/half.mp4' }];
    for (const [status, progress] of [
      ['processing', '50%'],
      ['failed', undefined],
    ] as const) {
      const told = scriptedMaker().service({}, { query: async ({ id }) => ({ taskId: id, status, progress: 0.5, outputs }) });
      const site = siteWith([told]);
      const body = await jsonOf(await ask(site, `${videos}/${await created(site)}`));
      assert.deepEqual([body['status'], body['progress'], body['url']], [status, progress, undefined]);
    }
  });

  it('a word of its own for what is no end, and no result that is none', async () => {
    const readings = [
      [{ status: 'unknown', statusWord: 'warming up' }, 'warming up'],
      [{ status: 'unknown' }, 'processing'],
      [{ status: 'succeeded', outputs: 'none' }, 'succeeded'],
      [{ status: 'succeeded', outputs: [null, 7, { url: 5 }] }, 'succeeded'],
    ] as const;
    for (const [reading, status] of readings) {
      const told = scriptedMaker().service({}, { query: async ({ id }) => ({ taskId: id, outputs: [], ...reading }) as never });
      const site = siteWith([told]);
      const { status: said, url } = await jsonOf(await ask(site, `${videos}/${await created(site)}`));
      assert.deepEqual([said, url], [status, undefined]);
    }
  });

  it('that there is no such task, as a page knows it', async () => {
    const gone = () => Promise.reject(new VoxreelError('not_found', 'It was deleted.'));
    const site = siteWith([scriptedMaker().service({}, { query: gone })]);
    const { httpStatus, code, param } = await jsonOf(await ask(site, `${videos}/${await created(site)}`));
    assert.deepEqual([httpStatus, code, param], [400, 'task_not_exist', 'task_id']);
  });

  it('its errors without keys, hosts and addresses', async () => {
    const maker = scriptedMaker();
    const words = `The key ${encodeURIComponent(makerKey)} of 10.0.0.7 is not right at https://api.maker.example/x, says api.maker.example`;
    maker.answer = () => Response.json({ error: { message: words, code: makerKey } }, { status: 400 });
    const text = await (await create(siteWith([maker.service()]))).text();
    for (const hidden of [makerKey, '10.0.0.7', 'maker.example']) assert.ok(!text.includes(hidden), text);
    assert.ok(text.includes('is not right at'), text);
  });

  it('its errors and failures without the id that the maker has given the task', async () => {
    const maker = scriptedMaker();
    maker.answer = () => Response.json({ id: 'video_3abc' });
    for (const query of [
      () => Promise.reject(new VoxreelError('not_found', 'Video video_3abc not found.', { status: 404 })),
      async () => failed('video_3abc', { code: 'broken', message: 'Video video_3abc was deleted.' }),
    ]) {
      const site = siteWith([maker.service({}, { query })]);
      const text = await (await ask(site, `${videos}/${await created(site)}`)).text();
      assert.ok(text.includes('Video [task] ') && !text.includes('video_3abc'), text);
    }
  });

  it('that a result is not there yet, and not that it has gone', async () => {
    const files = await faultyWay('', { instead: () => ({ status: 404 }) });
    try {
      let isDone = false;
      const streaming = scriptedMaker().service(
        { hosts: ['api.maker.example', files.url] },
        {
          query: async ({ id }) => (isDone ? succeeded(id, [{ url: contentUrl() }]) : processing(id)),
          content: async () => ({ url: `${files.url}/film` }),
        },
      );
      const site = siteWith([streaming]);
      const id = await created(site);
      const played = async () => {
        const answer = await jsonOf(await ask(site, `${videos}/${id}/content/0`));
        return [answer['httpStatus'], answer['code']];
      };
      assert.deepEqual(await played(), [400, 'result_not_found']);
      isDone = true;
      assert.deepEqual(await played(), [410, 'result_gone']);
    } finally {
      await files.close();
    }
  });

  it('no model whose name would lead to another one', async () => {
    const maker = scriptedMaker();
    const site = siteWith([maker.service()], { models: ['maker-*'] });
    for (const model of [
      'maker-1/../other',
      'maker-/./x',
      'maker-1?key=other',
      'maker-1#x',
      'maker-%2e%2e',
      'maker-1\\x',
      'maker-1\u0000',
    ]) {
      const { httpStatus, code, param } = await jsonOf(await create(site, { model }));
      assert.deepEqual([model, httpStatus, code, param], [model, 400, 'invalid_value', 'model']);
    }
    assert.equal(maker.called.length, 0);
    for (const model of ['maker-1.5', 'maker-v2/fast@latest', 'maker-x:free'])
      assert.equal((await create(site, { model })).status, 200, model);
  });

  it('what the maker forbids is no matter of the page’s login', async () => {
    const maker = scriptedMaker();
    maker.answer = () => Response.json({ detail: 'User is locked. Reason: Exhausted balance.' }, { status: 403 });
    const { httpStatus, code, message } = await jsonOf(await create(siteWith([maker.service()])));
    assert.deepEqual([httpStatus, code, message], [500, 'upstream_forbidden', 'User is locked. Reason: Exhausted balance.']);
  });

  const garbage: readonly (readonly [string, unknown])[] = [
    ['a string', 'job-1'],
    ['nothing', undefined],
    ['no id', { status: 'processing', outputs: [] }],
    ['an id that is none', { taskId: 7, status: 'processing', outputs: [] }],
  ];
  for (const [what, value] of garbage)
    it(`a service whose create gives ${what} is an error, not a crash`, async () => {
      const maker = scriptedMaker();
      const service = maker.service({}, { create: async () => value as never });
      const { httpStatus, code } = await jsonOf(await create(siteWith([service])));
      assert.deepEqual([httpStatus, code], [502, 'upstream_error']);
    });

  it('what a service throws by mistake says nothing of its inside', async () => {
    const maker = scriptedMaker();
    const thrown = maker.service({}, { create: () => Promise.reject(new TypeError(`cannot read ${makerKey}`)) });
    const text = await (await create(siteWith([thrown]))).text();
    assert.deepEqual((JSON.parse(text) as { readonly code: string }).code, 'upstream_error');
    assert.ok(!text.includes('cannot read'));
  });

  it('what is wrong with a request, before anything is sent, is the page’s to correct', async () => {
    const maker = scriptedMaker();
    const picky = maker.service(
      {},
      { create: () => Promise.reject(new VoxreelError('invalid_input', 'A picture is needed.', { param: 'image' })) },
    );
    const { httpStatus, code, param } = await jsonOf(await create(siteWith([picky])));
    assert.deepEqual([httpStatus, code, param], [400, 'invalid_value', 'image']);
  });

  it('how long to wait before asking again', async () => {
    const maker = scriptedMaker();
    const slow = maker.service({}, { query: async ({ id }) => processing(id, { progress: 0.3, waitMs: 12_000 }) });
    const site = siteWith([slow]);
    const answer = await ask(site, `${videos}/${await created(site)}`);
    assert.deepEqual([answer.headers.get('retry-after'), (await jsonOf(answer))['progress']], ['12', '30%']);
  });

  it('an id that an older secret of the site has sealed is good until that secret is removed', async () => {
    const maker = scriptedMaker();
    const id = await created(siteWith([maker.service()]));
    const asked = async (secrets: readonly [string, ...string[]]) =>
      (await ask(siteWith([maker.service()], { secret: secrets }), `${videos}/${id}`)).status;
    assert.equal(await asked(['a newer secret of the site', secret]), 200);
    assert.equal(await asked(['a newer secret of the site']), 400);
  });
});

describe('options of services', () => {
  const service = (more: Partial<Service> = {}) => scriptedMaker().service(more);
  const wrong: readonly (readonly [string, object, RegExp])[] = [
    ['neither a service nor an upstream', { services: [] }, /upstream\.baseUrl/],
    ['no secret', { secret: undefined }, /secret/],
    ['two of one id', { services: [service(), service()] }, /another service has the id maker/],
    ['a key that is too short', { services: [service({ secrets: ['short'] })] }, /at least 8/],
    ['no hosts', { services: [service({ hosts: [] })] }, /hosts/],
    ['no model', { services: [service({ models: [] })] }, /models/],
    ['a model that is a name alone', { services: [service({ models: ['maker-1'] as never })] }, /models/],
    ['a model without a name', { services: [service({ models: [{ model: '', kind: 'video' }] })] }, /models/],
    ['a model of no known kind', { services: [service({ models: [{ model: 'm', kind: 'audio' as 'video' }] })] }, /models/],
    ['a host that is none', { services: [service({ hosts: ['api.maker.example', 7 as never] })] }, /hosts/],
    ['a secret that is none', { services: [service({ secrets: [makerKey, 12_345_678 as never] })] }, /at least 8/],
    ['secrets that are no list', { services: [service({ secrets: makerKey as never })] }, /at least 8/],
    ['an id with a space', { services: [service({ id: 'the maker' })] }, /id must be/],
    ['an id without an end', { services: [service({ id: 'm'.repeat(51) })] }, /id must be/],
    ['nothing that it makes', { services: [{ ...service(), video: undefined }] }, /neither video nor realtime/],
    [
      'a model of a kind that it does not offer',
      { services: [service({ models: [{ model: 'm', kind: 'realtime' }] })] },
      /m as a realtime model/,
    ],
    ['a video service that is none', { services: [{ ...service(), video: 7 }] }, /video\.create/],
    ['a service that is a name', { services: ['maker'] }, /a service is an object/],
    ['a name for a list', { services: 'maker', upstream: { baseUrl: makerUrl, apiKey: makerKey } }, /must be a list of services/],
    ['the upstream’s own id', { services: [service({ id: 'upstream' })] }, /id must be/],
    ['half a video service', { services: [{ ...service(), video: { create() {} } }] }, /video\.query/],
    ['a public address that is none', { publicUrl: 'here' }, /publicUrl/],
    ['a public address in a file', { publicUrl: 'file:///here' }, /publicUrl/],
  ];
  for (const [what, options, said] of wrong)
    it(`${what} is said at once`, () => {
      const given = { services: [service()], secret, authorize: () => undefined, origins: [], ...options };
      assert.throws(() => createGateway(given), said);
    });
});

// What `createGateway` says of options that it cannot work with, and of a site's own functions that never settle.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createGateway, memoryState } from 'voxreel/server';
import type { GatewayLogEntry, GatewayOptions, GatewayState } from 'voxreel/server';
import { isVoxreelError } from 'voxreel';

import { createTask, gatewayTo, mintToken, queryTask, refusedWith } from './gateway-client.js';

const right = { upstream: { baseUrl: 'https://api.example.org', apiKey: 'standard_key' }, authorize: () => ({ id: 'ann' }), origins: [] };

const nothing = async () => undefined;
const records = { changes: nothing, put: nothing, remove: nothing, clear: nothing, listen: nothing };
const files = { put: nothing, get: nothing, size: nothing, remove: nothing };

const refused = (options: object, param: string, words = /./): void => {
  assert.throws(
    // As a site in plain JavaScript passes them.
    () => createGateway({ ...right, ...options }),
    (error) =>
      isVoxreelError(error) &&
      error.code === 'invalid_input' &&
      !error.retryable &&
      error.param === param &&
      error.message.includes(param) &&
      words.test(error.message),
    `${param}: ${JSON.stringify(options)}`,
  );
};

describe('options that a gateway cannot work with', () => {
  const unknown: readonly [string, object, string][] = [
    ['session.fix', { session: { fix: {} } }, 'session.fixed'],
    ['authorise', { authorise: () => undefined }, 'authorize'],
    ['model', { model: ['m'] }, 'models'],
    ['Origins', { Origins: [] }, 'origins'],
    ['limits.promptlength', { limits: { promptlength: 1 } }, 'limits.promptLength'],
    ['limits.sockets.messageByte', { limits: { sockets: { messageByte: 1 } } }, 'limits.sockets.messageBytes'],
    ['limits.perUser.request', { limits: { perUser: { requests: 1, perMs: 1, request: 1 } } }, 'limits.perUser.requests'],
    ['library.quota.byte', { library: { records, files, quota: { byte: 1 } } }, 'library.quota.bytes'],
    ['limits.duration.maximum', { limits: { duration: { max: 1, maximum: 2 } } }, 'limits.duration.max'],
    ['upstream.key', { upstream: { ...right.upstream, key: 'k' } }, ''],
  ];
  for (const [name, options, meant] of unknown)
    it(`names ${name}`, () =>
      refused(options, name, meant === '' ? /Known: upstream\.baseUrl/ : new RegExp(`Did you mean ${meant.replace('.', '\\.')}\\?`)));

  const wrong: readonly [string, object][] = [
    ['secret', { secret: '' }],
    ['secret', { secret: 7 }],
    ['secret', { secret: [] }],
    ['secret', { secret: ['a long random text', ''] }],
    ['hosts', { hosts: 'www.example.org' }],
    ['hosts', { hosts: ['https://www.example.org'] }],
    ['hosts', { hosts: [''] }],
    ['hosts', { hosts: ['WWW.example.org'] }],
    ['hosts', { hosts: ['www.example.org/path'] }],
    ['hosts', { hosts: ['www.example.org', 'two names'] }],
    ['models', { models: 'kling-*' }],
    ['models', { models: [/kling/] }],
    ['metadataKeys', { metadataKeys: new Set(['a']) }],
    ['extraFields', { extraFields: 'seconds' }],
    ['requestHeaders', { requestHeaders: [7] }],
    ['content', { content: 'proxied' }],
    ['stateFailure', { stateFailure: true }],
    ['logUser', { logUser: 'hashed' }],
    ['log', { log: console }],
    ['metrics', { metrics: true }],
    ['address', { address: '127.0.0.1' }],
    ['state', { state: 'redis://127.0.0.1' }],
    ['library', { library: true }],
    ['library', { library: { records } }],
    ['library.records', { library: { records: { ...records, clear: undefined }, files } }],
    ['library.files', { library: { records, files: '/var/files' } }],
    ['library.shareScript', { library: { records, files, shareScript: 'cdn/shared-view.js' } }],
    ['library.shareScript', { library: { records, files, shareScript: '//cdn.example/shared-view.js' } }],
    ['library.quota.bytes', { library: { records, files, quota: { bytes: 0 } } }],
    ['library.quota.records', { library: { records, files, quota: { records: '5' } } }],
    ['state', { state: { ...memoryState(), claim: undefined } }],
    ['privateAddresses', { privateAddresses: '10.0.0.1' }],
    ['upstream.apiKey', { upstream: { ...right.upstream, apiKey: [] } }],
    ['upstream.apiKey', { upstream: { ...right.upstream, apiKey: ['standard_key', 'short'] }, secret: 'x' }],
    ['upstream.apiKey', { upstream: { ...right.upstream, apiKey: ['standard_key', 7] }, secret: 'x' }],
    ['upstream.apiKey', { upstream: { ...right.upstream, apiKey: ['standard_key', 'standard_key'] }, secret: 'x' }],
    ['secret', { upstream: { ...right.upstream, apiKey: ['standard_key'] } }],
    ['audit', { audit: console }],
    ['upstream.vendor', { upstream: { ...right.upstream, vendor: '' } }],
    ['upstream.idempotent', { upstream: { ...right.upstream, idempotent: 'yes' } }],
    ['session', { session: [] }],
    ['session.fixed', { session: { fixed: 'x' } }],
    ['session.allow', { session: { allow: 'voice' } }],
    ['session.webrtc', { session: { webrtc: 1 } }],
    ['limits', { limits: 7 }],
    ['limits.duration', { limits: { duration: 5 } }],
    ['limits.duration', { limits: { duration: { min: 9, max: 5 } } }],
    ['limits.duration.max', { limits: { duration: { max: Number.NaN } } }],
    ['limits.duration.min', { limits: { duration: { min: -1 } } }],
    ['limits.duration', { limits: { duration: { min: 61, max: undefined } } }],
    ['limits.perUser', { limits: { perUser: 100 } }],
    ['limits.perUser', { limits: { perUser: { requests: 5 } } }],
    ['limits.perUser.perMs', { limits: { perUser: { requests: 5, perMs: -1 } } }],
    ['limits.tasks.atOnce', { limits: { tasks: { atOnce: '20' } } }],
    ['limits.timeoutMs', { limits: { timeoutMs: false } }],
    ['limits.spend', { limits: { spend: { perMs: 1 } } }],
    ['limits.spend', { cost: () => 1, limits: { spend: { perUser: 1 } } }],
    ['limits.spend.total', { cost: () => 1, limits: { spend: { perMs: 1, total: '5' } } }],
    ['limits.spend.unit', { cost: () => 1, limits: { spend: { perMs: 1, unit: '' } } }],
    ['cost', { cost: 1 }],
    ['limits.sockets.sessionMs', { limits: { sockets: { sessionMs: 0 } } }],
    ['moderate', { moderate: 'strict' }],
    ['cost', { cost: () => 1 }],
    ['state', { cost: () => 1, limits: { spend: { perMs: 1 } }, state: { ...memoryState(), add: undefined } }],
    // A timer of this length would end at once.
    ['limits.timeoutMs', { limits: { timeoutMs: 2 ** 31 } }],
    ...[Number.NaN, Infinity, -1, 0, '5', null].flatMap((value): [string, object][] => [
      ['limits.n', { limits: { n: value } }],
      ['limits.sockets.total', { limits: { sockets: { total: value } } }],
      ['limits.tokens.requests', { limits: { tokens: { requests: value, perMs: 1 } } }],
    ]),
  ];
  for (const [name, options] of wrong)
    it(`names ${name} where it is ${JSON.stringify(Object.values(options)[0])}`, () => refused(options, name));

  it('takes those that are right, and undefined for what is not given', () => {
    const given: GatewayOptions = {
      ...right,
      upstream: { ...right.upstream, vendor: undefined, idempotent: true },
      hosts: ['www.example.org', 'localhost:8787', '[::1]:8787', '10.0.0.1'],
      models: [],
      secret: 's',
      log: undefined,
      state: memoryState(),
      session: { fixed: { voice: 'echo' }, allow: ['temperature'], webrtc: true },
      limits: {
        duration: { min: 0, max: 5 },
        perUser: false,
        tasks: { atOnce: false },
        sockets: { total: false, idleMs: 5, messages: false },
      },
    };
    assert.equal(typeof createGateway(given), 'function');
  });

  it('takes what is exactly at a bound, and every word of a choice', () => {
    const rates = { requests: 1, perMs: 2 ** 40 };
    const given: readonly Partial<GatewayOptions>[] = [
      { limits: { timeoutMs: 2 ** 31 - 1, perUser: rates, perAddress: rates, probes: false, tokens: false } },
      { limits: { duration: { min: 5, max: 5 } } },
      { limits: { tasks: { perUser: false }, results: { perUser: false, total: 1 }, bodies: { total: false, totalBytes: 0.5 } } },
      { limits: { sockets: { perUser: false, perAddress: false, sessionMs: false } } },
      { limits: { spend: { perMs: 1, perUser: false, total: 5, unit: 'u' } }, cost: () => 1, state: memoryState() },
      { content: 'link', stateFailure: 'open', logUser: 'none', secret: ['newer', 'older'] },
      { content: 'proxy', stateFailure: 'closed', logUser: 'plain', privateAddresses: true },
      { logUser: 'hash', privateAddresses: ['10.0.0.1'], origins: '*', session: { allow: 'all', webrtc: false } },
      { origins: ['https://www.example.org', 'http://localhost:8787'], services: [] },
    ];
    for (const options of given) assert.equal(typeof createGateway({ ...right, ...options }), 'function', JSON.stringify(options));
  });

  it('names what was meant where the names differ by two letters or a half of one, and all of them otherwise', () => {
    const saying = (option: string): string => {
      try {
        createGateway({ ...right, [option]: 1 });
      } catch (error) {
        return isVoxreelError(error) ? error.message.replace(/^.*? is not an option\. /, '') : '';
      }
      return assert.fail('it was taken');
    };
    assert.match(saying('audti'), /^Did you mean audit\?$/);
    assert.match(saying('modrat'), /^Did you mean moderate\?$/);
    assert.match(saying('cast'), /^Did you mean cost\?$/);
    assert.match(saying('public_url'), /^Did you mean publicUrl\?$/);
    assert.match(saying('metric'), /^Did you mean metrics\?$/);
    assert.match(saying('metadataKeysOf'), /^Did you mean metadataKeys\?$/);
    assert.match(saying('x'), /^Known: upstream, services, publicUrl, /);
    assert.match(saying('modrt'), /^Known: /);
    assert.match(saying('toString'), /^Known: /);
  });
});

/** Never settles, and is no `Promise`. */
// oxlint-disable-next-line unicorn/no-thenable
const never = { then() {} } as unknown as Promise<never>;
const hanging = (name: keyof GatewayState): GatewayState => ({ ...memoryState(), [name]: () => never });
const gatewayWith = (options: Partial<GatewayOptions>) => gatewayTo('http://127.0.0.1:9', { limits: { timeoutMs: 20 }, ...options });

describe('what never settles', () => {
  it('is named in the answer: authorize', async () => {
    const answer = await queryTask(gatewayWith({ authorize: () => never }), 't');
    assert.match(await answer.clone().text(), /authorize did not settle within 20 ms/);
    await refusedWith(answer, 500, 'gateway_error');
  });
  it('is named in the answer: metrics', async () => {
    const answer = await gatewayWith({ metrics: () => never })(new Request('http://gateway.test/metrics'));
    assert.match(await answer.clone().text(), /metrics did not settle/);
    await refusedWith(answer, 500, 'gateway_error');
  });
  it('is a state that is away', async () => {
    await refusedWith(await queryTask(gatewayWith({ state: hanging('consume') }), 't'), 503, 'state_unavailable');
    await refusedWith(await createTask(gatewayWith({ state: hanging('claim') }), { key: 'k' }), 503, 'state_unavailable');
    await refusedWith(await mintToken(gatewayWith({ state: hanging('put'), session: { allow: [] } })), 503, 'state_unavailable');
    assert.equal((await gatewayWith({ state: hanging('healthy') }).ready()).status, 503);
  });
});

describe('a relayed session in the log', () => {
  it('has its user, as a hash or by name, also where it is refused', async () => {
    for (const logUser of ['hash', 'plain'] as const) {
      const entries: GatewayLogEntry[] = [];
      const gateway = gatewayTo('http://127.0.0.1:9', {
        log: (entry) => void entries.push(entry),
        logUser,
        session: { allow: [] },
        limits: { sockets: { perUser: 1 } },
      });
      const connect = async () => {
        const { client_secret: secret } = (await (await mintToken(gateway)).json()) as { client_secret: { value: string } };
        const headers = {
          origin: 'https://www.example.org',
          'sec-websocket-protocol': `realtime, vendor-insecure-api-key.${secret.value}`,
        };
        return gateway.relay(new Request('http://gateway.test/v1/realtime?model=m', { headers }));
      };
      const target = await connect();
      assert.ok(!(target instanceof Response));
      target.opened({ end() {} })({ code: 4000, messages: 3, bytes: 700 });
      const refusal = await connect();
      assert.ok(refusal instanceof Response && refusal.status === 429);
      while (entries.length < 5) await new Promise(setImmediate);
      const users = entries.filter(({ path }) => path === '/v1/realtime').map(({ msg, user }) => `${msg}: ${user}`);
      const user = logUser === 'plain' ? 'ann' : entries[0]?.user;
      assert.ok(user !== undefined);
      assert.deepEqual(users.toSorted(), [`relay closed: ${user}`, `relay opened: ${user}`, `request: ${user}`]);
      const closed = entries.find((entry) => entry.msg === 'relay closed');
      assert.deepEqual([closed?.closeCode, closed?.messages, closed?.bytes, typeof closed?.ms], [4000, 3, 700, 'number']);
    }
  });
});

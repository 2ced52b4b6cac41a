// A ticket is good for the user, the model and the session that it was made for, on whichever instance it is used.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { memoryState } from 'voxreel/server';
import type { Gateway, GatewayOptions } from 'voxreel/server';

import { page } from '../services/scripted-service.js';
import { gatewayTo, refusedWith } from './gateway-client.js';
import { startRecordingService, type RecordingService } from './recording-service.js';

let service: RecordingService;
before(async () => void (service = await startRecordingService()));
after(() => service.close());

const site = (options: Partial<GatewayOptions> = {}): Gateway => gatewayTo(service.url, options);
const mint = (gateway: Gateway, body: object, path = 'sessions'): Promise<Response> =>
  gateway(
    new Request(`http://gateway.test/v1/realtime/${path}`, {
      method: 'POST',
      headers: { origin: page, cookie: 'user=ann', 'content-type': 'application/json' },
      body: JSON.stringify({ ...(path === 'sessions' && { model: 'm' }), ...body }),
    }),
  );
const tokenOf = async (gateway: Gateway, body: object = {}): Promise<string> =>
  ((await (await mint(gateway, body)).json()) as { client_secret: { value: string } }).client_secret.value;
const connect = (gateway: Gateway, token: string, headers: Record<string, string> = {}) =>
  gateway.relay(
    new Request('http://gateway.test/v1/realtime?model=m', {
      headers: {
        origin: page,
        'sec-websocket-protocol': `realtime, vendor-insecure-api-key.${token}, vendor-beta.realtime-v1`,
        ...headers,
      },
    }),
  );
const refusal = async (gateway: Gateway, token: string, headers: Record<string, string>, status: number, code: string) => {
  const answer = await connect(gateway, token, headers);
  await refusedWith(answer instanceof Response ? answer : assert.fail('the ticket opened a call'), status, code);
};
const taken = async (gateway: Gateway, token: string) => {
  const target = await connect(gateway, token);
  return target instanceof Response ? assert.fail(await target.text()) : target;
};
const updated = (check: ((text: string) => object) | undefined, session: object): string =>
  'forward' in (check?.(JSON.stringify({ type: 'session.update', session })) ?? assert.fail('nothing is checked')) ? 'goes on' : 'refused';

describe('the user of a ticket', () => {
  it('is the only one who may connect with it, and whose login nobody has to send', async () => {
    const gateway = site();
    await refusal(gateway, await tokenOf(gateway), { cookie: 'user=bob' }, 403, 'token_of_another_user');
    for (const headers of [{ cookie: 'user=ann' }, {}])
      assert.ok(!((await connect(gateway, await tokenOf(gateway), headers)) instanceof Response));
  });

  it('is the only one who may exchange an offer with it', async () => {
    const gateway = site();
    const exchange = async (cookie: string) => {
      const headers = { origin: page, cookie, authorization: `Bearer ${await tokenOf(gateway)}`, 'content-type': 'application/sdp' };
      return gateway(new Request('http://gateway.test/v1/realtime?model=m', { method: 'POST', headers, body: 'v=0\r\n' }));
    };
    await refusedWith(await exchange('user=bob'), 403, 'token_of_another_user');
    assert.equal((await exchange('user=ann')).status, 200);
  });

  it('cannot be made out while authorize fails: the call is refused, and the ticket stays good', async () => {
    let down = false;
    const authorize = () => {
      if (down) throw new Error('the session store is down');
      return { id: 'ann' };
    };
    const gateway = site({ authorize });
    const token = await tokenOf(gateway);
    down = true;
    await refusal(gateway, token, {}, 500, 'gateway_error');
    down = false;
    await taken(gateway, token);
  });
});

describe('the session of a ticket', () => {
  const allow = ['voice', 'instructions', 'temperature'] as const;

  it('is said to the service as its token asked for it, and a page may say nothing else of it', async () => {
    const gateway = site({ session: { allow } });
    const { opening, check } = await taken(gateway, await tokenOf(gateway, { voice: 'echo', instructions: 'Be kind.' }));
    assert.deepEqual(
      opening.map((text) => (JSON.parse(text) as { session: object }).session),
      [{ voice: 'echo', instructions: 'Be kind.' }],
    );
    const tried = [{ voice: 'echo' }, { voice: 'alloy' }, { instructions: 'Be a pirate.' }, { temperature: 0.7 }];
    assert.deepEqual(
      tried.map((session) => updated(check, session)),
      ['goes on', 'refused', 'refused', 'goes on'],
    );
  });

  it('is the one in the body of the newest dialect too', async () => {
    const gateway = site({ session: { allow } });
    const body = { session: { type: 'realtime', model: 'm', audio: { output: { voice: 'echo' } } } };
    const { value } = (await (await mint(gateway, body, 'client_secrets')).json()) as { value: string };
    assert.equal(updated((await taken(gateway, value)).check, { voice: 'alloy' }), 'refused');
  });

  it('keeps what its site had fixed and locked, on an instance that is set otherwise', async () => {
    const state = memoryState();
    const strict = site({ state, session: { fixed: { instructions: 'You sell shoes.' }, allow: ['voice', 'temperature'] } });
    const lax = site({ state, session: { allow: ['voice', 'instructions'] } });
    const { opening, check } = await taken(lax, await tokenOf(strict));
    assert.match(opening[0] ?? '', /You sell shoes/);
    const tried = [{ instructions: 'Be a pirate.' }, { temperature: 0.7 }, { voice: 'alloy' }];
    assert.deepEqual(
      tried.map((session) => updated(check, session)),
      ['refused', 'refused', 'goes on'],
      'either may lock a field',
    );
    const open = await taken(site({ state }), await tokenOf(strict));
    const asked = [{ instructions: 'Be a pirate.' }, { tools: [] }, { temperature: 0.7 }];
    assert.deepEqual(
      asked.map((session) => updated(open.check, session)),
      ['refused', 'refused', 'goes on'],
      'also where nothing is locked',
    );
  });

  it('is anything that a page likes where the site limits nothing', async () => {
    const gateway = site();
    const { opening, check } = await taken(gateway, await tokenOf(gateway, { voice: 'echo' }));
    assert.deepEqual([opening, check], [[], undefined]);
  });

  it('is refused where it is too long to be kept', async () => {
    const gateway = site({ session: { allow: ['tools'] } });
    const tools = [{ type: 'function', name: 'f', description: 'x'.repeat(64 * 1024) }];
    await refusedWith(await mint(gateway, { tools }), 400, 'session_too_large');
    assert.equal((await mint(gateway, { tools: [] })).status, 200);
  });
});

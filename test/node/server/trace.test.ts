// The trace of a request, from the caller through the gateway to the service: https://www.w3.org/TR/trace-context/
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { createGateway } from 'voxreel/server';
import type { AuditEvent, GatewayLogEntry } from 'voxreel/server';

import { page, scriptedMaker, secret } from '../services/scripted-service.js';
import { gatewayTo, mintToken } from './gateway-client.js';
import { startRecordingService, type RecordingService } from './recording-service.js';

let service: RecordingService;
before(async () => void (service = await startRecordingService()));
after(() => service.close());

const id = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';
const request = (headers: Record<string, string> = {}): Request =>
  new Request('http://gateway.test/v1/video/generations', {
    method: 'POST',
    headers: { cookie: 'user=ann', origin: page, 'content-type': 'application/json', ...headers },
    body: '{"model":"vidu-q2","prompt":"sea"}',
  });
const sent = async (headers: Record<string, string> = {}) => {
  assert.equal((await gatewayTo(service.url)(request(headers))).status, 200);
  const { traceparent, tracestate } = service.requests.at(-1)?.headers ?? {};
  const [version, traceId, parentId, flags] = String(traceparent).split('-');
  return { version, traceId, parentId, flags, tracestate };
};

describe('a trace that the caller has begun', () => {
  it('goes on with the gateway as the new parent, and what others have said of it', async () => {
    const tracestate = 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE';
    const said = await sent({ traceparent: `00-${id}-${parent}-01`, tracestate });
    assert.deepEqual([said.version, said.traceId, said.flags, said.tracestate], ['00', id, '01', tracestate]);
    assert.match(String(said.parentId), /^(?!0{16})[\da-f]{16}$/);
    assert.notEqual(said.parentId, parent);
  });

  it('stays unrecorded where the caller does not record it, and other flags are not carried', async () => {
    assert.equal((await sent({ traceparent: `00-${id}-${parent}-00` })).flags, '00');
    assert.equal((await sent({ traceparent: `00-${id}-${parent}-fe` })).flags, '00');
    assert.equal((await sent({ traceparent: `00-${id}-${parent}-ff` })).flags, '01');
  });

  it('is read as far as it is known where a later version says more', async () => {
    for (const later of [`cc-${id}-${parent}-01`, `cc-${id}-${parent}-01-what-comes`]) {
      const said = await sent({ traceparent: later });
      assert.deepEqual([said.version, said.traceId], ['00', id], later);
    }
  });

  it('goes without a tracestate that nobody has to carry, or that is no text', async () => {
    const traceparent = `00-${id}-${parent}-01`;
    assert.equal(String((await sent({ traceparent, tracestate: `a=${'1'.repeat(510)}` })).tracestate).length, 512);
    for (const tracestate of [`a=${'1'.repeat(511)}`, 'a=\u00e9', ''])
      assert.equal((await sent({ traceparent, tracestate })).tracestate, undefined);
  });
});

describe('a trace that nobody has begun', () => {
  const wrong: readonly [string, string | undefined][] = [
    ['no header', undefined],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${parent}-01`],
    ['a parent of zeros', `00-${id}-${'0'.repeat(16)}-01`],
    ['upper case', `00-${id.toUpperCase()}-${parent}-01`],
    ['the forbidden version', `ff-${id}-${parent}-01`],
    ['more than version 00 has', `00-${id}-${parent}-01-more`],
    ['a short trace id', `00-${id.slice(1)}-${parent}-01`],
    ['no flags', `00-${id}-${parent}`],
    ['a later version without its hyphen', `cc-${id}-${parent}-01.what`],
    ['two of them', `00-${id}-${parent}-01, 00-${id}-${parent}-01`],
  ];
  for (const [what, traceparent] of wrong)
    it(`begins here, without the caller's tracestate: ${what}`, async () => {
      const said = await sent({ tracestate: 'rojo=1', ...(traceparent === undefined ? {} : { traceparent }) });
      assert.match(`${said.version}-${said.traceId}-${said.parentId}-${said.flags}`, /^00-[\da-f]{32}-[\da-f]{16}-01$/);
      assert.doesNotMatch(String(said.traceId), /^0+$/);
      assert.notEqual(said.traceId, id);
      assert.equal(said.tracestate, undefined);
    });

  it('is another one for each request', async () => {
    assert.notEqual((await sent()).traceId, (await sent()).traceId);
  });
});

describe('a trace', () => {
  const traceparent = `00-${id}-${parent}-01`;

  it("is in the log and the audit, under the request's id", async () => {
    const [entries, events]: [GatewayLogEntry[], AuditEvent[]] = [[], []];
    const gateway = gatewayTo(service.url, { log: (entry) => void entries.push(entry), audit: (event) => void events.push(event) });
    const answer = await gateway(request({ traceparent }));
    while (entries.length + events.length < 2) await new Promise(setImmediate);
    const requestId = answer.headers.get('x-request-id');
    const ids = [...entries, ...events].map((one) => 'traceId' in one && [one.traceId, one.requestId]);
    assert.deepEqual(ids, [
      [id, requestId],
      [id, requestId],
    ]);
  });

  it("reaches other makers' services", async () => {
    const maker = scriptedMaker();
    const gateway = createGateway({
      services: [maker.service({ models: [{ model: 'vidu-*', kind: 'video' }] })],
      secret,
      authorize: () => ({ id: 'ann' }),
      origins: [page],
    });
    assert.equal((await gateway(request({ traceparent }))).status, 200);
    assert.match(maker.called[0]?.headers.get('traceparent') ?? '', new RegExp(`^00-${id}-(?!${parent})[\\da-f]{16}-01$`));
  });

  it('reaches the service of a relayed call', async () => {
    const gateway = gatewayTo(service.url);
    const { client_secret: token } = (await (await mintToken(gateway)).json()) as { client_secret: { value: string } };
    const target = await gateway.relay(
      new Request('http://gateway.test/v1/realtime?model=m', {
        headers: { origin: page, traceparent, 'sec-websocket-protocol': `realtime, vendor-insecure-api-key.${token.value}` },
      }),
    );
    assert.ok(!(target instanceof Response));
    assert.match(target.headers['traceparent'] ?? '', new RegExp(`^00-${id}-(?!${parent})[\\da-f]{16}-01$`));
    assert.match(target.headers['x-request-id'] ?? '', /./);
  });

  it('may be named by a page of another origin', async () => {
    const asked = new Request('http://gateway.test/v1/video/generations', { method: 'OPTIONS', headers: { origin: page } });
    assert.match((await gatewayTo(service.url)(asked)).headers.get('access-control-allow-headers') ?? '', /traceparent, tracestate/);
  });
});

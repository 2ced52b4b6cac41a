// Where a result may be fetched from: a name is resolved once, and the connection goes to the address that was checked, on every hop.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';

import { createGateway } from 'voxreel/server';
import type { GatewayOptions } from 'voxreel/server';

import { createHttpWayOut } from '../../../src/server/node/http-way-out.js';
import { publicLookup, type LookUpAll } from '../../../src/server/node/public-lookup.js';
import { AddressNotPublic, setWayOut } from '../../../src/server/way-out.js';
import { key, refusedWith } from './gateway-client.js';

/** Names the test has made up, and the addresses they lead to, one list for each time they are asked for. */
const names = new Map<string, string[][]>();
let asked: string[] = [];
const lookup: LookUpAll = (hostname, _options, callback) => {
  asked.push(hostname);
  const lists = names.get(hostname) ?? [];
  const addresses = (lists.length > 1 ? lists.shift() : lists[0]) ?? [];
  callback(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};

let service: Server;
let url: string;
let port: number;
/** Where the task says that its result is. */
let result = '';
let redirect: string | undefined;
const heard: string[] = [];
let undo = (): void => {};

before(async () => {
  service = createServer((request, response) => {
    heard.push(`${request.headers.host} ${request.url}`);
    if (request.url?.startsWith('/v1/') === true) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ task_id: 't1', status: 'succeeded', url: result }));
    } else if (request.url === '/redirect') response.writeHead(302, { location: redirect }).end();
    else response.writeHead(200, { 'content-type': 'video/webm' }).end('a secret of the inside');
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  port = (service.address() as AddressInfo).port;
  url = `http://127.0.0.1:${port}`;
});
after(() => {
  service.closeAllConnections();
  service.close();
});
beforeEach(() => {
  undo = setWayOut(createHttpWayOut(lookup));
  names.clear();
  asked = [];
  heard.length = 0;
});
afterEach(() => undo());

async function play(options: Partial<GatewayOptions> = {}): Promise<Response> {
  const gateway = createGateway({
    upstream: { baseUrl: url, apiKey: key },
    authorize: () => ({ id: 'ann' }),
    origins: '*',
    content: 'proxy',
    ...options,
  });
  const headers = { 'content-type': 'application/json' };
  const body = '{"model":"m","prompt":"p"}';
  const made = await gateway(new Request('http://gateway.test/v1/video/generations', { method: 'POST', headers, body }));
  const { task_id: id } = (await made.json()) as { task_id: string };
  heard.length = 0;
  return gateway(new Request(`http://gateway.test/v1/video/generations/${encodeURIComponent(id)}/content/0`));
}
const files = (): string[] => heard.filter((line) => !line.includes('/v1/'));

describe('a public name that leads inside', { timeout: 120_000 }, () => {
  for (const address of [
    '127.0.0.1',
    '169.254.169.254',
    '10.0.0.1',
    '100.64.0.1',
    '0.0.0.0',
    '192.0.2.1',
    '168.63.129.16',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    'fe80::1',
    'fd00:ec2::254',
  ]) {
    it(`is refused: ${address}`, async () => {
      result = `http://cdn.example.org:${port}/secret`;
      names.set('cdn.example.org', [[address]]);
      await refusedWith(await play(), 502, 'result_not_allowed');
      assert.deepEqual([asked, files()], [['cdn.example.org'], []]);
    });
  }

  it('is refused where only one of its addresses is inside', async () => {
    result = `http://cdn.example.org:${port}/secret`;
    names.set('cdn.example.org', [['203.0.114.9', '127.0.0.1']]);
    await refusedWith(await play(), 502, 'result_not_allowed');
    assert.deepEqual(files(), []);
  });

  it('is refused after a redirect', async () => {
    result = '/redirect';
    redirect = `http://cdn.example.org:${port}/secret`;
    names.set('cdn.example.org', [['127.0.0.1']]);
    await refusedWith(await play(), 502, 'result_not_allowed');
    assert.deepEqual(files(), [`127.0.0.1:${port} /redirect`]);
  });

  it('is refused after a redirect of a host that the site has named', async () => {
    result = `http://cdn.example.org:${port}/redirect`;
    redirect = `http://other.example.org:${port}/secret`;
    names.set('cdn.example.org', [['127.0.0.1']]);
    names.set('other.example.org', [['127.0.0.1']]);
    setWayOut((target, init) => {
      // A host that was named by the site is resolved by the machine: here it is this one.
      if (init.publicOnly === true) return createHttpWayOut(lookup)(target, init);
      return createHttpWayOut()(target.replace('cdn.example.org', '127.0.0.1'), init);
    });
    await refusedWith(await play({ privateAddresses: ['cdn.example.org'] }), 502, 'result_not_allowed');
    assert.deepEqual([files(), asked], [[`127.0.0.1:${port} /redirect`], ['other.example.org']]);
  });

  it('is asked for nothing that the redirect of the name before allowed: each hop is resolved by itself', async () => {
    result = '/redirect';
    redirect = `http://cdn.example.org:${port}/secret`;
    names.set('cdn.example.org', [['127.0.0.1']]);
    await refusedWith(await play(), 502, 'result_not_allowed');
    await refusedWith(await play(), 502, 'result_not_allowed');
    assert.deepEqual(asked, ['cdn.example.org', 'cdn.example.org'], 'no connection is used again');
  });
});

describe('a name whose address changes', () => {
  const resolved = (all: boolean): Promise<unknown> =>
    new Promise((resolve) =>
      publicLookup(lookup)('cdn.example.org', all ? { all } : {}, (error, address, family) =>
        resolve(error ?? (all ? address : [address, family])),
      ),
    );

  it('is connected to at the address that was checked, and not asked for again', async () => {
    names.set('cdn.example.org', [['203.0.114.9'], ['127.0.0.1']]);
    assert.deepEqual(await resolved(false), ['203.0.114.9', 4]);
    assert.deepEqual(asked, ['cdn.example.org']);
    assert.ok((await resolved(false)) instanceof AddressNotPublic, 'the second time it leads inside');
  });

  it('is given with all its addresses, each of them checked', async () => {
    names.set('cdn.example.org', [
      ['203.0.114.9', '2606:4700::1'],
      ['203.0.114.9', '64:ff9b::a00:1'],
    ]);
    assert.deepEqual(await resolved(true), [
      { address: '203.0.114.9', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
    assert.ok((await resolved(true)) instanceof AddressNotPublic);
  });

  it('is an error of its own where it has none', async () => {
    assert.match(String(await resolved(true)), /has no address/);
  });
});

describe('a runtime that cannot check what a name leads to', () => {
  beforeEach(() => undo());
  it('refuses a name that the site has not named, and calls nobody', async () => {
    result = `http://cdn.example.org:${port}/secret`;
    await refusedWith(await play(), 502, 'result_not_allowed');
    assert.deepEqual(files(), []);
  });
  it("plays from the service's own host", async () => {
    result = '/files/1';
    const answer = await play();
    assert.deepEqual([answer.status, await answer.text()], [200, 'a secret of the inside']);
  });
});

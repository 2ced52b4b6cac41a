import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { memoryState } from 'voxreel/server';
import type { AuditEvent, Gateway, GatewayLogEntry } from 'voxreel/server';
import { serve } from 'voxreel/server/node';

import { gatewayTo, refusedWith } from '../gateway-client.js';
import { ask, changes, heardUntil, librarySite, origin, putFile, putRecord, type LibrarySite } from './library-client.js';
import { endServers } from './stores.js';

let site: LibrarySite;
let gateway: Gateway;
let other: Gateway;
before(async () => {
  site = await librarySite();
  gateway = site.gateway();
  other = site.gateway();
});
after(async () => {
  await site.end();
  await endServers();
});

/** Each test has users of its own. */
let count = 0;
const newUser = (): string => `user${(count += 1)}`;
const isReadyAs = async (answer: Response, status: number, word: string) =>
  assert.deepEqual([answer.status, await answer.json()], [status, { status: word }]);
const statusOf = async (answer: Promise<Response>): Promise<number> => (await answer).status;

describe('records of a library', () => {
  it('written with the version that is known, listed to a page that asks with a cursor, at every instance', async () => {
    const user = newUser();
    const created = await putRecord(gateway, 'a', { prompt: 'sea' }, 0, user);
    assert.equal(created.status, 201);
    assert.equal(created.headers.get('etag'), '"1"');
    assert.deepEqual(await created.json(), { kind: 'video', id: 'a', version: 1 });
    await putRecord(other, 'b', { prompt: 'wood' }, 0, user);
    const all = await changes(other, '', user);
    assert.deepEqual(all.data, [
      { kind: 'video', id: 'a', version: 1, record: { prompt: 'sea' } },
      { kind: 'video', id: 'b', version: 1, record: { prompt: 'wood' } },
    ]);
    assert.equal(await statusOf(putRecord(other, 'a', { prompt: 'lake' }, 1, user)), 200);
    const removed = await ask(gateway, 'DELETE', '/records/video/b', { user, headers: { 'if-match': '"1"' } });
    assert.equal(removed.status, 204);
    assert.equal(removed.headers.get('etag'), '"2"');
    assert.deepEqual((await changes(gateway, `?since=${all.cursor}`, user)).data, [
      { kind: 'video', id: 'a', version: 2, record: { prompt: 'lake' } },
      { kind: 'video', id: 'b', version: 2, deleted: true },
    ]);
  });

  it('in pages, of which each goes on where the last ended', async () => {
    const user = newUser();
    for (let at = 0; at < 7; at += 1) await putRecord(gateway, `n${at}`, { at }, 0, user);
    const seen: string[] = [];
    let query = '?limit=3';
    for (let more = true; more;) {
      const page = await changes(gateway, query, user);
      assert.ok(page.data.length <= 3);
      seen.push(...page.data.map(({ id }) => id));
      ({ more } = page);
      query = `?limit=3&since=${page.cursor}`;
    }
    assert.deepEqual(seen, ['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6']);
  });

  it('a stale write gets the record that is there, and changes nothing', async () => {
    const user = newUser();
    await putRecord(gateway, 'a', { n: 1 }, 0, user);
    await putRecord(gateway, 'a', { n: 2 }, 1, user);
    for (const known of [0, 1, 3]) {
      const answer = await putRecord(gateway, 'a', { n: 9 }, known, user);
      assert.equal(answer.status, 409);
      assert.equal(answer.headers.get('etag'), '"2"');
      const { code, param, type, current } = (await answer.json()) as Record<string, unknown>;
      assert.deepEqual([code, param, type], ['conflict', 'If-Match', 'invalid_request_error']);
      assert.deepEqual(current, { kind: 'video', id: 'a', version: 2, record: { n: 2 } });
    }
    const missing = await putRecord(gateway, 'none', {}, 4, user);
    assert.equal(((await missing.json()) as { current: unknown }).current, null);
    assert.equal(await statusOf(ask(gateway, 'DELETE', '/records/video/a', { user, headers: { 'if-match': '"1"' } })), 409);
    assert.deepEqual((await changes(gateway, '', user)).data[0]?.record, { n: 2 });
  });

  it('says what a request lacks', async () => {
    const put = (headers: Record<string, string>, body = '{}', path = '/records/video/a') =>
      ask(gateway, 'PUT', path, { headers: { 'content-type': 'application/json', ...headers }, body });
    await refusedWith(await put({}), 428, 'precondition_required');
    await refusedWith(await put({ 'if-match': '*' }), 400, 'invalid_value');
    await refusedWith(await put({ 'if-match': '3' }), 400, 'invalid_value');
    await refusedWith(await put({ 'if-match': '"1"', 'if-none-match': '*' }), 400, 'invalid_value');
    await refusedWith(await put({ 'if-none-match': '*' }, '[1]'), 400, 'invalid_json');
    await refusedWith(await put({ 'if-none-match': '*', 'content-type': 'text/plain' }), 400, 'content_type_not_allowed');
    await refusedWith(await put({ 'if-none-match': '*' }, '{}', '/records/Video/a'), 404, 'not_found');
    await refusedWith(await put({ 'if-none-match': '*' }, '{}', `/records/video/${'a'.repeat(201)}`), 400, 'invalid_value');
    await refusedWith(await ask(gateway, 'GET', '/changes?limit=0'), 400, 'invalid_value');
    await refusedWith(await ask(gateway, 'GET', '/changes?limit=501'), 400, 'invalid_value');
    await refusedWith(await ask(gateway, 'GET', '/changes?since=x'), 410, 'cursor_gone');
    await refusedWith(await ask(gateway, 'POST', '/changes', { body: '{}' }), 405, 'method_not_allowed');
    const large = await put({ 'if-none-match': '*' }, JSON.stringify({ text: 'x'.repeat(1024 ** 2) }));
    await refusedWith(large, 400, 'body_too_large');
  });

  it('nobody who is not logged in, and no page of another origin, is answered', async () => {
    const anonymous = new Request('http://gateway.test/v1/library/changes', { headers: { origin } });
    await refusedWith(await gateway(anonymous), 401, 'unauthorized');
    const foreign = ask(gateway, 'DELETE', '', { headers: { origin: 'https://evil.example' } });
    await refusedWith(await foreign, 403, 'origin_not_allowed');
  });

  it('without a library its paths are not there', async () => {
    const plain = gatewayTo('http://127.0.0.1:9');
    await refusedWith(await ask(plain, 'GET', '/changes'), 404, 'not_found');
  });
});

const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at & 255);

describe('files of a library', () => {
  it('come back whole and in parts, with an ETag', async () => {
    const user = newUser();
    const put = await putFile(gateway, 'a', bytes, { user });
    assert.equal(put.status, 201);
    assert.deepEqual(await put.json(), { id: 'a', object: 'file', bytes: 100_000, type: 'video/mp4' });
    const etag = put.headers.get('etag') ?? '';
    const get = (headers: Record<string, string> = {}, method = 'GET') => ask(other, method, '/files/a', { user, headers });
    const whole = await get();
    assert.equal(whole.status, 200);
    assert.equal(whole.headers.get('etag'), etag);
    assert.equal(whole.headers.get('content-type'), 'video/mp4');
    assert.equal(whole.headers.get('content-length'), '100000');
    assert.deepEqual(new Uint8Array(await whole.arrayBuffer()), bytes);
    const head = await get({}, 'HEAD');
    assert.equal(head.headers.get('content-length'), '100000');
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 1],
      ['bytes=99999-', 99_999, 100_000],
      ['bytes=-5', 99_995, 100_000],
      ['bytes=500-999999', 500, 100_000],
    ] as const) {
      const part = await get({ range });
      assert.equal(part.status, 206, range);
      assert.equal(part.headers.get('content-range'), `bytes ${start}-${end - 1}/100000`);
      assert.deepEqual(new Uint8Array(await part.arrayBuffer()), bytes.slice(start, end));
    }
    const beyond = await get({ range: 'bytes=100000-' });
    assert.equal(beyond.headers.get('content-range'), 'bytes */100000');
    await refusedWith(beyond, 416, 'range_not_satisfiable');
    await refusedWith(await get({ range: 'bytes=0-1,5-6' }), 400, 'invalid_range');
    assert.equal((await get({ 'if-none-match': etag })).status, 304);
    assert.equal((await get({ range: 'bytes=0-0', 'if-range': '"another"' })).status, 200);
    assert.equal((await get({ range: 'bytes=0-0', 'if-range': etag })).status, 206);
  });

  it('are replaced and removed, and nothing of them is left in the store', async () => {
    const user = newUser();
    const first = await putFile(gateway, 'a', bytes, { user });
    await refusedWith(await putFile(gateway, 'a', bytes, { user, 'if-none-match': '*' }), 412, 'file_exists');
    const second = await putFile(gateway, 'a', bytes.slice(1), { user });
    assert.notEqual(second.headers.get('etag'), first.headers.get('etag'));
    assert.equal((await (await ask(gateway, 'GET', '/files/a', { user })).arrayBuffer()).byteLength, 99_999);
    assert.equal(await statusOf(ask(gateway, 'DELETE', '/files/a', { user })), 204);
    await refusedWith(await ask(gateway, 'DELETE', '/files/a', { user }), 404, 'file_not_exist');
    await refusedWith(await ask(gateway, 'GET', '/files/a', { user }), 404, 'file_not_exist');
  });

  it('take pictures, video and sound only', async () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/pdf', 'application/json'])
      await refusedWith(await putFile(gateway, 'a', bytes, { 'content-type': type }), 400, 'content_type_not_allowed');
    await refusedWith(await putFile(gateway, 'a', new Uint8Array()), 400, 'invalid_body');
    await refusedWith(await putFile(gateway, 'a', bytes, { 'if-match': '"x"' }), 400, 'invalid_value');
  });

  it('of 40 MB pass over a socket of ours with little memory, and one that breaks off leaves nothing', async () => {
    const user = newUser();
    const served = await serve(gateway, { port: 0 });
    const piece = new Uint8Array(100_000).fill(7);
    let pieces = 0;
    let most = 0;
    const before = process.memoryUsage().arrayBuffers;
    const body = (end: number, fails = false) =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          most = Math.max(most, process.memoryUsage().arrayBuffers - before);
          pieces += 1;
          if (pieces <= end) controller.enqueue(piece);
          else if (fails) controller.error(new Error('It broke off.'));
          else controller.close();
        },
      });
    const send = (stream: ReadableStream<Uint8Array>, id: string) =>
      fetch(`${served.url}/v1/library/files/${id}`, {
        method: 'PUT',
        headers: { cookie: `user=${user}`, origin, 'content-type': 'video/mp4' },
        body: stream,
        duplex: 'half',
      } as RequestInit);
    const put = await send(body(400), 'large');
    assert.deepEqual(((await put.json()) as { bytes: number }).bytes, 40_000_000);
    assert.ok(most < 32 * 1024 ** 2, `${most} bytes were held`);
    pieces = 0;
    await assert.rejects(send(body(20, true), 'broken'));
    await refusedWith(await ask(gateway, 'GET', '/files/broken', { user }), 404, 'file_not_exist');
    await served.close();
  });
});

describe('events of a library', () => {
  it('tell the other pages of the user, through whichever instance, and nobody else', async () => {
    const [user, stranger] = [newUser(), newUser()];
    const mine = await ask(other, 'GET', '/events', { user });
    const theirs = await ask(other, 'GET', '/events', { user: stranger });
    assert.equal(mine.headers.get('content-type'), 'text/event-stream');
    await putRecord(gateway, 'a', {}, 0, user);
    await putRecord(gateway, 'b', {}, 0, stranger);
    const { cursor } = await changes(gateway, '', user);
    const heard = await heardUntil(mine, (text) => text.includes('changed'));
    assert.match(heard, /^retry: 2000\nevent: ready\ndata: \{\}\n\n/);
    assert.ok(heard.endsWith(`event: changed\ndata: {"cursor":"${cursor}"}\n\n`), heard);
    const foreign = await heardUntil(theirs, (text) => text.includes('changed'));
    assert.ok(!foreign.includes(cursor), foreign);
  });

  it('end when the user is revoked, and when the gateway drains', async () => {
    const user = newUser();
    const instance = site.gateway();
    const revoked = await ask(instance, 'GET', '/events', { user });
    await instance.revoke(user);
    assert.ok((await heardUntil(revoked, () => false)).includes('ready'));
    const drained = await ask(instance, 'GET', '/events', { user });
    instance.drain();
    assert.ok((await heardUntil(drained, () => false)).includes('ready'));
  });

  it('end within a heartbeat when the user is revoked on another instance', async () => {
    const [user, state] = [newUser(), memoryState()];
    const [here, there] = [site.gateway({ state }), site.gateway({ state, limits: { sockets: { heartbeatMs: 50 } } })];
    const [revoked, stranger] = [await ask(there, 'GET', '/events', { user }), await ask(there, 'GET', '/events', { user: newUser() })];
    await here.revoke(user);
    assert.ok((await heardUntil(revoked, () => false)).includes('ready'));
    // The other stream goes on, and one that begins after the revocation does too.
    const again = await ask(there, 'GET', '/events', { user });
    for (const open of [stranger, again]) assert.match(await heardUntil(open, (text) => text.includes(':\n\n:\n\n')), /:\n\n:\n\n$/);
  });

  it('of one user are 16 at most', async () => {
    const user = newUser();
    const answers = [];
    for (let at = 0; at < 17; at += 1) answers.push(await ask(gateway, 'GET', '/events', { user }));
    await refusedWith(answers.at(-1) as Response, 429, 'too_many_streams');
    for (const answer of answers) await answer.body?.cancel().catch(() => {});
    const again = await ask(gateway, 'GET', '/events', { user });
    assert.equal(again.status, 200);
    await again.body?.cancel();
  });
});

describe('deletion of a library', () => {
  it('leaves no record, no file and no cursor, and tells the other pages', async () => {
    const user = newUser();
    await putRecord(gateway, 'a', {}, 0, user);
    await putFile(gateway, 'f', bytes, { user });
    const { cursor } = await changes(gateway, '', user);
    const events = await ask(other, 'GET', '/events', { user });
    assert.equal(await statusOf(ask(gateway, 'DELETE', '', { user })), 204);
    assert.match(await heardUntil(events, (text) => text.includes('changed')), /event: changed\ndata: \{\}\n\n$/);
    assert.deepEqual((await changes(other, '', user)).data, []);
    await refusedWith(await ask(gateway, 'GET', '/files/f', { user }), 404, 'file_not_exist');
    await refusedWith(await ask(gateway, 'GET', `/changes?since=${cursor}`, { user }), 410, 'cursor_gone');
  });
});

describe('what is said of a library', () => {
  it('in the log by templates, and in the audit of deletions, exports and refusals', async () => {
    const user = newUser();
    const log: GatewayLogEntry[] = [];
    const audit: AuditEvent[] = [];
    const watched = site.gateway({ log: (entry) => log.push(entry), audit: (event) => audit.push(event), logUser: 'plain' });
    await putRecord(watched, 'secret-id', { prompt: 'secret prompt' }, 0, user);
    await putFile(watched, 'secret-file', bytes, { user });
    await ask(watched, 'DELETE', '/records/video/secret-id', { user, headers: { 'if-match': '"1"' } });
    await (await ask(watched, 'GET', '/export', { user })).arrayBuffer();
    await ask(watched, 'DELETE', '', { user });
    await ask(watched, 'GET', '/changes?since=x', { user });
    assert.deepEqual(
      log.map((entry) => entry.path.slice('/v1/library'.length)),
      ['/records/{kind}/{id}', '/files/{id}', '/records/{kind}/{id}', '/export', '', '/changes'],
    );
    assert.ok(!JSON.stringify(log).includes('secret'));
    assert.deepEqual(
      audit.map((event) => [event.type, event.user, 'id' in event ? event.id : undefined]),
      [
        ['deleted', user, 'secret-id'],
        ['exported', user, undefined],
        ['deleted', user, undefined],
        ['refused', user, undefined],
      ],
    );
  });

  it('while its records cannot be reached the answer is 503, and all else is answered', async () => {
    const { records } = await librarySite();
    await records.close();
    const away = site.gateway({ library: { records, files: site.files } });
    await isReadyAs(await away.ready(), 503, 'library_unreachable');
    await isReadyAs(await site.gateway().ready(), 200, 'ok');
    for (const [method, path] of [
      ['GET', '/changes'],
      ['GET', '/events'],
      ['GET', '/files/a'],
      ['DELETE', ''],
    ] as const) {
      const answer = await ask(away, method, path);
      assert.equal(answer.headers.get('retry-after'), '2');
      await refusedWith(answer, 503, 'library_unavailable');
    }
    await refusedWith(await putFile(away, 'a', bytes), 503, 'library_unavailable');
    assert.equal((await away.health()).status, 200);
  });
});

// Links to one video or conversation: they show it to everyone who has them, and nothing else to anybody.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import type { AuditEvent, Gateway, GatewayLogEntry } from 'voxreel/server';

import { refusedWith } from '../gateway-client.js';
import { ask, changes, librarySite, putFile, putRecord, type LibrarySite } from './library-client.js';
import { endServers } from './stores.js';

const publicUrl = 'https://video.example.org';
const film = new Uint8Array(50_000).fill(3);
const logged: GatewayLogEntry[] = [];
const audited: AuditEvent[] = [];
let site: LibrarySite;
let gateway: Gateway;
let other: Gateway;
before(async () => {
  site = await librarySite();
  gateway = site.gateway({ publicUrl, log: (entry) => void logged.push(entry), audit: (event) => void audited.push(event) });
  other = site.gateway({ publicUrl });
  await putRecord(gateway, 'film', { prompt: 'a secret prompt', outputs: [{ url: 'https://x', libraryFile: 'film-0' }] });
  await putFile(gateway, 'film-0', film);
  await putFile(gateway, 'private', film);
});
after(async () => {
  await site.end();
  await endServers();
});

interface Made {
  readonly token: string;
  readonly url: string;
}
const json = { 'content-type': 'application/json' };
const post = (body: unknown, user = 'ann', by = gateway) => ask(by, 'POST', '/shares', { user, headers: json, body: JSON.stringify(body) });
async function share(body: object = {}): Promise<Made> {
  const answer = await post({ kind: 'video', id: 'film', ...body });
  assert.equal(answer.status, 201, await answer.clone().text());
  return (await answer.json()) as Made;
}
/** Anybody, from any page, without a login. */
const visit = (path: string, headers: Record<string, string> = {}, method = 'GET', by = other) =>
  by(new Request(`http://gateway.test/v1/shared/${path}`, { method, headers: { 'sec-fetch-site': 'cross-site', ...headers } }));
const page = { accept: 'text/html,application/xhtml+xml' };
const gone = async (path: string) => refusedWith(await visit(path), 404, 'share_not_exist');

describe('a share', () => {
  it('plays its video to everyone who has the link, on every instance, with ranges', async () => {
    const { token, url } = await share();
    assert.equal(url, `${publicUrl}/v1/shared/${token}`);
    assert.match(token, /^[\w-]{32}$/);
    assert.deepEqual(await (await visit(token)).json(), {
      object: 'share',
      kind: 'video',
      title: '',
      files: [{ url: `/v1/shared/${token}/files/0`, type: 'video/mp4' }],
      transcript: [],
    });
    const file = await visit(`${token}/files/0`);
    assert.equal((await file.arrayBuffer()).byteLength, film.byteLength);
    const part = await visit(`${token}/files/0`, { range: 'bytes=10-19' });
    assert.deepEqual([part.status, (await part.arrayBuffer()).byteLength], [206, 10]);
  });

  it('is a page without a script, which no search engine lists and no site frames', async () => {
    const { token } = await share({ title: '</title><script>alert(1)</script>' });
    const answer = await visit(token, page);
    const html = await answer.text();
    assert.match(html, new RegExp(`<video [^>]*src="/v1/shared/${token}/files/0"`));
    assert.ok(!/<script/i.test(html) && html.includes('&lt;script&gt;'));
    assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'; .*frame-ancestors 'none'/);
    for (const found of [answer, await visit(token), await visit(`${token}/files/0`)]) {
      assert.match(found.headers.get('x-robots-tag') ?? '', /noindex/);
      assert.equal(found.headers.get('referrer-policy'), 'no-referrer');
      if (!found.bodyUsed) await found.arrayBuffer();
    }
    assert.match(await (await visit(token, { ...page, 'accept-language': 'ar-EG,en;q=0.5' })).text(), /<html lang="ar" dir="rtl">/);
  });

  it('has the elements where the site names their script, from the origin of that alone', async () => {
    const { token } = await share();
    for (const [script, source] of [
      ['/cdn/shared-view.js', "'self'"],
      ['https://cdn.example/voxreel/shared-view.js?a="b', 'https://cdn.example'],
    ] as const) {
      const withScript = site.gateway({ publicUrl }, { shareScript: script });
      const answer = await visit(token, page, 'GET', withScript);
      const address = script.replaceAll('"', '&quot;');
      assert.ok((await answer.text()).includes(`<script type="module" crossorigin src="${address}"></script>`));
      const policy = answer.headers.get('content-security-policy') ?? '';
      assert.ok(policy.startsWith(`default-src 'none'; script-src ${source};`), policy);
      assert.ok(
        !(await (await visit('x'.repeat(32), page, 'GET', withScript)).text()).includes('<script'),
        'nothing of it where a link has ended',
      );
    }
  });

  it('of a conversation shows the words that its owner gave, and not the record', async () => {
    await ask(gateway, 'PUT', '/records/conversation/talk', { headers: { ...json, 'if-none-match': '*' }, body: '{"events":["secret"]}' });
    const transcript = [
      { role: 'user', text: '<b>Hello</b>', secret: 1 },
      { role: 'assistant', text: 'Hi.' },
    ];
    const { token } = await share({ kind: 'conversation', id: 'talk', transcript });
    const said = await (await visit(token)).text();
    assert.ok(!said.includes('secret'));
    assert.deepEqual(
      (JSON.parse(said) as { transcript: unknown }).transcript,
      transcript.map(({ role, text }) => ({ role, text })),
    );
    assert.match(await (await visit(token, page)).text(), /<dt class="user">Person<\/dt><dd dir="auto">&lt;b&gt;Hello&lt;\/b&gt;<\/dd>/);
  });

  it('counts its visits, which its owner alone can list', async () => {
    const { token } = await share();
    for (const headers of [{}, page]) await (await visit(token, headers)).text();
    for (const path of [token, `${token}/files/0`]) await visit(path, {}, 'HEAD');
    const list = async (user: string) =>
      ((await (await ask(gateway, 'GET', '/shares', { user })).json()) as { data: { token: string; visits: number }[] }).data;
    assert.equal((await list('ann')).find((one) => one.token === token)?.visits, 2);
    assert.deepEqual(await list('bob'), []);
  });

  it('says when it ends, where it does, to the one who makes it and in the list', async () => {
    const made = [await share({ expires_in: 60 }), await share()] as readonly (Made & { readonly expires_at?: number })[];
    const { data } = (await (await ask(gateway, 'GET', '/shares')).json()) as { data: readonly (Made & { expires_at?: number })[] };
    const listed = made.map(({ token }) => data.find((one) => one.token === token));
    assert.deepEqual(
      listed.map((one) => one?.expires_at),
      made.map((one) => one.expires_at),
    );
    const [short, long] = made.map((one) => one.expires_at);
    assert.equal(long, undefined);
    assert.ok(Math.abs(Number(short) - Date.now() - 60_000) < 30_000, `${short}`);
  });

  it('ends when its owner says so, at once and everywhere', async () => {
    const { token } = await share();
    await refusedWith(await ask(other, 'DELETE', `/shares/${token}`, { user: 'bob' }), 404, 'share_not_exist');
    assert.equal((await visit(token)).status, 200);
    assert.equal((await ask(other, 'DELETE', `/shares/${token}`)).status, 204);
    await gone(token);
    await gone(`${token}/files/0`);
    const ended = await visit(token, page);
    assert.deepEqual([ended.status, (await ended.text()).includes('has ended')], [404, true]);
  });

  it('ends with its time, its record, and the library', async () => {
    const user = 'end';
    await putRecord(gateway, 'film', { outputs: [{ libraryFile: 'f' }] }, 0, user);
    await putFile(gateway, 'f', film, { user });
    const make = async (body: object = {}) => ((await (await post({ kind: 'video', id: 'film', ...body }, user)).json()) as Made).token;
    const [short, withRecord] = [await make({ expires_in: 60 }), await make()];
    const database = site.records.shares ?? assert.fail();
    assert.ok((await database.open(short, false))?.expiresAt);
    await database.add(user, { token: 'expired', kind: 'video', id: 'film', data: '{}', expiresAt: Date.now() - 1 }, 10);
    await gone('expired');
    await ask(gateway, 'DELETE', '/records/video/film', { user, headers: { 'if-match': '"1"' } });
    await gone(withRecord);
    await putRecord(gateway, 'film', { outputs: [{ libraryFile: 'f' }] }, 0, user);
    await gone(withRecord);
    // It went with its record.
    await putFile(gateway, 'f', film, { user });
    const withLibrary = await make();
    assert.equal((await visit(withLibrary)).status, 200);
    await ask(gateway, 'DELETE', '', { user });
    await gone(withLibrary);
  });

  it('shows nothing of a file that was deleted', async () => {
    await putFile(gateway, 'short-lived', film);
    const { token } = await share({ files: ['short-lived'] });
    await ask(gateway, 'DELETE', '/files/short-lived');
    assert.deepEqual(((await (await visit(token)).json()) as { files: unknown[] }).files, []);
    assert.equal((await visit(`${token}/files/0`)).status, 404);
  });

  it('leaves its token in no log, and is in the audit', async () => {
    const { token } = await share();
    await (await visit(token, {}, 'GET', gateway)).text();
    await ask(gateway, 'DELETE', `/shares/${token}`);
    assert.ok(!JSON.stringify([logged, audited]).includes(token));
    const paths = logged.map(({ path }) => path);
    assert.ok(paths.includes('/v1/shared/{token}') && paths.includes('/v1/library/shares/{token}'));
    assert.ok(audited.some((event) => event.type === 'shared' && event.id === 'film'));
    assert.ok(audited.some((event) => event.type === 'deleted' && event.path === '/v1/library/shares/{token}'));
  });
});

describe('a share refuses', () => {
  it('whatever is not its own', async () => {
    const { token } = await share();
    for (const path of [
      `${token}/files/1`,
      `${token}/files/99`,
      'x'.repeat(32),
      `${token.slice(0, -1)}${token.endsWith('_') ? '-' : '_'}`,
      `${token}'--`,
      '%00',
      `${token}/files/0/..`,
    ])
      assert.equal((await visit(path)).status, 404, path);
    for (const path of [`${token}/../library/changes`, `${token}/files/../../../library/export`, `${token}/files/private`])
      assert.ok([400, 401, 403, 404].includes((await visit(path)).status), path);
    for (const method of ['POST', 'PUT', 'DELETE']) await refusedWith(await visit(token, {}, method), 405, 'method_not_allowed');
    assert.equal((await visit(`${token}/files/0`, { range: 'bytes=0-1,5-6' })).status, 400);
    assert.equal((await visit(`${token}/files/0`, { range: 'bytes=900000-' })).status, 416);
  });

  it('records and files of somebody else as if they were not there', async () => {
    await putRecord(gateway, 'other', { outputs: [] }, 0, 'bob');
    await putRecord(gateway, 'mine', { outputs: [] }, 0, 'thief');
    await putFile(gateway, 'thief-file', film, { user: 'thief' });
    for (const id of ['film', 'nobody-has-this'])
      await refusedWith(await post({ kind: 'video', id, files: ['thief-file'] }, 'thief'), 404, 'record_not_exist');
    for (const file of ['private', 'nobody-has-this'])
      await refusedWith(await post({ kind: 'video', id: 'mine', files: [file] }, 'thief'), 404, 'file_not_exist');
    await refusedWith(await post({ kind: 'video', id: 'mine' }, 'thief'), 400, 'nothing_to_share');
    assert.equal((await changes(gateway, '', 'thief')).data.length, 1);
  });

  it('what it cannot read, and a site without a public address', async () => {
    for (const [body, param] of [
      [{ kind: 'draft', id: 'film' }, 'kind'],
      [{ kind: 'video' }, 'id'],
      [{ kind: 'video', id: 'film', title: 'x'.repeat(201) }, 'title'],
      [{ kind: 'video', id: 'film', files: [1] }, 'files'],
      [{ kind: 'video', id: 'film', expires_in: 1 }, 'expires_in'],
      [{ kind: 'video', id: 'film', expires_in: '60' }, 'expires_in'],
      [{ kind: 'conversation', id: 'talk' }, 'transcript'],
      [{ kind: 'conversation', id: 'talk', transcript: [{ role: 'system', text: '' }] }, 'transcript'],
    ] as const) {
      const answer = await post(body);
      assert.deepEqual([answer.status, ((await answer.json()) as { param: string }).param], [400, param]);
    }
    await refusedWith(await post({ kind: 'video', id: 'film' }, 'ann', site.gateway()), 400, 'shares_not_available');
    const foreign = { 'content-type': 'application/json', origin: 'https://evil.example' };
    assert.equal((await ask(gateway, 'POST', '/shares', { headers: foreign, body: '{}' })).status, 403);
  });

  it('too many visits from one address', async () => {
    const { token } = await share();
    const strict = site.gateway({ publicUrl, address: () => '203.0.113.9', limits: { perAddress: { requests: 3, perMs: 60_000 } } });
    const statuses = [];
    for (let at = 0; at < 5; at += 1) statuses.push((await visit(token, {}, 'GET', strict)).status);
    assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
  });
});

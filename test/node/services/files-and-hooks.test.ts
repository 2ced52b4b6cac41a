// Bytes and announcements that go around JSON: results that need the key, uploads, webhooks.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import { VoxreelError } from 'voxreel';
import type { ServiceVideo } from 'voxreel';
import { contentUrl, failed, processing, succeeded, textAt } from 'voxreel/services';

import { setWayOut, type WayOutInit } from '../../../src/server/way-out.js';
import { ask, create, created, jsonOf, makerKey, makerUrl, scriptedMaker, siteWith, videos } from './scripted-service.js';

describe('results that need the key', () => {
  let undo: () => void;
  let fetched: { readonly url: string; readonly headers: Record<string, string>; readonly publicOnly: boolean }[] = [];
  let answer: (url: string, init: WayOutInit) => Response;
  const film = new Uint8Array([1, 2, 3, 4]);
  const asFilm = (): Response => new Response(film, { headers: { 'content-type': 'video/mp4' } });
  before(() => {
    undo = setWayOut(async (url, init) => {
      fetched.push({ url, headers: init.headers, publicOnly: init.publicOnly === true });
      return answer(url, init);
    });
  });
  after(() => undo());
  beforeEach(() => {
    fetched = [];
    answer = asFilm;
  });

  const withKey = (url = `${makerUrl}/jobs/job-1/content`) => {
    const maker = scriptedMaker();
    const video: Partial<ServiceVideo> = {
      query: async ({ id }) => succeeded(id, [{ url: contentUrl(0) }, { url: contentUrl(1) }]),
      content: async (_task, index) => ({ url: `${url}?index=${index}`, headers: { authorization: `Bearer ${makerKey}` } }),
    };
    return siteWith([maker.service({}, video)]);
  };

  it('are played through the gateway, with the key and a range', async () => {
    const site = withKey();
    const id = await created(site);
    const { url, outputs } = (await jsonOf(await ask(site, `${videos}/${id}`))) as {
      readonly url: string;
      readonly outputs: readonly { readonly url: string }[];
    };
    assert.deepEqual(
      [url, ...outputs.map((output) => output.url)],
      [`${videos}/${id}/content/0`, `${videos}/${id}/content/0`, `${videos}/${id}/content/1`],
    );
    answer = () =>
      new Response(film.subarray(1, 3), { status: 206, headers: { 'content-type': 'video/mp4', 'content-range': 'bytes 1-2/4' } });
    const played = await ask(site, `${videos}/${id}/content/1`, { headers: { range: 'bytes=1-2' } });
    assert.deepEqual(
      [played.status, played.headers.get('content-range'), [...new Uint8Array(await played.arrayBuffer())]],
      [206, 'bytes 1-2/4', [2, 3]],
    );
    const [{ headers, url: from } = { headers: {} as Record<string, string>, url: '' }] = fetched;
    assert.deepEqual(
      [from, headers['authorization'], headers['range']],
      [`${makerUrl}/jobs/job-1/content?index=1`, `Bearer ${makerKey}`, 'bytes=1-2'],
    );
  });

  it('the key passes no redirect, and the place it leads to has to be public', async () => {
    const site = withKey();
    const id = await created(site);
    answer = (url) =>
      url.startsWith(makerUrl) ? new Response(null, { status: 302, headers: { location: 'https://cdn.example.org/a.mp4' } }) : asFilm();
    const film = await ask(site, `${videos}/${id}/content/0`);
    // Unread, it would keep its clock running.
    await film.body?.cancel();
    assert.equal(film.status, 200);
    assert.deepEqual(
      fetched.map(({ url, headers, publicOnly }) => [new URL(url).host, headers['authorization'], publicOnly]),
      [
        ['api.maker.example', `Bearer ${makerKey}`, false],
        ['cdn.example.org', undefined, true],
      ],
    );
    fetched = [];
    answer = (url) => (url.includes('job-1') ? new Response(null, { status: 302, headers: { location: `${makerUrl}/other` } }) : asFilm());
    await (await ask(site, `${videos}/${id}/content/0`)).body?.cancel();
    assert.deepEqual(
      fetched.map(({ headers }) => headers['authorization']),
      [`Bearer ${makerKey}`, undefined],
      'not even to the maker itself',
    );
    for (const location of ['http://169.254.169.254/latest', 'http://api.maker.example/', 'https://127.0.0.1/']) {
      answer = (url) => (url.startsWith(makerUrl) ? new Response(null, { status: 302, headers: { location } }) : asFilm());
      assert.equal((await ask(site, `${videos}/${id}/content/0`)).status, 502, location);
    }
  });

  it('a service that points elsewhere sends no key there', async () => {
    const site = withKey('https://elsewhere.example/film');
    const id = await created(site);
    await (await ask(site, `${videos}/${id}/content/0`)).body?.cancel();
    assert.deepEqual(
      fetched.map(({ headers, publicOnly }) => [headers['authorization'], publicOnly]),
      [[undefined, true]],
    );
  });
});

describe('uploads', () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
  const taking = () => {
    const maker = scriptedMaker();
    const files: File[] = [];
    const service = maker.service({}, { upload: async (file) => (files.push(file), { reference: `maker://file-${files.length}` }) });
    const upload = (site: ReturnType<typeof siteWith>, more: Parameters<typeof ask>[2] = {}) =>
      ask(site, '/v1/files?model=maker-1', { body: png, headers: { 'content-type': 'image/png' }, ...more });
    return { maker, files, service, upload };
  };
  const idOf = async (answer: Response): Promise<string> => String((await jsonOf(answer))['id']);

  it('bring a file to the maker once, and name it in requests of the same user alone', async () => {
    const { maker, files, service, upload } = taking();
    const site = siteWith([service]);
    const id = await idOf(await upload(site));
    assert.deepEqual([files[0]?.type, files[0]?.size], ['image/png', 4]);
    assert.ok(!Buffer.from(id.slice(5), 'base64url').toString('latin1').includes('maker://'), 'the page cannot read the reference');
    await created(site, { image: id, metadata: { end_image_url: id, style: 'wide' } });
    const sent = JSON.parse(maker.called[0]?.body ?? '') as { readonly image: string; readonly metadata: object };
    assert.deepEqual([sent.image, sent.metadata], ['maker://file-1', { end_image_url: 'maker://file-1', style: 'wide' }]);
    maker.called.length = 0;
    assert.equal((await jsonOf(await create(site, { image: id }, { user: 'bob' })))['code'], 'file_not_exist');
    assert.equal((await jsonOf(await create(site, { image: `${id.slice(0, -2)}AA` })))['code'], 'file_not_exist');
    assert.equal(maker.called.length, 0);
  });

  it('lie with one service: a request that names one is made by no other', async () => {
    const [one, other] = [taking(), taking()];
    const site = siteWith([one.service, { ...other.service, id: 'other' }]);
    const id = await idOf(await one.upload(site));
    one.maker.answer = () => new Response('', { status: 503 });
    assert.equal((await create(site, { image: id })).status, 503);
    assert.equal(other.maker.called.length, 0, 'it does not have the file');
  });

  it('are pictures, films and sound of a fair size, for a model that takes them', async () => {
    const { service, upload } = taking();
    const site = siteWith([service, scriptedMaker().service({ id: 'inline', models: [{ model: 'inline', kind: 'video' }] })], {
      limits: { fileBytes: 10 },
    });
    const code = async (more: Parameters<typeof ask>[2], path = '/v1/files?model=maker-1') =>
      (await jsonOf(await ask(site, path, { body: png, headers: { 'content-type': 'image/png' }, ...more })))['code'];
    assert.equal((await upload(site)).status, 200);
    for (const type of ['audio/mpeg', 'video/mp4', 'Image/PNG ; name=boat'])
      assert.equal(await code({ headers: { 'content-type': type } }), undefined, type);
    assert.equal(await code({ headers: { 'content-type': 'image/svg+xml' } }), 'content_type_not_allowed');
    assert.equal(await code({ body: new Uint8Array(11) }), 'body_too_large');
    assert.equal(await code({ body: new Uint8Array(0) }), 'invalid_body');
    assert.equal(await code({}, '/v1/files'), 'missing_field');
    assert.equal(await code({}, '/v1/files?model=inline'), 'upload_not_supported');
    assert.equal(await code({ user: '' }), 'unauthorized');
  });
});

describe('announcements', () => {
  const announcing = (publicUrl?: string) => {
    const maker = scriptedMaker();
    let callback: string | undefined;
    const service = maker.service(
      {},
      {
        create: async (_request, outside) => {
          callback = outside.callback;
          return processing('job-1');
        },
        query: async ({ id }, outside) => {
          await outside.fetch(`${makerUrl}/jobs/${id}`);
          return processing(id);
        },
        async webhook(request) {
          const body: unknown = await request.json();
          if (request.headers.get('x-maker-signature') !== 'right') throw new VoxreelError('unauthorized', 'The signature is not right.');
          if (textAt(body, 'challenge') !== undefined) return Response.json(body);
          const url = textAt(body, 'url');
          if (textAt(body, 'state') === 'ready') return { taskId: 'job-1', reading: { taskId: 'job-1', status: 'succeeded', outputs: [] } };
          return {
            taskId: 'job-1',
            reading: url === undefined ? failed('job-1', { message: 'It broke.' }) : succeeded('job-1', [{ url }]),
          };
        },
      },
    );
    const site = siteWith([service], publicUrl === undefined ? {} : { publicUrl });
    /** As a maker calls: no cookie, no origin. */
    const announce = (path: string, body: object, signature = 'right') =>
      site(
        new Request(`http://gateway.test${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'x-maker-signature': signature, 'content-type': 'application/json' },
        }),
      );
    return { maker, site, announce, path: () => new URL(callback ?? 'http://none/').pathname, callback: () => callback };
  };

  it('come to an address of the site that names neither user nor task', async () => {
    const { site, callback } = announcing('https://video.example.org/');
    await created(site);
    assert.match(callback() ?? '', /^https:\/\/video\.example\.org\/v1\/hooks\/[\w-]+$/);
    const without = announcing();
    await created(without.site);
    assert.equal(without.callback(), undefined);
  });

  it('are what the next query says, and the maker is asked no more', async () => {
    const { maker, site, announce, path } = announcing('https://video.example.org');
    const id = await created(site);
    const asked = async () => (await jsonOf(await ask(site, `${videos}/${id}`)))['status'];
    assert.deepEqual([await asked(), await asked(), await asked()], ['processing', 'processing', 'processing']);
    assert.equal(maker.called.length, 1, 'polling pauses');
    assert.equal((await announce(path(), { url: 'https://cdn.example.org/a.mp4' })).status, 204);
    assert.equal(await asked(), 'succeeded');
    assert.equal(maker.called.length, 1);
  });

  it('may say that a video is ready and not yet where it is', async () => {
    const { site, announce, path } = announcing('https://video.example.org');
    const id = await created(site);
    assert.equal((await announce(path(), { state: 'ready' })).status, 204);
    assert.equal((await jsonOf(await ask(site, `${videos}/${id}`)))['status'], 'succeeded');
  });

  it('are believed as soon as the service has verified them, and never before', async () => {
    const { site, announce, path } = announcing('https://video.example.org');
    const id = await created(site);
    const forged = await announce(path(), { url: 'https://evil.example/a.mp4' }, 'wrong');
    assert.deepEqual([forged.status, (await jsonOf(forged))['code']], [401, 'unauthorized']);
    assert.equal((await jsonOf(await ask(site, `${videos}/${id}`)))['status'], 'processing');
    const garbled = await site(new Request(`http://gateway.test${path()}`, { method: 'POST', body: '{' }));
    assert.deepEqual([garbled.status, (await jsonOf(garbled))['code']], [502, 'upstream_error'], 'no forgery');
    assert.equal((await announce('/v1/hooks/made-up', {})).status, 404);
    assert.equal((await announce(`${path().slice(0, -2)}AA`, {})).status, 404);
    assert.deepEqual(await (await announce(path(), { challenge: 'prove it' })).json(), { challenge: 'prove it' });
    assert.equal((await ask(site, path())).status, 405);
  });
});

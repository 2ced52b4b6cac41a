// The guide "Add a service" holds: its service has at most thirty lines, makes a video through the gateway, is recorded, and passes the check it shows.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import type { Service, ServiceOptions, ServiceVideo, StatusWords } from 'voxreel/services';
import { checkService } from 'voxreel/testing';
import type { ServiceRecording } from 'voxreel/testing';

import { assertShort, guideFile } from './guides/guide-file.js';
import { created, ask, jsonOf, makerUrl, scriptedMaker, siteWith, videos } from './services/scripted-service.js';
import { userFolder } from './user-folder.js';

const guide = readFileSync('stories/guides/write-a-service.mdx', 'utf8');
const key = 'acme-key-0123456789';
const fileIn = (name: string): string => guideFile('write-a-service', name);

describe('the guide for authors of services', () => {
  const folder = userFolder('service-guide');
  /** The maker: what it was asked, and how often for each job. */
  const asked: { readonly path: string; readonly login: string; readonly body: string }[] = [];
  const jobs = new Map<string, number>();
  let maker: Server;
  let baseUrl: string;

  before(async () => {
    for (const name of ['acme.js', 'acme.gateway.js', 'acme.try.js', 'acme.service.js', 'acme.check.js', 'acme.result.js'])
      writeFileSync(join(folder, name), fileIn(name));
    maker = createServer((request, response) => {
      void (async () => {
        let body = '';
        for await (const piece of request) body += String(piece);
        const { url: path = '', method } = request;
        asked.push({ path, login: request.headers.authorization ?? '', body });
        const id = method === 'POST' ? randomUUID() : path.slice(path.lastIndexOf('/') + 1);
        const times = jobs.get(id) ?? 0;
        jobs.set(id, times + 1);
        const state = ['queued', 'running', 'done'][times];
        const video = state === 'done' ? { url: 'https://cdn.acme.example/heron.mp4', width: 1280, height: 720 } : undefined;
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ job: { id, state, video } }));
      })();
    });
    await new Promise<void>((listening) => maker.listen(0, '127.0.0.1', listening));
    baseUrl = `http://127.0.0.1:${(maker.address() as AddressInfo).port}`;
  });
  after(() => {
    maker.closeAllConnections();
    maker.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const open = async (): Promise<Service> => {
    const { acme } = (await import(pathToFileURL(join(folder, 'acme.js')).href)) as { acme(options: ServiceOptions): Service };
    return acme({ apiKey: key, baseUrl });
  };
  const env = () => ({ PATH: process.env['PATH'] ?? '', ACME_KEY: key, ACME_BASE_URL: baseUrl });

  it('shows a whole service in at most thirty lines', () => {
    assertShort(fileIn('acme.js'), 30, 140);
  });

  it('makes a video through the gateway, and keeps the key from the page', async () => {
    const gateway = siteWith([await open()]);
    const more = {
      model: 'acme-1',
      duration: 4,
      image: 'https://www.example.org/fox.png',
      metadata: { style: 'film', model: 'acme-dear' },
    };
    const id = await created(gateway, more);
    assert.deepEqual(JSON.parse(asked[0]?.body ?? ''), {
      style: 'film',
      model: 'acme-1',
      prompt: 'a fox',
      seconds: 4,
      image: 'https://www.example.org/fox.png',
    });
    assert.equal(asked[0]?.login, `Bearer ${key}`);
    assert.equal((await jsonOf(await ask(gateway, `${videos}/${id}`)))['status'], 'processing');
    const { status, url } = await jsonOf(await ask(gateway, `${videos}/${id}`));
    assert.deepEqual([status, url], ['succeeded', 'https://cdn.acme.example/heron.mp4']);
  });

  it('asks a second address for the result, and tells a video that failed from an answer that says nothing', async () => {
    const { queryTwice } = (await import(pathToFileURL(join(folder, 'acme.result.js')).href)) as {
      queryTwice(parts: { jobs: string; headers: Record<string, string>; words: StatusWords }): ServiceVideo['query'];
    };
    const service = scriptedMaker();
    const jobs = `${makerUrl}/jobs`;
    const query = queryTwice({ jobs, headers: {}, words: { running: 'processing', done: 'succeeded' } });
    const gateway = siteWith([service.service({}, { query })]);
    const id = await created(gateway, { model: 'maker-1' });
    const said = async (state: string, result: Response): Promise<unknown> => {
      service.answer = ({ url }) => (url.endsWith('/status') ? Response.json({ state }) : result);
      const { status, url, error, message } = await jsonOf(await ask(gateway, `${videos}/${id}`));
      return [status, url ?? (error as { readonly message?: string } | undefined)?.message ?? message];
    };
    const link = 'https://cdn.maker.example/heron.mp4';
    assert.deepEqual(await said('running', Response.json({})), ['processing', undefined]);
    assert.deepEqual(await said('done', Response.json({ error: 'Try later.' }, { status: 500 })), [undefined, 'Try later.']);
    assert.deepEqual(await said('done', Response.json({ detail: 'No herons.' }, { status: 422 })), ['failed', 'No herons.']);
    assert.deepEqual(await said('done', Response.json({ video: { url: link } })), ['succeeded', link]);
  });

  it('makes a video by the script it shows', async () => {
    const more = { SECRET: 'a long random text of the site', EVERY_MS: '10' };
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'acme.try.js')], { env: { ...env(), ...more } });
    assert.deepEqual(stdout.trim().split('\n'), ['processing', 'succeeded']);
  });

  it('is recorded by the command it shows, and passes the check it shows', async () => {
    const [, command = ''] = /npx voxreel (record .*)/.exec(guide) ?? [];
    const args = [...command.split(' '), '--every', '0.01'];
    const { stdout } = await promisify(execFile)(process.execPath, [resolve('dist/local/bin.js'), ...args], { cwd: folder, env: env() });
    assert.match(stdout, /^The video is made\./);
    const text = readFileSync(join(folder, 'acme.recording.json'), 'utf8');
    assert.ok(!text.includes(key));
    assert.deepEqual(await checkService(await open(), [JSON.parse(text) as ServiceRecording]), []);
    const { stdout: said } = await promisify(execFile)(process.execPath, [join(folder, 'acme.check.js')], { env: env() });
    assert.equal(said.trim(), 'Nothing to fix.');
  });
});

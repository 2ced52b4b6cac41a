// The guide for a reverse proxy holds: its nginx.conf, before the example it is made for, over TLS.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';

import { createTask, freePort, logIn, makesVideos, opensSessions, startExample, startService, visitor, type Example } from './example.js';
import { startNginx, withoutNginx, type Nginx } from './nginx-server.js';

/** The site of nginx.conf on a port of loopback, with a certificate of its own, before `gateway`. */
function siteBefore(gateway: string, port: number): (folder: string) => string {
  return (folder) => {
    const certificate = ['-keyout', `${folder}/key.pem`, '-out', `${folder}/certificate.pem`, '-subj', '/CN=127.0.0.1', '-days', '1'];
    spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...certificate]);
    const changes: Readonly<Record<string, string>> = {
      'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
      '/etc/ssl/www.example.org.pem': `${folder}/certificate.pem`,
      '/etc/ssl/www.example.org.key': `${folder}/key.pem`,
      'server 127.0.0.1:8787;': `server ${new URL(gateway).host};`,
    };
    let conf = readFileSync('stories/examples/nginx.conf', 'utf8');
    for (const [shown, here] of Object.entries(changes)) {
      assert.ok(conf.includes(shown), shown);
      conf = conf.replace(shown, here);
    }
    return conf;
  };
}

const answers = (url: string) => (): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

const withoutOpenssl = spawnSync('openssl', ['version'], { stdio: 'ignore' }).status === 0 ? false : 'there is no openssl here';

describe('the example behind nginx', { skip: withoutNginx || withoutOpenssl }, () => {
  let service: Awaited<ReturnType<typeof startService>>;
  let example: Example;
  let nginx: Nginx;
  let site: string;
  before(async () => {
    // The certificate is made for this test, and for this process alone.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    service = await startService();
    const port = await freePort();
    site = `https://127.0.0.1:${port}`;
    example = await startExample('gateway-proxied.mjs', { API_URL: service.url, SITE_HOST: `127.0.0.1:${port}` });
    nginx = await startNginx(siteBefore(example.url, port), answers(site));
  });
  after(async () => {
    await nginx?.stop();
    await example?.stop();
    await service?.close();
  });

  it('makes videos for who is logged in', () => makesVideos(visitor(site)));
  it('opens realtime sessions through the proxy', () => opensSessions(site, visitor(site)));

  it('takes an image as large as the gateway takes, and refuses a larger one', async () => {
    const ann = await logIn(visitor(site));
    const image = (bytes: number): string => `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`;
    const larger = await createTask(ann, {}, { image: image(11 * 1024 * 1024) });
    assert.equal(larger.status, 400, 'this one reaches the gateway, which says what is wrong');
    assert.equal((await createTask(ann, {}, { image: image(13 * 1024 * 1024) })).status, 413, 'this one does not');
  });

  it('keeps the metrics from visitors', async () => {
    assert.equal((await visitor(site)('/metrics')).status, 404);
  });
});

describe('what nginx tells the gateway', { skip: withoutNginx || withoutOpenssl }, () => {
  let gateway: Server;
  let nginx: Nginx;
  let site: string;
  const seen: IncomingHttpHeaders[] = [];
  before(async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    gateway = createServer((request, answer) => {
      seen.push(request.headers);
      answer.end('{}');
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    const port = await freePort();
    site = `https://127.0.0.1:${port}`;
    nginx = await startNginx(siteBefore(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}`, port), answers(site));
  });
  after(async () => {
    await nginx?.stop();
    gateway?.close();
  });

  for (const path of ['/', '/v1/video/generations', '/v1/video/generations/t/content/0', '/v1/realtime']) {
    it(`is where a request came from, whatever the request says of itself: ${path}`, async () => {
      seen.length = 0;
      await visitor(site)(path, {
        headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http', 'x-request-id': 'made-up-by-visitor' },
      });
      const [headers] = seen;
      assert.equal(headers?.['x-forwarded-for'], '127.0.0.1');
      assert.equal(headers?.['x-forwarded-proto'], 'https');
      assert.match(String(headers?.['x-request-id']), /^[0-9a-f]{32}$/);
      assert.equal(headers?.['host'], new URL(site).host);
    });
  }
});

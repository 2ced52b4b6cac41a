// `npx voxreel doctor`: what it finds at a gateway that is right, at the local service, and at servers that are wrong in one way each.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import { startProcess, startService, standardKey, type Example } from '../guides/example.js';

const bin = 'dist/local/bin.js';

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (...args: readonly string[]): Promise<Outcome> =>
  promisify(execFile)(process.execPath, [bin, 'doctor', ...args], { env: { PATH: process.env['PATH'] ?? '' } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (failed: Outcome) => failed,
  );

/** What it says of one check. */
const verdictOn = ({ stdout }: Outcome, check: string): string | undefined =>
  new RegExp(`^(ok|warning|broken|skipped) +${check}: `, 'm').exec(stdout)?.[1];

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function serving<T>(answer: Answer, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

describe('npx voxreel doctor', () => {
  describe('at the gateway', () => {
    let gateway: Example;
    before(async () => void (gateway = await startProcess([bin, '--port', '0', '--origin', 'https://www.example.org'], {})));
    after(() => gateway.stop());

    it('finds nothing broken', async () => {
      // Each visitor of the demo page is a user of their own, by a cookie.
      const cookie = (await fetch(gateway.url)).headers.get('set-cookie')?.split(';')[0] ?? '';
      const login = ['--header', `Cookie: ${cookie}`];
      const outcome = await run(gateway.url, '--origin', 'https://www.example.org', '--model', 'rehearsal', ...login);
      assert.equal(outcome.code, 0, outcome.stdout + outcome.stderr);
      for (const check of ['health', 'ready', 'token', 'WebSocket', 'WebRTC', 'CORS', 'clock'])
        assert.equal(verdictOn(outcome, check), 'ok', `${check} of ${outcome.stdout}`);
      assert.match(outcome.stdout, /Nothing is broken\.\n$/);
    });

    it('says how to let pages of another origin in', async () => {
      const outcome = await run(gateway.url, '--origin', 'https://other.example.org');
      assert.equal(outcome.code, 1);
      assert.equal(verdictOn(outcome, 'CORS'), 'broken');
      assert.match(outcome.stdout, /-> Add https:\/\/other\.example\.org to origins/);
    });
  });

  it('asks the local service for a login, and takes one', async () => {
    const service = await startService();
    try {
      const without = await run(service.url, '--model', 'rehearsal');
      assert.equal(without.code, 1);
      assert.match(without.stdout, /(?:answered 401|401 \()[^]*-> Give the login of a visitor: --header/);
      const withLogin = await run(service.url, '--model', 'rehearsal', '--header', `Authorization: Bearer ${standardKey}`);
      assert.equal(verdictOn(withLogin, 'token'), 'ok', withLogin.stdout);
      assert.equal(verdictOn(withLogin, 'WebSocket'), 'ok', withLogin.stdout);
      assert.ok(!withLogin.stdout.includes(standardKey));
    } finally {
      await service.close();
    }
  });

  it('looks for no way to talk where there are models for videos alone', async () => {
    const videoAlone: Answer = ({ url }, response) =>
      url === '/v1/models'
        ? json(response, 200, { object: 'list', data: [{ id: 'acme-1', kind: 'video', service: 'acme' }] })
        : json(response, url === '/health' || url === '/ready' ? 200 : 404, { status: 'ok' });
    const outcome = await serving(videoAlone, (url) => run(url));
    for (const check of ['token', 'WebSocket', 'WebRTC']) assert.equal(verdictOn(outcome, check), 'skipped', outcome.stdout);
  });

  it('says that nothing answers', async () => {
    const { nothing, close } = await brokenService();
    const outcome = await run(nothing);
    await close();
    assert.equal(outcome.code, 1);
    assert.match(outcome.stdout, /^broken +health: No answer: .*ECONNREFUSED[^]*-> Start the gateway/);
  });

  for (const [what, path, check, words] of [
    ['a website', 'page', 'health', /is a website[^]*-> Let your web server pass \/v1\//],
    ['an address that is wrong', 'missing', 'health', /404[^]*-> Check the address/],
    ['a login that is missing', 'login', 'models', /401[^]*--header/],
    ['a service without models', 'no-models', 'models', /lists no models/],
    ['a token endpoint that is missing', 'no-token', 'token', /404[^]*-> Let \/v1\/realtime\/sessions reach/],
    ['a server without WebSocket', 'no-realtime', 'WebSocket', /plain HTTP \(404\)[^]*-> Serve the gateway with serve\(\)/],
    ['a server without WebRTC', 'no-realtime', 'WebRTC', /404 to an offer[^]*-> Set transport="websocket"/],
  ] as const) {
    it(`says what to do about ${what}`, async () => {
      const { url, close } = await brokenService();
      const outcome = await run(`${url}/${path}`);
      await close();
      assert.match(outcome.stdout, words);
      assert.ok(['broken', 'warning'].includes(verdictOn(outcome, check) ?? ''), outcome.stdout);
      assert.equal(outcome.code, /^broken/m.test(outcome.stdout) ? 1 : 0);
    });
  }

  it('sees a proxy that lets no upgrade through, headers that are missing, and a clock that is wrong', async () => {
    const date = new Date(Date.now() - 120_000).toUTCString();
    const outcome = await serving(
      ({ url = '' }, response) => {
        if (url === '/health') return json(response, 200, {}, { date });
        if (url.startsWith('/v1/models')) return json(response, 200, { data: [{ id: 'talk', kind: 'realtime' }] });
        return json(response, url === '/ready' ? 503 : 426, {});
      },
      (url) => run(url),
    );
    assert.equal(outcome.code, 1);
    assert.match(outcome.stdout, /broken +ready: GET \/ready answered 503/);
    assert.match(outcome.stdout, /broken +WebSocket: The upgrade did not arrive: 426\n +-> Let the proxy .* Upgrade and Connection/);
    assert.match(outcome.stdout, /warning +headers: Missing: x-content-type-options: nosniff, cache-control: no-store/);
    assert.match(outcome.stdout, /broken +clock: .* by 1[12]\d s\n +-> .*NTP/);
  });

  it('refuses what is no address, and a header that is none', async () => {
    assert.match((await run('example')).stderr, /^voxreel: example is not an address/);
    assert.match((await run()).stderr, /^voxreel: Unknown command\. Use: voxreel doctor <url>/);
    assert.match((await run('http://127.0.0.1:1', '--header', 'none')).stderr, /write it as "Name: value"/);
  });
});

interface BrokenService {
  readonly url: string;
  readonly nothing: string;
  close(): Promise<void>;
}

async function brokenService(): Promise<BrokenService> {
  const { startBrokenService } = (await import(pathToFileURL(resolve('test/broken-service.mjs')).href)) as {
    readonly startBrokenService: () => Promise<BrokenService>;
  };
  return startBrokenService();
}

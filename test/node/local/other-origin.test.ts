// A page of another origin, in a real browser, against the two ports of `npm start`: it gets refusals alone, and nothing happens.
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer-core';

import { createTask, finished, startProcess, taskIdOf, visitor, withCookie, type Example } from '../guides/example.js';

/** What a page can learn: `refused` where the browser or the server kept it from everything. */
type Outcome = readonly [attempt: string, outcome: string];

describe('a page of another origin', { timeout: 120_000 }, () => {
  const evil = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>'),
  );
  let demo: Example;
  let browser: Browser;
  let page: Page;
  let service = '';
  let key = '';
  let result = '';

  before(async () => {
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    demo = await startProcess(['dist/local/bin.js', '--port', '0', '--faults', '--metrics'], {});
    [, service = '', key = ''] = /local service: (http\S+)\n.*: (\S+)\n/.exec(demo.said()) ?? [];
    const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as { findChromium(): Promise<LaunchOptions> };
    browser = await puppeteer.launch(await findChromium());
    // The visitor has used the demo in this browser: it has the cookie, and a video that was made.
    page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(demo.url);
    const cookie = (await browser.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    assert.match(cookie, /voxreel_visitor=/);
    const ann = withCookie(visitor(demo.url), cookie);
    ({ url: result } = await finished(ann, await taskIdOf(await createTask(ann))));
    await control('DELETE');
  });
  after(async () => {
    await browser?.close();
    await demo?.stop();
    await new Promise((resolve) => evil.close(resolve));
  });

  const control = (method: string): Promise<Response> =>
    fetch(`${service}/faults`, { method, headers: { authorization: `Bearer ${key}` } });
  /** What reached the service, except refused requests and the icon that a browser fetches by itself for a page it shows, even a refusal. */
  const reached = async (): Promise<unknown[]> => {
    const { requests } = (await (await control('GET')).json()) as { requests: { path: string }[] };
    return requests.filter(({ path }) => path !== '/favicon.ico');
  };

  for (const host of ['127.0.0.1', 'localhost'])
    it(`on ${host} reads nothing and starts nothing`, async () => {
      await page.goto(`http://${host}:${(evil.address() as AddressInfo).port}/`, { waitUntil: 'load' });
      const outcomes = await page.evaluate(tryEverything, { gateway: demo.url, service, key, result });
      assert.ok(outcomes.length > 40, `${outcomes.length} attempts`);
      assert.deepEqual(
        outcomes.filter(([, outcome]) => outcome !== 'refused'),
        [],
      );
      assert.deepEqual(await reached(), []);
    });

  it('that posts a form is refused too', async () => {
    for (const action of [`${demo.url}/v1/video/generations`, `${service}/v1/video/generations`, `${service}/faults`]) {
      await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
      const [answer] = await Promise.all([
        page.waitForNavigation(),
        page.evaluate((address) => {
          const form = document.createElement('form');
          Object.assign(form, { method: 'post', action: address, enctype: 'text/plain' });
          const field = Object.assign(document.createElement('input'), { name: '{"model":"vidu-q2","prompt":"sea","x":"', value: '"}' });
          form.append(field);
          document.body.append(form);
          form.submit();
        }, action),
      ]);
      assert.equal(answer?.status(), 403, action);
    }
    assert.deepEqual(await reached(), []);
  });

  it('cannot point a name of its own at either port', async () => {
    assert.equal(await rebound(`${demo.url}/v1/realtime/sessions`), 403);
    for (const path of ['/faults', '/v1/video/generations', '/v1/realtime']) assert.equal(await rebound(service + path), 403, path);
    assert.deepEqual(await reached(), []);
  });
});

/** As a browser asks once `evil.example` leads to this machine: to itself, the page is of the same origin. */
function rebound(address: string): Promise<number | undefined> {
  const { hostname, port, pathname } = new URL(address);
  const origin = `http://evil.example:${port}`;
  const headers = { host: `evil.example:${port}`, origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: pathname, method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.once('error', reject);
    sent.end('{"model":"vidu-q2","prompt":"sea"}');
  });
}

interface Targets {
  readonly gateway: string;
  readonly service: string;
  /** It even knows the key. */
  readonly key: string;
  readonly result: string;
}

/** Runs in the page: it may use nothing from outside. */
async function tryEverything({ gateway, service, key, result }: Targets): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const attempt = async (name: string, act: () => Promise<string>): Promise<void> => {
    outcomes.push([name, await act().catch(() => 'refused')]);
  };
  const body = JSON.stringify({ model: 'vidu-q2', prompt: 'sea', duration: 1, width: 64, height: 64 });
  const paths = ['/v1/video/generations', '/v1/realtime/sessions', '/v1/realtime/client_secrets', '/v1/realtime', '/faults', '/metrics'];
  for (const base of [gateway, service]) {
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'DELETE'] as const)
        await attempt(`${method} ${base}${path}`, async () => {
          const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
          const answer = await fetch(base + path, { method, headers, credentials: 'include', ...(method === 'POST' ? { body } : {}) });
          return `answered ${answer.status}`;
        });
      // Sent without asking first, and never readable: what counts is that it reaches nothing.
      await attempt(`no-cors ${base}${path}`, async () => {
        const answer = await fetch(base + path, { method: 'POST', mode: 'no-cors', credentials: 'include', body });
        return answer.type === 'opaque' ? 'refused' : answer.type;
      });
      navigator.sendBeacon(base + path, body);
    }
  }
  for (const address of [gateway + result, `${service}/files/x.webm`, `${service}/faults`, `${gateway}/metrics`])
    for (const tag of ['img', 'script', 'video', 'iframe'] as const)
      await attempt(`<${tag} src="${address}">`, async () => {
        const element = document.createElement(tag);
        const outcome = new Promise<string>((resolve) => {
          element.addEventListener('error', () => resolve('refused'));
          element.addEventListener('loadeddata', () => resolve('played'));
          // A frame loads a refusal as well: what counts is that the page cannot look into it.
          const isClosed = () => element instanceof HTMLIFrameElement && element.contentDocument === null;
          element.addEventListener('load', () => resolve(isClosed() ? 'refused' : 'loaded'));
        });
        element.src = address;
        document.body.append(element);
        return outcome;
      });
  for (const base of [gateway, service])
    await attempt(`WebSocket ${base}`, async () => {
      const protocols = ['realtime', `vendor-insecure-api-key.${key}`, 'vendor-beta.realtime-v1'];
      const socket = new WebSocket(`${base.replace('http', 'ws')}/v1/realtime?model=rehearsal`, protocols);
      return new Promise((resolve) => {
        socket.addEventListener('open', () => resolve('open'));
        socket.addEventListener('error', () => resolve('refused'));
      });
    });
  return outcomes;
}

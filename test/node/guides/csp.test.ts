// The guide for a page's policy holds: each line of it, in a real browser, lets both elements do all they do and is never broken.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';

import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { serve } from 'voxreel/server/node';
import type { Served } from 'voxreel/server/node';
import { createGateway } from 'voxreel/server';
import type { GatewayOptions } from 'voxreel/server';

import { standardKey, startService } from './example.js';

const [sameOrigin = '', linked = '', otherOrigin = '', trusted = ''] = Array.from(
  readFileSync('stories/guides/csp.mdx', 'utf8').matchAll(/^```http\nContent-Security-Policy: (.*)\n```$/gm),
  ([, policy]) => policy,
);

interface Site {
  readonly policy: string;
  readonly keepResults?: boolean;
  /** Default: the page's own. */
  readonly gateway?: string;
}

let service: Awaited<ReturnType<typeof startService>>;
let browser: Browser;
const open: Served[] = [];

const startGateway = async (options: Partial<GatewayOptions>, site?: Site): Promise<string> => {
  const gateway = createGateway({
    upstream: { baseUrl: service.url, apiKey: standardKey },
    authorize: () => ({ id: 'ann' }),
    origins: [],
    content: 'proxy',
    ...options,
  });
  const served = await serve(gateway, { port: 0, pages: site && pagesOf(site) });
  open.push(served);
  return served.url;
};

const pagesOf = ({ policy, keepResults = false, gateway = '/' }: Site) => {
  const page = `<!doctype html><script type="module" src="/cdn/voxreel.js"></script>
<video-generator base-url="${gateway}" model="vidu-q2" ${keepResults ? 'keep-results' : ''}></video-generator>
<realtime-voice base-url="${gateway}" model="rehearsal" modalities="text audio" transport="websocket"></realtime-voice>`;
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === '/') return new Response(page, { headers: { 'content-type': 'text/html', 'content-security-policy': policy } });
    const script = await readFile(resolve(join('dist', pathname))).catch(() => null);
    return new Response(script, { status: script ? 200 : 404, headers: { 'content-type': 'text/javascript' } });
  };
};

/** The page, and what its policy had to stop. */
async function opened(url: string): Promise<{ page: Page; violations: string[] }> {
  const violations: string[] = [];
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  await page.exposeFunction('noteViolation', (what: string) => void violations.push(what));
  await page.evaluateOnNewDocument(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      (globalThis as unknown as { noteViolation(what: string): void }).noteViolation(`${violatedDirective} ${blockedURI} ${sourceFile}`),
    ),
  );
  await page.goto(url);
  await page.waitForFunction(() => customElements.get('video-generator') !== undefined);
  return { page, violations };
}

interface Made {
  readonly outputs: readonly { readonly url: string }[];
}

interface Generator extends HTMLElement {
  generate(draft: object): Promise<unknown>;
}

/** A video, from two pictures that a worker looks at where the policy is about workers; gives its address once it has come. */
const makeVideo = (page: Page, withPictures: boolean): Promise<string> =>
  page.evaluate(async (withPictures) => {
    const generator = document.querySelector('video-generator') as unknown as Generator;
    const picture = async (): Promise<Blob | null> => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 800 });
      const context = canvas.getContext('2d');
      const noise = new ImageData(800, 800);
      for (let at = 0; at < noise.data.length; at += 16_384) crypto.getRandomValues(noise.data.subarray(at, at + 16_384));
      context?.putImageData(noise, 0, 0);
      return new Promise((done) => canvas.toBlob(done, 'image/png'));
    };
    const ready = new Promise<string>((done) => {
      setTimeout(() => done('no video has come'), 60_000);
      const came = (event: Event): void => done((event as unknown as { task: Made }).task.outputs[0]?.url ?? '');
      generator.addEventListener('video-ready', came, { once: true });
    });
    const draft = { prompt: 'A heron over water', duration: 1, width: 64, height: 64 };
    await generator.generate(withPictures ? { ...draft, image: await picture(), lastImage: await picture() } : draft);
    return ready;
  }, withPictures);

/** Plays the first video of the gallery; gives where from: an address, or a file that is drawn. */
const play = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const root = document.querySelector('video-generator')?.shadowRoot;
    for (const end = Date.now() + 60_000; Date.now() < end;) {
      root?.querySelector<HTMLElement>('button.play')?.click();
      if (root?.querySelector('.media > canvas[role="img"]')) return 'a file';
      const video = root?.querySelector('video');
      if (video && video.currentTime > 0) return video.currentSrc;
      if (video)
        await Object.assign(video, { muted: true })
          .play()
          .catch(() => {});
      await new Promise((later) => setTimeout(later, 50));
    }
    return 'nothing has played';
  });

/** Has an answer spoken; gives what was said once it is there. */
const talk = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const voice = document.querySelector('realtime-voice') as unknown as HTMLElement & { sendText(text: string): void };
    voice.sendText('What is 6 times 7?');
    for (const end = Date.now() + 60_000; Date.now() < end;) {
      const said = voice.shadowRoot?.querySelector<HTMLElement>('[part~="transcript"]')?.innerText ?? '';
      if (said.includes('42')) return said;
      await new Promise((later) => setTimeout(later, 50));
    }
    return voice.shadowRoot?.textContent ?? '';
  });

async function worksUnder(url: string, withPictures = false): Promise<{ made: string; played: string; page: Page; violations: string[] }> {
  const { page, violations } = await opened(url);
  const made = await makeVideo(page, withPictures);
  const played = await play(page);
  assert.match(await talk(page), /42/);
  assert.deepEqual(violations, []);
  return { made, played, page, violations };
}

describe('the lines of the guide for a page’s policy', () => {
  before(async () => {
    const { findChromium } = (await import(resolve('test', 'chromium.mjs'))) as { findChromium(): Promise<object> };
    [service, browser] = await Promise.all([startService(), findChromium().then((found) => puppeteer.launch(found))]);
  });
  after(async () => {
    await browser?.close();
    await Promise.all(open.map((served) => served.close()));
    await service.close();
  });

  it('the gateway on the same origin', async () => {
    const url = await startGateway({}, { policy: sameOrigin });
    const { page, played } = await worksUnder(url);
    assert.ok(played.startsWith(`${url}/v1/video/generations/`), played);
    await page.close();
  });

  for (const [name, policy] of [
    ['results that are kept', sameOrigin],
    ['trusted types', trusted],
  ] as const) {
    it(name, async () => {
      const url = await startGateway({}, { policy, keepResults: true });
      const { page, violations } = await worksUnder(url, policy === trusted);
      // It is kept a little after it has come.
      let from = '';
      for (let tries = 0; tries < 10 && from !== 'a file'; tries++) {
        await page.reload();
        from = await play(page);
      }
      assert.equal(from, 'a file');
      assert.deepEqual(violations, []);
      await page.close();
    });
  }

  it('results as the service links them', async () => {
    const policy = linked.replaceAll('https://results.example.org', service.url);
    const { page, played } = await worksUnder(await startGateway({ content: 'link' }, { policy, keepResults: true }));
    assert.ok(played.startsWith(service.url) || played === 'a file', played);
    await page.close();
  });

  it('the gateway on another origin', async () => {
    const origins: string[] = [];
    const gateway = await startGateway({ origins });
    const policy = otherOrigin
      .replaceAll('wss://gateway.example.org', gateway.replace('http', 'ws'))
      .replaceAll('https://gateway.example.org', gateway);
    const url = await startGateway({}, { policy, gateway });
    origins.push(url);
    const { page, made } = await worksUnder(url);
    assert.ok(made.startsWith(`${gateway}/v1/video/generations/`), made);
    await page.close();
  });
});

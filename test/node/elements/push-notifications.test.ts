// Web Push in a real Chromium: a visitor who wants notifications hears of a video although the page has closed, and a click leads to it.
// The browser's own subscription needs its maker's push service; a stand-in takes its place, and Chromium is handed what it received.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { TargetType, type Browser, type CDPSession, type Page, type WebWorker } from 'puppeteer-core';
import webpush from 'web-push';
import { serve, webPush, type Served } from 'voxreel/server/node';

import { gatewayTo } from '../server/gateway-client.js';
import { librarySite, type LibrarySite } from '../server/library/library-client.js';
import { startPushService, type PushBrowser, type PushService } from '../server/library/push-service.js';
import { endServers } from '../server/library/stores.js';
import { startWatchedMaker, type WatchedMaker } from '../server/library/watched-maker.js';
import { launchChromium } from './element-site.js';

const vapid = { subject: 'mailto:push@example.org', ...webpush.generateVAPIDKeys() };
const html = {
  'content-type': 'text/html',
  'content-security-policy': "default-src 'self'; img-src data:; require-trusted-types-for 'script'",
};
const studio = `<!doctype html><link rel="icon" href="data:,"><title>Studio</title><script type="module" src="/cdn/video-generator.js"></script>
  <video-generator base-url="/" model="vidu-q2" user="ann" persist="account" push-worker="/cdn/push.js"></video-generator>`;

async function pages({ url }: Request): Promise<Response> {
  const { pathname } = new URL(url);
  if (pathname === '/studio') return new Response(studio, { headers: html });
  if (pathname === '/other') return new Response('<!doctype html><link rel="icon" href="data:,"><title>Other</title>', { headers: html });
  const body = await readFile(join('dist', 'cdn', basename(pathname))).catch(() => undefined);
  return body === undefined
    ? new Response(null, { status: 404 })
    : new Response(new Uint8Array(body), { headers: { 'content-type': 'text/javascript' } });
}

describe('notifications while no page is open', { timeout: 300_000 }, () => {
  let site: LibrarySite;
  let maker: WatchedMaker;
  let service: PushService;
  let served: Served;
  let browser: Browser;
  let subscriber: PushBrowser;
  /** Not every Chromium without a window shows notifications. */
  let skip: string | undefined;

  before(async () => {
    site = await librarySite();
    maker = await startWatchedMaker();
    service = await startPushService(vapid.publicKey);
    const gateway = gatewayTo(maker.urls[0] ?? '', {
      authorize: () => ({ id: 'ann' }),
      secret: 'a secret of the site',
      privateAddresses: [service.host],
      library: { records: site.records, files: site.files, push: webPush(vapid) },
    });
    served = await serve(gateway, { port: 0, pages });
    browser = await launchChromium([]);
    await browser.defaultBrowserContext().overridePermissions(served.url, ['notifications']);
    subscriber = service.browser();
    const page = await browser.newPage();
    await page.goto(`${served.url}/other`);
    const permission = await page.evaluate(() => Notification.permission);
    if (permission !== 'granted') skip = `this Chromium shows no notifications: ${permission}`;
  });
  after(async () => {
    await browser?.close();
    await served?.close();
    await service?.close();
    await maker?.close();
    await site?.end();
    await endServers();
  });

  async function open(path: string): Promise<Page> {
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.evaluateOnNewDocument(standIn, subscriber.subscription, vapid.publicKey);
    await page.goto(`${served.url}${path}`);
    return page;
  }

  /** Through the form and the settings, as a visitor does it. */
  async function asked(page: Page): Promise<void> {
    await page.locator('video-generator >>> textarea').fill('a heron over water');
    await page.locator('video-generator >>> ::-p-text(Generate)').click();
    await page.locator('video-generator >>> [data-act=notify]').click();
    await page.locator('video-generator >>> [name=system]').click();
  }

  it('are sent for a video that ends after its page has closed', async () => {
    const page = await open('/studio');
    await asked(page);
    await page.waitForSelector('video-generator >>> ::-p-text(Also while this page is closed.)');
    await page.close();
    const came = subscriber.next();
    maker.end(maker.made.at(-1) ?? '');
    await came;
    const { title, body, url } = subscriber.messages[0]?.said ?? {};
    assert.deepEqual([title, body, url], ['Your video is ready', 'a heron over water', `${served.url}/studio`]);
  });

  it('are shown once, and lead to the card', async (t) => {
    if (skip !== undefined) return t.skip(skip);
    const said = subscriber.messages[0]?.said;
    const worker = await workerOf(await open('/other'));
    await worker.deliver(JSON.stringify({ type: 'of another part of the site' }));
    await worker.deliver(JSON.stringify(said));
    assert.deepEqual(await worker.shown(1), [{ title: 'Your video is ready', body: 'a heron over water' }]);
    // Told again, it takes the place of the first; the next one comes after it.
    await worker.deliver(JSON.stringify(said));
    await worker.deliver(JSON.stringify({ ...said, id: 'another', title: 'Another one' }));
    assert.deepEqual((await worker.shown(2)).map(({ title }) => title).toSorted(), ['Another one', 'Your video is ready']);
    const opened = await open(new URL(await worker.click('Your video is ready')).pathname);
    await opened.waitForFunction(() => {
      const card = document.querySelector('video-generator')?.shadowRoot?.activeElement?.closest('[data-id]');
      return card?.textContent?.includes('a heron over water');
    });
    assert.deepEqual(
      (await worker.shown(1)).map(({ title }) => title),
      ['Another one'],
    );
    await worker.clear();
  });

  it('are not shown while somebody looks at the videos', async (t) => {
    if (skip !== undefined) return t.skip(skip);
    const page = await open('/studio');
    await page.bringToFront();
    await page.waitForSelector('video-generator >>> ::-p-text(a heron over water)');
    await page.waitForFunction(async () =>
      ((await navigator.locks.query()).held ?? []).some(({ name = '' }) => name.startsWith('voxreel-watched')),
    );
    const worker = await workerOf(page);
    await worker.deliver('no JSON');
    await worker.deliver(JSON.stringify(subscriber.messages[0]?.said));
    assert.deepEqual(await worker.shown(), []);
  });

  it('end with the sign-out', async () => {
    const page = await open('/studio');
    await page.waitForSelector('video-generator >>> ::-p-text(a heron over water)');
    const list = site.records.push ?? assert.fail('the store remembers no browsers');
    assert.equal((await list.list('ann')).length, 1);
    const refused: string[] = [];
    page.on('pageerror', (error) => refused.push(String(error)));
    await page.$eval('video-generator', (element) => (element as unknown as { forget(): Promise<void> }).forget());
    assert.deepEqual(await list.list('ann'), []);
    await page.waitForFunction(() => 'ended' in globalThis);
    await page.locator('video-generator >>> [data-act=notify]').click();
    const settings = await page.waitForSelector('video-generator >>> #notifications');
    // Nothing asks the account that was left.
    await page.$eval('video-generator', async (element) => {
      const { updateComplete } = element as unknown as { readonly updateComplete: Promise<unknown> };
      await updateComplete;
      await navigator.serviceWorker.getRegistration('/cdn/');
      await updateComplete;
    });
    assert.deepEqual(refused, []);
    assert.doesNotMatch((await settings?.evaluate(({ textContent }) => textContent)) ?? '', /could not set it up/);
  });
});

/** In each page: a browser that may show notifications, and has subscribed. `ended` says that it gave the subscription up. */
function standIn(subscription: object, publicKey: string): void {
  const padded = publicKey.replaceAll('-', '+').replaceAll('_', '/');
  const applicationServerKey = Uint8Array.from(atob(padded), (letter) => letter.codePointAt(0) ?? 0).buffer;
  const one = {
    options: { userVisibleOnly: true, applicationServerKey },
    toJSON: () => subscription,
    unsubscribe: async () => ((globalThis as { ended?: boolean }).ended = true),
  };
  Object.defineProperty(Notification, 'permission', { value: 'granted' });
  Notification.requestPermission = async () => 'granted';
  Object.assign(PushManager.prototype, { subscribe: async () => one, getSubscription: async () => one });
}

interface Worker {
  /** Resolves once it is through with it: Chromium loses a notification that somebody asks for before it is shown. */
  deliver(data: string): Promise<void>;
  /** Now, or once there are as many as `count`. */
  shown(count?: number): Promise<readonly { readonly title: string; readonly body: string }[]>;
  /** Takes away what is shown. */
  clear(): Promise<void>;
  /** On the notification of this title. Gives the address that the worker opens: a browser lets it at a real click alone. */
  click(title: string): Promise<string>;
}

/** The worker that the site's pages have registered, as the browser sees it. */
async function workerOf(page: Page): Promise<Worker> {
  const devtools: CDPSession = await page.createCDPSession();
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  const shown = async (count?: number) => {
    const all = await page.waitForFunction(
      async (wanted) => {
        const registration = await navigator.serviceWorker.getRegistration('/cdn/');
        const found = ((await registration?.getNotifications()) ?? []).map(({ title, body }) => ({ title, body }));
        return (wanted === undefined || found.length === wanted) && found;
      },
      // No frame is drawn for a page in the background.
      { polling: 50 },
      count,
    );
    return (await all.jsonValue()) || [];
  };
  const running = async () => {
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/cdn/'))?.active?.postMessage('wake up'));
    const target = await page.browser().waitForTarget((one) => one.type() === TargetType.SERVICE_WORKER);
    return (await target.worker()) ?? assert.fail('there is no worker');
  };
  return {
    async deliver(data) {
      const worker = await running();
      const handled = await handling(worker);
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      await handled();
    },
    shown,
    async clear() {
      const worker = await running();
      await worker.evaluate(async () => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
        for (const notification of await registration.getNotifications()) notification.close();
      });
      await shown(0);
    },
    async click(title) {
      const worker = await running();
      return worker.evaluate(async (wanted) => {
        const scope = globalThis as unknown as {
          clients: { openWindow(url: string): Promise<unknown> };
          registration: ServiceWorkerRegistration;
          NotificationEvent: new (type: string, init: object) => Event;
        };
        const notification = (await scope.registration.getNotifications()).find((one) => one.title === wanted);
        return new Promise<string>((resolve) => {
          scope.clients.openWindow = async (url) => resolve(url);
          dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
        });
      }, title);
    },
  };
}

/** Gives what resolves once the worker is through with the next message that comes to it. */
async function handling(worker: WebWorker): Promise<() => Promise<void>> {
  const next = await worker.evaluateHandle(() => {
    const { prototype } = (globalThis as unknown as { ExtendableEvent: { prototype: { waitUntil(work: Promise<unknown>): void } } })
      .ExtendableEvent;
    const { waitUntil } = prototype;
    const works: Promise<unknown>[] = [];
    prototype.waitUntil = function (work) {
      works.push(work);
      waitUntil.call(this, work);
    };
    const through = new Promise<unknown>((resolve) =>
      addEventListener(
        'push',
        () => {
          prototype.waitUntil = waitUntil;
          resolve(Promise.allSettled(works));
        },
        { once: true },
      ),
    );
    return { through };
  });
  return () =>
    next.evaluate(async ({ through }) => {
      await through;
    });
}

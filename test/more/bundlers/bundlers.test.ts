// The packed package in the hands of each bundler, under its defaults: a spoken turn is heard and answered aloud, videos are made, nothing is amiss.
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';

import puppeteer, { type Browser, type CDPSession, type Page } from 'puppeteer-core';

import { emptyFolder, pack } from '../../node/package/packed.js';
import { hearAnswer, openPage, playVideo, press, waitForText, writeMicrophone, type Problem } from '../../node/spoken-page.js';
import { esbuild, rspack, serveByVite, vite, webpack, type Bundler, type Served } from './bundlers.js';
import { createSite, startServices, withMediabunny, type Services } from './site.js';

const { path: folder, remove } = emptyFolder();
const site = join(folder, 'site');
const siteWithMediabunny = join(folder, 'site-with-mediabunny');
let services: Services;
let browser: Browser;

before(async () => {
  createSite(site, pack(folder));
  withMediabunny(site, siteWithMediabunny);
  services = await startServices();
  const { findChromium } = (await import(resolve('test/chromium.mjs'))) as {
    findChromium(options: { microphone: string }): Promise<object>;
  };
  browser = await puppeteer.launch(await findChromium({ microphone: await writeMicrophone(folder) }));
});

after(async () => {
  await browser?.close();
  await services?.close();
  remove();
});

/** What happens on the page of a site. */
interface Visit {
  readonly page: Page;
  readonly problems: readonly Problem[];
  /** Of each audio buffer that the service says was committed, which item it became. */
  readonly committed: readonly string[];
  readonly workers: readonly string[];
}

async function visit(url: string): Promise<Visit> {
  const problems: Problem[] = [];
  const [committed, workers]: [string[], string[]] = [[], []];
  const page = await openPage(browser, problems);
  const watch = async (protocol: CDPSession) => {
    protocol.on('Network.webSocketFrameReceived', ({ response: { payloadData } }) => {
      const [, item] = /"type":"input_audio_buffer\.committed".*"item_id":"([^"]+)"/.exec(payloadData) ?? [];
      if (item !== undefined) committed.push(item);
    });
    await protocol.send('Network.enable');
  };
  // The socket of a call may be a worker's.
  page.on('workercreated', (worker) => {
    workers.push(new URL(worker.url()).pathname);
    watch(worker.client).catch(() => undefined);
  });
  await watch(await page.createCDPSession());
  await page.goto(url);
  return { page, problems, committed, workers };
}

async function talks({ page, committed }: Visit): Promise<void> {
  await press(page, 'Talk');
  await hearAnswer(page);
  assert.match(await waitForText(page, /I heard/), /You\s+\[.*of speech.*does not recognize words\]/s);
  assert.ok(committed.length > 0, 'the service has taken what was said as a turn');
  await press(page, 'Hang up');
}

async function makesVideoWithForm({ page }: Visit): Promise<void> {
  await page.locator('video-generator >>> textarea').fill('A lighthouse at night, slow waves');
  await page.keyboard.press('Tab');
  await page.locator('video-generator >>> ::-p-text(Generate)').click();
  const made = await playVideo(page);
  assert.deepEqual({ ...made, duration: Math.round(made.duration) }, { duration: 5, width: 640, height: 360, moved: true });
}

interface Outcome {
  readonly error?: string;
  readonly url?: string;
}

/** `picture`: with a first frame of a kind that no service takes, so that it has to be drawn again. */
const generate = ({ page }: Visit, draft: object, picture = false): Promise<Outcome> =>
  page.evaluate(
    async (draft, picture) => {
      const bitmap = () => {
        const [width, height, head] = [96, 64, 54];
        const file = new DataView(new ArrayBuffer(head + width * height * 3));
        file.setUint16(0, 0x42_4d);
        for (const [at, value] of [
          [2, file.byteLength],
          [10, head],
          [14, 40],
          [18, width],
          [22, height],
          [26, 0x18_0001],
        ] as const)
          file.setUint32(at, value, true);
        for (let at = head; at < file.byteLength; at += 1) file.setUint8(at, at % 251);
        return new Blob([file], { type: 'image/bmp' });
      };
      const generator = document.querySelector('video-generator') as HTMLElement & { generate(draft: object): Promise<unknown> };
      const outcome = new Promise<Outcome>((resolve) => {
        generator.addEventListener('video-ready', (event) => {
          const [output] = (event as Event & { outputs: readonly { url: string }[] }).outputs;
          resolve({ ...(output !== undefined && { url: output.url }) });
        });
        generator.addEventListener('video-error', (event) => resolve({ error: (event as Event & { error: Error }).error.message }));
      });
      await generator.generate({ ...draft, ...(picture && { image: bitmap() }) });
      return outcome;
    },
    draft,
    picture,
  );

async function makesVideoOfPicture(visit: Visit): Promise<void> {
  const bodies: string[] = [];
  visit.page.on('request', (request) => request.method() === 'POST' && bodies.push(request.postData() ?? ''));
  const { error, url } = await generate(visit, { prompt: 'It moves', duration: 1 }, true);
  assert.equal(error, undefined);
  assert.ok(url);
  assert.ok(
    bodies.some((body) => body.includes('data:image/jpeg;base64,')),
    `the picture was drawn again: ${bodies.map((body) => body.slice(0, 300)).join('\n')}`,
  );
}

const makesVideoOnDevice = (visit: Visit): Promise<Outcome> =>
  generate(visit, { model: 'on-device', prompt: 'A heron over water', duration: 0.5, width: 128, height: 72 });

interface Case {
  readonly name: string;
  open(): Promise<Served>;
  /** Files that the bundler does not copy. The page does without. */
  readonly missing: readonly RegExp[];
  /** What happens to a video on the device where `mediabunny` is not installed: the worker's file holds all of it. */
  readonly onDevice: { readonly url: RegExp } | { readonly error: RegExp };
}

const strict = "default-src 'self'";
const whole = { missing: [], onDevice: { url: /^blob:/ } } as const;
/** Under a policy that would not let the page do without the files. */
const built = (bundler: Bundler): Case => ({
  name: `built by ${bundler.name}, under a strict policy`,
  open: () => services.serveBuilt(bundler, site, strict),
  ...whole,
});

const cases: readonly Case[] = [
  { name: "on Vite's own server", open: () => serveByVite(site, services.url), ...whole },
  ...[vite, webpack, rspack].map(built),
  {
    name: 'built by esbuild',
    open: () => services.serveBuilt(esbuild, site),
    missing: ['capture.worklet', 'playback.worklet', 'sound.worker', 'trace.worker', 'image.worker', 'media.worker'].map(
      (name) => new RegExp(`^/${name}\\.js$`),
    ),
    onDevice: { error: /npm install mediabunny/ },
  },
];

for (const { name, open, missing, onDevice } of cases)
  describe(`a site ${name}`, { timeout: 300_000 }, () => {
    let served: Served;
    let visited: Visit;
    before(async () => {
      served = await open();
      visited = await visit(served.url);
    });
    after(async () => {
      await visited?.page.close();
      await served?.close();
    });

    it('hears a spoken turn and answers it aloud', () => talks(visited));
    it('makes a video of what is typed', () => makesVideoWithForm(visited));

    it('draws a picture again that no service takes, and makes a video of it', async () => {
      const before = visited.workers.length;
      await makesVideoOfPicture(visited);
      assert.equal(visited.workers.length - before, 1, 'in a worker where there is one');
    });

    it(`makes a video on the device${'error' in onDevice ? ', or says what is missing' : ''}`, async () => {
      const outcome = await makesVideoOnDevice(visited);
      if ('url' in onDevice) assert.match(outcome.url ?? '', onDevice.url);
      else assert.match(outcome.error ?? '', onDevice.error);
    });

    it(`asks for ${missing.length === 0 ? 'nothing that is not there' : 'the worklets and workers alone in vain'}, and logs no error`, () => {
      const unknown = served.missing.filter((path) => !missing.some((pattern) => pattern.test(path)));
      assert.deepEqual({ unknown, problems: visited.problems }, { unknown: [], problems: [] });
      for (const pattern of missing)
        assert.ok(
          served.missing.some((path) => pattern.test(path)),
          `${pattern} was asked for`,
        );
    });
  });

describe('a site built by esbuild', { timeout: 120_000 }, () => {
  it('makes a video on the device, on the page itself, where mediabunny is installed', async () => {
    const served = await services.serveBuilt(esbuild, siteWithMediabunny);
    const visited = await visit(served.url);
    assert.match((await makesVideoOnDevice(visited)).url ?? '', /^blob:/);
    await visited.page.close();
    await served.close();
  });

  it('names worklet-url under a strict policy, never says that it listens, and can be typed to', async () => {
    const served = await services.serveBuilt(esbuild, site, strict);
    const { page } = await visit(served.url);
    await page.evaluate(noteStatus);
    await press(page, 'Talk');
    await page.waitForFunction(() => document.querySelector('realtime-voice')?.shadowRoot?.textContent?.includes('worklet-url'));
    await page.locator('realtime-voice >>> [part~="input"]').fill('What is 6 times 7?');
    await page.keyboard.press('Enter');
    await waitForText(page, /42/);
    const shown = await page.evaluate(() => (globalThis as unknown as { shown: readonly string[] }).shown);
    assert.ok(shown.includes('Connecting'), `the status was noted: ${shown.join(', ')}`);
    assert.ok(!shown.includes('Listening'), shown.join(', '));
    await page.close();
    await served.close();
  });
});

/** Keeps each status that the element shows from now on. */
function noteStatus(): void {
  const root = document.querySelector('realtime-voice')?.shadowRoot;
  const shown: string[] = [];
  Object.assign(globalThis, { shown });
  const note = () => {
    const status = root?.querySelector('[part="status"]')?.textContent?.trim() ?? '';
    if (status !== shown.at(-1)) shown.push(status);
  };
  if (root !== null && root !== undefined)
    new MutationObserver(note).observe(root, { subtree: true, childList: true, characterData: true });
  note();
}

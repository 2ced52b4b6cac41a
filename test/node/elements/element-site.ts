// A site with both elements from their sources, a gateway before the local service, and pages under a policy of the test's choice.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { build, type BuildOptions } from 'esbuild';
import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer-core';

import { createGateway } from '../../../src/server/index.js';
import { serve } from '../../../src/server/node.js';
import { createLocalService } from '../../../src/local/index.js';

export interface Site {
  readonly url: string;
  readonly browser: Browser;
  /** What pages reported of their policy, by `report-uri`. */
  readonly reports: readonly string[];
  /** A page of this body, with nothing but the elements' own script. */
  open(body: string, policy?: string): Promise<SitePage>;
  close(): Promise<void>;
}

export interface SitePage {
  readonly page: Page;
  /** What the page itself saw its policy refuse, and errors. */
  readonly problems: readonly string[];
}

const key = 'a_standard_key';

/** `flags`: more of Chromium's. `prepare`: runs in each page before its scripts. */
export async function openSite(flags: readonly string[] = [], prepare: () => void = () => {}): Promise<Site> {
  const files = new Map([...(await bundle('/')), ...(await bundle('/second/'))]);
  const reports: string[] = [];
  const documents = new Map<string, { readonly body: string; readonly policy: string }>();
  const local = createLocalService({ key, realtime: { rateLimits: { requestsPerMinute: 100_000 } } });
  const upstream = await local.listen();
  const gateway = createGateway({
    upstream: { baseUrl: upstream.url, apiKey: key },
    authorize: () => ({ id: 'tester' }),
    origins: [],
    content: 'proxy',
    limits: {
      perUser: false,
      perAddress: false,
      tokens: false,
      tasks: { perUser: false, atOnce: false },
      sockets: { perUser: false, perAddress: false },
    },
  });
  const served = await serve(gateway, {
    port: 0,
    async pages(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/icon.svg') return new Response(null, { status: 204 });
      if (pathname === '/reports') {
        reports.push(await request.text());
        return new Response(null, { status: 204 });
      }
      const page = documents.get(pathname);
      if (page !== undefined) return documentOf(page.body, page.policy);
      const file = files.get(pathname);
      return file === undefined
        ? new Response('Nothing here.', { status: 404 })
        : new Response(new Uint8Array(file), { headers: { 'content-type': 'text/javascript' } });
    },
  });
  const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as { findChromium(): Promise<LaunchOptions> };
  const launch = await findChromium();
  const browser = await puppeteer.launch({ ...launch, args: [...(launch.args ?? []), ...flags] });
  return {
    url: served.url,
    browser,
    reports,
    async open(body, policy = '') {
      const path = `/page-${documents.size}`;
      documents.set(path, { body, policy });
      const page = await browser.newPage();
      await page.evaluateOnNewDocument(prepare);
      return visit(page, `${served.url}${path}`);
    },
    async close() {
      await browser.close();
      await served.close();
      await local.close();
    },
  };
}

const documentOf = (body: string, policy: string): Response =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Elements</title><link rel="icon" href="/icon.svg"><script type="module" src="/define.js"></script>${body}`,
    { headers: { 'content-type': 'text/html', ...(policy === '' ? {} : { 'content-security-policy': policy }) } },
  );

async function visit(page: Page, url: string): Promise<SitePage> {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.exposeFunction('noteViolation', (what: string) => void problems.push(what));
  await page.evaluateOnNewDocument(() => {
    const note = (globalThis as unknown as { noteViolation(what: string): void }).noteViolation;
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber, sample }) =>
      note(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`),
    );
    new ReportingObserver((seen) => seen.forEach((report) => note(`${report.type} ${JSON.stringify(report.body)}`)), {
      buffered: true,
    }).observe();
  });
  page.setDefaultTimeout(15_000);
  await page.setViewport({ width: 1100, height: 900 });
  await page.goto(url);
  await page.waitForFunction(() => customElements.get('video-generator') !== undefined);
  return { page, problems };
}

/** The elements with their lazy parts, and each worker and worklet in a file of its own, as paths below `folder`. */
async function bundle(folder: string): Promise<[string, Uint8Array][]> {
  const make = async (entries: string[], more: BuildOptions = {}) => {
    const { outputFiles } = await build({
      ...{ bundle: true, format: 'esm', target: 'es2022', logLevel: 'error', conditions: ['production'], outdir: folder, ...more },
      entryPoints: entries,
      write: false,
      // The package names its built files alone as those that do something by being imported.
      ignoreAnnotations: true,
    });
    return outputFiles.map(({ path, contents }): [string, Uint8Array] => [path, contents]);
  };
  const alone = readdirSync('src/core', { recursive: true, encoding: 'utf8' }).filter((name) => /\.(worker|worklet)\.ts$/.test(name));
  return (
    await Promise.all([
      make(['src/define.ts', 'src/index.ts'], { splitting: true }),
      ...alone.map((name) => make([join('src/core', name)])),
    ])
  ).flat();
}

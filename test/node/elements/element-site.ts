// A site with both elements from their sources, and a real Chromium whose pages are under a policy of the test's choice.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer-core';
import { encodeWav } from 'voxreel/local';

import { startSiteServer, type SiteServer } from './site-server.js';

export interface Site extends Pick<SiteServer, 'url' | 'reports'> {
  readonly browser: Browser;
  /** A page of this body, with nothing but the elements' own script. */
  open(body: string, policy?: string): Promise<SitePage>;
  close(): Promise<void>;
}

export interface SitePage {
  readonly page: Page;
  /** What the page itself saw its policy refuse, and errors. */
  readonly problems: readonly string[];
}

/** `flags`: more of Chromium's. `prepare`: runs in each page before its scripts. */
export async function openSite(flags: readonly string[] = [], prepare: () => void = () => {}): Promise<Site> {
  const server = await startSiteServer();
  // The beeps of Chromium's own fake microphone would interrupt answers.
  const folder = mkdtempSync(join(tmpdir(), 'voxreel-silence-'));
  const silence = join(folder, 'silence.wav');
  writeFileSync(silence, encodeWav(new Int16Array(24_000), 24_000));
  const browser = await launchChromium([`--use-file-for-fake-audio-capture=${silence}`, ...flags]);
  return {
    url: server.url,
    browser,
    reports: server.reports,
    async open(body, policy = '') {
      const page = await browser.newPage();
      page.setDefaultTimeout(120_000);
      await page.evaluateOnNewDocument(prepare);
      return visit(page, `${server.url}${server.page(body, policy)}`);
    },
    async close() {
      await browser.close();
      await server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** `more`: of puppeteer's own. */
export async function launchChromium(flags: readonly string[], more: LaunchOptions = {}): Promise<Browser> {
  const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as { findChromium(): Promise<LaunchOptions> };
  const launch = await findChromium();
  return puppeteer.launch({ ...launch, ...more, args: [...(launch.args ?? []), ...flags], protocolTimeout: 3_600_000 });
}

/** Errors of the page, and what its policy refuses, are noted from its first script on. */
export async function visit(page: Page, url: string): Promise<SitePage> {
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

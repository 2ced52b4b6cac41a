// A folder as a site, and a browser that looks at it. `change` tampers with a file on its way.
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';

import puppeteer, { type Browser, type Page } from 'puppeteer-core';

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

export interface Site {
  readonly url: string;
  /** Answers a path with this page. */
  readonly pages: Map<string, string>;
  /** Files that come with a line more than they have. */
  readonly changed: Set<string>;
  /** The page, and what it complained of. */
  open(path: string): Promise<{ readonly page: Page; readonly troubles: readonly string[] }>;
  close(): Promise<void>;
}

export async function openSite(folder: string): Promise<Site> {
  const pages = new Map<string, string>();
  const changed = new Set<string>();
  const server: Server = createServer(async ({ url = '/' }, response) => {
    const path = new URL(url, 'http://site').pathname;
    const page = pages.get(path);
    const body = page ?? (await readFile(join(folder, path)).catch(() => undefined));
    if (body === undefined) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': page === undefined ? (types[extname(path)] ?? 'application/octet-stream') : 'text/html' });
    return response.end(changed.has(path) ? `${String(body)}\n// More than it had.\n` : body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { findChromium } = (await import(resolve('test/chromium.mjs'))) as { findChromium(): Promise<object> };
  const browser: Browser = await puppeteer.launch(await findChromium());
  return {
    url,
    pages,
    changed,
    async open(path) {
      const troubles: string[] = [];
      const page = await browser.newPage();
      page.setDefaultTimeout(120_000);
      page.on('pageerror', (error) => troubles.push(String(error)));
      page.on('console', (line) => line.type() === 'error' && troubles.push(line.text()));
      await page.goto(`${url}${path}`, { waitUntil: 'networkidle0' });
      return { page, troubles };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** The names that each of the modules has in the browser, by the address of the module. */
export async function namesInBrowser({ pages, open }: Site, modules: readonly string[]): Promise<Record<string, string[]>> {
  pages.set('/modules.html', '<!doctype html><link rel="icon" href="data:,"><title>modules</title>');
  const { page, troubles } = await open('/modules.html');
  const names = await page.evaluate(async (modules) => {
    const all = await Promise.all(modules.map(async (path) => [path, Object.keys((await import(path)) as object).toSorted()] as const));
    return Object.fromEntries(all);
  }, modules);
  if (troubles.length > 0) throw new Error(troubles.join('\n'));
  await page.close();
  return names;
}

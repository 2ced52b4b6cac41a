// The examples for frameworks as a site of their own: built once by Vite, served under a strict policy, the gateway and the local service behind.
import { readFile } from 'node:fs/promises';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { build, type Plugin } from 'vite';
import { createLocalService } from 'voxreel/local';
import { serve } from 'voxreel/server/node';
import { createGateway } from 'voxreel/server';

import { userFolder } from '../user-folder.js';

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** How each framework takes its app away again; `app` is what its `main` exports. */
const unmounting: Readonly<Record<string, string>> = {
  react: 'app.unmount()',
  vue: 'app.unmount()',
  svelte: 'unmount(app)',
  angular: 'app.destroy()',
};

/** Lets a test take the app of a page away. */
const unmountable: Plugin = {
  name: 'unmountable',
  enforce: 'post',
  transform(code, id) {
    const [, framework = ''] = /examples\/(\w+)\/main\.tsx?$/.exec(id) ?? [];
    const unmount = unmounting[framework];
    if (unmount === undefined) return undefined;
    const needed = framework === 'svelte' ? `import { unmount } from 'svelte';\n` : '';
    return { code: `${needed}${code}\nglobalThis.unmountApp = () => ${unmount};`, map: null };
  },
};

/** Defines the elements only when a test says so: everything is given to them before. */
const late: Plugin = {
  name: 'late',
  enforce: 'pre',
  resolveId: (source) => (source === 'voxreel/define' ? '\0late' : undefined),
  load: (id) => (id === '\0late' ? `globalThis.defineElements = () => import(${JSON.stringify(resolve('dist/define.js'))});` : undefined),
};

async function builtExamples(names: readonly string[], outDir: string, plugins: readonly Plugin[]): Promise<void> {
  await build({
    root: 'stories/examples',
    logLevel: 'error',
    plugins: [unmountable, ...plugins],
    build: {
      outDir,
      target: 'es2022',
      chunkSizeWarningLimit: 5000,
      rollupOptions: { input: names.map((name) => join('stories', 'examples', name, 'index.html')) },
    },
  });
}

/** Puts what the server makes of the app into its page, as a server does for each request. */
async function renderedOnServer(folder: string): Promise<void> {
  const server = join(folder, 'rendered');
  const entry = 'stories/examples/server/entry-server.tsx';
  await build({ root: 'stories/examples', logLevel: 'error', build: { ssr: resolve(entry), outDir: server } });
  const { render } = (await import(pathToFileURL(join(server, 'entry-server.js')).href)) as { render(): string };
  const page = join(folder, 'server', 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<!--app-->', render()));
}

export interface ExampleSite {
  readonly url: string;
  readonly browser: Browser;
  close(): Promise<void>;
}

export const strictPolicy = "default-src 'self'; require-trusted-types-for 'script'; base-uri 'none'";
/** Angular's compiler, which in an app of the Angular CLI never reaches a page, makes functions of text. */
const compilingPolicy = "default-src 'self' 'unsafe-eval' 'unsafe-inline'";

/** Everything at once: `names` are folders of the examples, `/late/...` the same with elements that are defined later. */
export async function startExamples(names: readonly string[], lateNames: readonly string[]): Promise<ExampleSite> {
  const folder = userFolder('examples');
  await builtExamples(names, folder, []);
  await builtExamples(lateNames, join(folder, 'late'), [late]);
  await renderedOnServer(folder);
  const service = createLocalService({ key: 'standard_key' });
  const upstream = await service.listen();
  const gateway = createGateway({
    upstream: { baseUrl: upstream.url, apiKey: 'standard_key' },
    authorize: () => ({ id: 'ann' }),
    origins: [],
    content: 'proxy',
  });
  const served = await serve(gateway, { port: 0, pages: (request) => answer(folder, new URL(request.url).pathname) });
  const { findChromium } = (await import(resolve('test/chromium.mjs'))) as { findChromium(): Promise<object> };
  const browser = await puppeteer.launch(await findChromium());
  return {
    url: served.url,
    browser,
    async close() {
      await browser.close();
      await served.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answer(folder: string, pathname: string): Promise<Response> {
  // Browsers with a head ask for it on their own, and log it as an error when it is missing.
  if (pathname === '/favicon.ico') return new Response(null, { status: 204 });
  const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
  // The script-tag build is served as a site would copy it; a late build asks for its chunks at the root.
  const places = path.startsWith('/cdn/')
    ? [join('dist', path)]
    : [join(folder, path), join(folder, 'late', path), join('stories/examples', path)];
  for (const place of places) {
    const body = await readFile(place).catch(() => undefined);
    if (body === undefined) continue;
    const policy = pathname.includes('angular') ? compilingPolicy : strictPolicy;
    return new Response(body, {
      headers: { 'content-type': types[extname(path)] ?? 'application/octet-stream', 'content-security-policy': policy },
    });
  }
  return new Response('There is nothing here.', { status: 404 });
}

/** The page, and what went wrong on it: errors, complaints in the console, violations of its policy. */
export async function openPage({ url, browser }: ExampleSite, path: string): Promise<{ page: Page; troubles: string[] }> {
  const troubles: string[] = [];
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warn') troubles.push(line.text());
  });
  await page.goto(`${url}${path}`);
  return { page, troubles };
}

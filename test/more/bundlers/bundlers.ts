// Each bundler under its defaults, from the entry of a site to a folder that can be served; and the server with which Vite shows it while one works on it.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build as buildByEsbuild } from 'esbuild';
import { build as buildByVite, createServer } from 'vite';

/** A site has `index.html`, for Vite, and `main.js`. */
export interface Bundler {
  readonly name: string;
  /** What a built page names as its script. Vite writes pages itself. */
  readonly script?: string;
  /** Writes into the folder `to` of the site. Rejects on an error. */
  build(site: string, to: string): Promise<void>;
}

interface Compiler {
  run(done: (error: Error | null, stats?: { hasErrors(): boolean; toString(options: string): string }) => void): void;
  close(done: () => void): void;
}
type CreateCompiler = (options: { context: string; entry: string; mode: string; output: { path: string } }) => Compiler;

const pins = resolve('test/more/bundlers/pins');
const cache = resolve('node_modules/.cache/bundlers');

/** They are large, and nothing else needs them: `npm ci` leaves them out. */
async function load(name: string): Promise<CreateCompiler> {
  const lock = 'package-lock.json';
  const installed = join(cache, 'node_modules', '.package-lock.json');
  const isCurrent = existsSync(installed) && readFileSync(join(cache, lock), 'utf8') === readFileSync(join(pins, lock), 'utf8');
  if (!isCurrent) {
    mkdirSync(cache, { recursive: true });
    for (const file of ['package.json', lock]) copyFileSync(join(pins, file), join(cache, file));
    execFileSync('npm', ['ci', '--ignore-scripts', '--prefer-offline'], { cwd: cache, stdio: 'pipe' });
  }
  const path = createRequire(join(cache, 'package.json')).resolve(name);
  return ((await import(pathToFileURL(path).href)) as { default: CreateCompiler }).default;
}

/** webpack, and Rspack, which has the same interface. */
const packer = (name: string, from: string): Bundler => ({
  name,
  script: '<script defer src="/main.js"></script>',
  async build(site, to) {
    const create = await load(from);
    const compiler = create({ context: site, entry: './main.js', mode: 'production', output: { path: join(site, to) } });
    await new Promise<void>((resolve, reject) =>
      compiler.run((error, stats) => {
        if (error === null && stats?.hasErrors() === false) resolve();
        else reject(error ?? new Error(stats?.toString('errors-only')));
      }),
    );
    await new Promise<void>((closed) => compiler.close(closed));
  },
});

export const webpack = packer('webpack', 'webpack');
export const rspack = packer('Rspack', '@rspack/core');

export const vite: Bundler = {
  name: 'Vite',
  async build(site, to) {
    forgetMode();
    await buildByVite({ root: site, configFile: false, logLevel: 'error', build: { outDir: to } });
  },
};

export const esbuild: Bundler = {
  name: 'esbuild',
  script: '<script type="module" src="/main.js"></script>',
  async build(site, to) {
    const files = { absWorkingDir: site, entryPoints: ['main.js'], outdir: to };
    await buildByEsbuild({ ...files, bundle: true, splitting: true, format: 'esm', minify: true, logLevel: 'silent' });
  },
};

/** Vite sets it for the whole process, and what is built next would take it for a wish. */
const forgetMode = () => delete process.env['NODE_ENV'];

export interface Served {
  readonly url: string;
  /** Paths that were asked for and are not there. */
  readonly missing: readonly string[];
  close(): Promise<void>;
}

/** Passes on to the gateway as the guide says. */
export async function serveByVite(site: string, gateway: string): Promise<Served> {
  forgetMode();
  const missing: string[] = [];
  const server = await createServer({
    root: site,
    configFile: false,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1', proxy: { '/v1': { target: gateway, ws: true } } },
  });
  server.httpServer?.prependListener('request', ({ url = '' }, response) => {
    response.once('finish', () => response.statusCode === 404 && missing.push(url));
  });
  await server.listen();
  const [url] = server.resolvedUrls?.local ?? [];
  if (url === undefined) throw new Error('Vite has no address.');
  return { url: url.replace(/\/$/, ''), missing, close: () => server.close() };
}

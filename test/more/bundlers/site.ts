// A site that has installed the packed package, and what serves it: the gateway and the local service, beside the pages or behind them.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';

import { createLocalService } from 'voxreel/local';
import { serve } from 'voxreel/server/node';
import { createGateway } from 'voxreel/server';

import type { Bundler, Served } from './bundlers.js';

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

const elements = `
  <video-generator base-url="/" model="vidu-q2"></video-generator>
  <realtime-voice base-url="/" model="rehearsal" modalities="text audio" transport="websocket" transcribe></realtime-voice>`;

const pageWith = (script: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>site</title>${script}</head><body>${elements}</body></html>`;

/** As a person sets it up: npm installs the tarball with what it depends on. */
export function createSite(folder: string, tarball: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'site', private: true, type: 'module' }));
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', ...options, tarball], { cwd: folder, stdio: 'pipe' });
  writeFileSync(join(folder, 'main.js'), `import 'voxreel/define';\n`);
  writeFileSync(join(folder, 'index.html'), pageWith('<script type="module" src="/main.js"></script>'));
}

/** The same site, with the package that writes video files on the device. */
export function withMediabunny(site: string, folder: string): void {
  cpSync(site, folder, { recursive: true });
  cpSync(resolve('node_modules/mediabunny'), join(folder, 'node_modules', 'mediabunny'), { recursive: true });
}

export interface Services {
  /** Where the gateway answers. */
  readonly url: string;
  close(): Promise<void>;
  /** Serves what the bundler has made, each answer under `policy` where there is one, beside the gateway. */
  serveBuilt(bundler: Bundler, site: string, policy?: string): Promise<Served>;
}

export async function startServices(): Promise<Services> {
  const service = createLocalService({ key: 'standard_key' });
  const { url: baseUrl } = await service.listen();
  const gateway = createGateway({
    upstream: { baseUrl, apiKey: 'standard_key' },
    authorize: () => ({ id: 'ann' }),
    origins: [],
    content: 'proxy',
  });
  const alone = await serve(gateway, { port: 0 });
  return {
    url: alone.url,
    async serveBuilt(bundler, site, policy) {
      const folder = `dist-${bundler.name}`;
      await bundler.build(site, folder);
      if (bundler.script !== undefined) writeFileSync(join(site, folder, 'index.html'), pageWith(bundler.script));
      const missing: string[] = [];
      const pages = async ({ url }: Request) => {
        const { pathname } = new URL(url);
        const response = answer(join(site, folder), pathname, policy);
        if (response.status === 404) missing.push(pathname);
        return response;
      };
      const { url, close } = await serve(gateway, { port: 0, pages });
      return { url, missing, close };
    },
    async close() {
      await alone.close();
      await service.close();
    },
  };
}

function answer(folder: string, pathname: string, policy: string | undefined): Response {
  // Browsers with a head ask for it on their own.
  if (pathname === '/favicon.ico') return new Response(null, { status: 204 });
  const path = pathname === '/' ? '/index.html' : pathname;
  try {
    const headers = { 'content-type': types[extname(path)] ?? 'application/octet-stream' };
    return new Response(readFileSync(join(folder, path)), {
      headers: policy === undefined ? headers : { ...headers, 'content-security-policy': policy },
    });
  } catch {
    return new Response('There is nothing here.', { status: 404 });
  }
}

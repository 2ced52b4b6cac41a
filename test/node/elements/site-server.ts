// What a page with both elements is served from: their sources bundled, and a gateway before the local service.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { build, type BuildOptions } from 'esbuild';
import { createLocalService } from 'voxreel/local';
import type { LocalService, LocalServiceOptions } from 'voxreel/local';
import { serve } from 'voxreel/server/node';
import { createGateway } from 'voxreel/server';
import type { GatewayLimits } from 'voxreel/server';

export interface SiteServer {
  readonly url: string;
  readonly local: LocalService;
  /** What pages reported of their policy, by `report-uri`. */
  readonly reports: readonly string[];
  /** The path of a page of this body, with nothing but the elements' own script. */
  page(body: string, policy?: string): string;
  close(): Promise<void>;
}

export interface SiteServerOptions {
  readonly local?: LocalServiceOptions;
}

const key = 'a_standard_key';

/** All tests are one user, who asks for more than any person. */
export const manyRequests: GatewayLimits = {
  perUser: false,
  perAddress: false,
  tokens: false,
  tasks: { perUser: false, atOnce: false },
  sockets: { perUser: false, perAddress: false, messages: false },
};

export async function startSiteServer(options: SiteServerOptions = {}): Promise<SiteServer> {
  const files = new Map([...(await bundle('/')), ...(await bundle('/second/'))]);
  const reports: string[] = [];
  const documents = new Map<string, { readonly body: string; readonly policy: string }>();
  const local = createLocalService({ key, realtime: { rateLimits: { requestsPerMinute: 100_000 } }, ...options.local });
  const upstream = await local.listen();
  const gateway = createGateway({
    upstream: { baseUrl: upstream.url, apiKey: key },
    authorize: () => ({ id: 'tester' }),
    origins: [],
    content: 'proxy',
    limits: manyRequests,
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
  return {
    url: served.url,
    local,
    reports,
    page(body, policy = '') {
      const path = `/page-${documents.size}`;
      documents.set(path, { body, policy });
      return path;
    },
    async close() {
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

/** The elements with their lazy parts, and each worker and worklet in a file of its own, as paths below `folder`. */
async function bundle(folder: string): Promise<[string, Uint8Array][]> {
  const make = async (entries: string[], more: BuildOptions = {}) => {
    const { outputFiles } = await build({
      bundle: true,
      format: 'esm',
      target: 'es2022',
      logLevel: 'error',
      conditions: ['production'],
      outdir: folder,
      ...more,
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
      make(['src/define.ts', 'src/index.ts', 'src/elements/realtime-voice/launcher/define.ts'], { splitting: true }),
      ...alone.map((name) => make([join('src/core', name)])),
    ])
  ).flat();
}

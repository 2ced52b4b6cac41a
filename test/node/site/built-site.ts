// The documentation as it is built, in a folder of its own that is removed afterwards.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface BuiltSite {
  readonly folder: string;
  /** Paths of all pages, as `guides/start.html`. */
  readonly pages: readonly string[];
  read(path: string): string;
  remove(): void;
}

/** A module of the generator. */
export const siteModule = <Module>(name: string): Promise<Module> =>
  import(pathToFileURL(resolve('stories/site', name)).href) as Promise<Module>;

/** @param stories A folder with a built Storybook. */
export async function buildSite(stories?: string): Promise<BuiltSite> {
  const { buildSite } = await siteModule<{ buildSite(folder: string, options: object): Promise<unknown> }>('build.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'voxreel-site-'));
  await buildSite(folder, stories === undefined ? {} : { stories });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  return {
    folder,
    pages: files.filter((name) => name.endsWith('.html')).toSorted(),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** Serves it below a path, as a project page is. `missing`: what was asked for and is not there. */
export async function serveSite(folder: string): Promise<{ url: string; missing: string[]; close(): void }> {
  const below = '/some/project/';
  const missing: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    try {
      const file = readFileSync(join(folder, decodeURIComponent(pathname.slice(below.length))));
      response.writeHead(200, { 'content-type': types[extname(pathname)] ?? 'application/octet-stream' }).end(file);
    } catch {
      missing.push(pathname);
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${below}`,
    missing,
    close: () => server.close().closeAllConnections(),
  };
}

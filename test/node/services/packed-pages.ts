// Pages of a site with voxreel as the package ships it: what they import leads to files, as a bundler of the site would find them.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';

export interface PackedPages {
  /** `/` is a page of this head; the rest are files of the package and of what it needs. */
  answer(request: Request): Promise<Response>;
  remove(): void;
}

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.json': 'application/json' };
const imports = {
  voxreel: '/voxreel/dist/index.js',
  'voxreel/define': '/voxreel/dist/define.js',
  'voxreel/video-queue': '/voxreel/dist/core/video/queue/queue.js',
  'voxreel/dialects/gemini-live': '/voxreel/dist/core/dialects/gemini-live.js',
  '@cfworker/json-schema': '/node_modules/@cfworker/json-schema/dist/esm/index.js',
  lit: '/node_modules/lit/index.js',
  'lit/': '/node_modules/lit/',
  'lit-html': '/node_modules/lit-html/lit-html.js',
  'lit-html/': '/node_modules/lit-html/',
  'lit-element/lit-element.js': '/node_modules/lit-element/lit-element.js',
  '@lit/reactive-element': '/node_modules/@lit/reactive-element/reactive-element.js',
  '@lit/reactive-element/': '/node_modules/@lit/reactive-element/',
  'idb-keyval': '/node_modules/idb-keyval/dist/index.js',
  marked: '/node_modules/marked/lib/marked.esm.js',
  'zod/mini': '/node_modules/zod/mini/index.js',
};

/** The package as it was packed for this run, else as it is built. */
function unpack(): { readonly home: string; remove(): void } {
  const tarball = process.env['VOXREEL_TARBALL'];
  if (tarball === undefined) return { home: resolve('.'), remove: () => undefined };
  const home = mkdtempSync(join(tmpdir(), 'voxreel-pages-'));
  execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** `script`: the text of a module that runs in an empty page. */
export function packedPages(title: string, script: string): PackedPages {
  const packed = unpack();
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify({ imports })}</script>
<script type="module">${script}</script>`;
  const fileOf = (path: string): string | undefined => {
    if (path.startsWith('/voxreel/dist/')) return join(packed.home, path.slice('/voxreel/'.length));
    return path.startsWith('/node_modules/') ? resolve(`.${path}`) : undefined;
  };
  return {
    remove: packed.remove,
    async answer(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/') return new Response(html, { headers: { 'content-type': 'text/html' } });
      const file = fileOf(pathname);
      const bytes = file === undefined ? undefined : await readFile(file).catch(() => undefined);
      if (bytes === undefined) return new Response('Nothing here.', { status: 404 });
      return new Response(new Uint8Array(bytes), {
        headers: { 'content-type': types[extname(pathname)] ?? 'application/octet-stream', 'cache-control': 'max-age=3600' },
      });
    },
  };
}

// The pages of `clients`, each with one script as a site's bundler makes it, and the script-tag build that some of them load.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { fetchedPackages } from '../npm-packages.mjs';

/** Every pin that is no dependency. */
const pins = ['wavtools@0.1.5', '@pipecat-ai/client-js@1.13.1', '@pipecat-ai/websocket-transport@1.7.1'];
const dist = new URL('../../dist/', import.meta.url);

/** Elements that a page has by a script tag of their own. */
const tags = { element: '/cdn/realtime-voice.js', gallery: '/cdn/video-generator.js' };
const pageOf = (name) => {
  const scripts = [tags[name], `/${name}.js`].filter(Boolean).map((path) => `<script type="module" src="${path}"></script>`);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><link rel="icon" href="data:,"><body>${scripts.join('')}</body></html>`;
};

/** Their files by path, as `{ type, body }`; undefined for any other. */
export async function clientFiles(names) {
  const home = await fetchedPackages('peers', 'the clients of other makers', pins);
  const { outputFiles } = await build({
    entryPoints: names.map((name) => fileURLToPath(new URL(`clients/${name}.mjs`, import.meta.url))),
    nodePaths: [join(home, 'node_modules')],
    outdir: '/',
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    external: ['/cdn/*'],
    logLevel: 'error',
  });
  const scripts = new Map(outputFiles.map(({ path, contents }) => [`/${path.split(/[\\/]/).at(-1)}`, contents]));
  return (path) => {
    if (names.includes(path.slice(1))) return { type: 'text/html', body: pageOf(path.slice(1)) };
    if (scripts.has(path)) return { type: 'text/javascript', body: scripts.get(path) };
    if (!/^\/cdn\/[\w.-]+\.js$/.test(path)) return undefined;
    try {
      return { type: 'text/javascript', body: readFileSync(new URL(`.${path}`, dist)) };
    } catch {
      return undefined;
    }
  };
}

/** Resolves when a page has prepared what it prepares while nobody does anything. */
export async function atRest(page) {
  await new Promise((resolve) => setTimeout(resolve, 2500));
  await page.waitForNetworkIdle({ idleTime: 1000 });
}

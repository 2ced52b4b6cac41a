// The static Storybook, served for pictures of its stories, and when a story has come to rest. For any engine: pages of puppeteer and of WebDriver.
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const site = fileURLToPath(new URL('../.storybook/static', import.meta.url));
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.webm': 'video/webm',
  '.svg': 'image/svg+xml',
};

/** As ranges, which WebKit needs of a video that plays again. */
function send(path, range, response) {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const { size } = statSync(path);
  const [start, end] = [Number(from ?? 0), Math.min(to === '' || to === undefined ? size : Number(to), size - 1)];
  if (start > end) response.writeHead(from === undefined ? 200 : 416, { 'content-range': `bytes */${size}` }).end();
  else {
    if (from !== undefined)
      response.writeHead(206, { 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 });
    createReadStream(path, { start, end }).pipe(response);
  }
}

/** Every story, or those whose id holds one of `words`. */
export async function serveStories(words) {
  const server = createServer((request, response) => {
    const path = join(site, decodeURIComponent(new URL(request.url, 'http://local').pathname));
    if (!path.startsWith(site) || !existsSync(path)) response.writeHead(404).end();
    else {
      response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
      send(path, request.headers.range, response);
    }
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const { entries } = JSON.parse(readFileSync(join(site, 'index.json'), 'utf8'));
  const isMeant = (id) => words.length === 0 || words.some((word) => id.includes(word));
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    stories: Object.values(entries).filter(({ id, type }) => type === 'story' && isMeant(id)),
    close: () => server.close(),
  };
}

/** The phase in which a story hangs, once 15 s have passed; undefined for one whose own steps are done. */
export async function phaseOf(page, id) {
  const end = Date.now() + 15_000;
  let phase;
  while (Date.now() < end) {
    // WebDriver does not wait for a page, and one that is being left answers nothing.
    phase = await page.evaluate(phaseIn, id).catch(() => undefined);
    if (['completed', 'finished'].includes(phase)) return undefined;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  return phase ?? 'not begun';
}

/** Runs in the page. Nothing for the page of another story. */
const phaseIn = (id) => (location.search.includes(`id=${id}&`) ? globalThis.__STORYBOOK_PREVIEW__?.currentRender?.phase : undefined);

/** Videos show a frame, and nothing has moved for a moment. */
export const settle = (page, ms = 190) =>
  page.evaluate(async (ms) => {
    const trees = (node) => [node, ...[...node.querySelectorAll('*')].flatMap((each) => (each.shadowRoot ? trees(each.shadowRoot) : []))];
    const loading = () =>
      trees(document)
        .flatMap((tree) => [...tree.querySelectorAll('video')])
        .some((video) => video.src !== '' && video.readyState < 2 && video.error === null);
    const end = performance.now() + 3000;
    await new Promise((wait) => setTimeout(wait, ms));
    while (loading() && performance.now() < end) await new Promise((wait) => setTimeout(wait, 50));
  }, ms);

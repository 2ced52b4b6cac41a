// What a page of finished videos fetches of them: when it is opened again, and when a result is kept.
import { createServer } from 'node:http';

import puppeteer from 'puppeteer-core';

import { findChromium } from '../chromium.mjs';
import { atRest, clientFiles } from './client-scripts.mjs';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Every video is done as soon as it is asked for. Films are sent as a store of files sends them, by ranges. */
async function startFilms(files, { delayMs = 0 } = {}) {
  let film = Buffer.alloc(0);
  let made = 0;
  const sent = { bytes: 0, at: 0, postedAt: 0 };
  const count = (bytes) => {
    sent.bytes += bytes;
    sent.at = Date.now();
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://bench');
    const send = (type, body, more = {}) => response.writeHead(200, { 'content-type': type, ...more }).end(body);
    const pieces = [];
    request.on('data', (piece) => pieces.push(piece));
    const answer = () => {
      if (request.method === 'PUT') film = Buffer.concat(pieces);
      if (request.method === 'PUT') return send('text/plain', '');
      if (request.method === 'POST') {
        const task = {
          task_id: `t${(made += 1)}`,
          status: 'succeeded',
          format: 'webm',
          url: new URL(`/films/${made}.webm`, service.url).href,
        };
        return send('application/json', JSON.stringify(task));
      }
      if (pathname.startsWith('/films/')) return sendRange(request, response, film, count);
      const file = files(pathname);
      return file === undefined ? response.writeHead(404).end() : send(file.type, file.body, { 'cache-control': 'max-age=600' });
    };
    request.on('end', () => {
      if (request.method === 'POST') sent.postedAt = Date.now();
      if (delayMs === 0) answer();
      else setTimeout(answer, delayMs);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service = {
    url: `http://127.0.0.1:${server.address().port}/`,
    sent,
    filmBytes: () => film.byteLength,
    close: () => (server.close(), server.closeAllConnections()),
  };
  return service;
}

function sendRange(request, response, film, sent) {
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const [first, last] = [Number(from), to === '' ? film.byteLength - 1 : Math.min(Number(to), film.byteLength - 1)];
  const length = last - first + 1;
  const before = request.socket.bytesWritten;
  response.writeHead(request.headers.range === undefined ? 200 : 206, {
    'content-type': 'video/webm',
    'content-length': length,
    'content-range': `bytes ${first}-${last}/${film.byteLength}`,
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
  });
  response.end(film.subarray(first, last + 1));
  response.once('close', () => sent(response.writableFinished ? length : Math.min(length, request.socket.bytesWritten - before)));
}

/** Does `act`: bytes of films that are sent until no more are asked for. */
async function fetchedBy(service, act) {
  const before = service.sent.bytes;
  await act();
  service.sent.at = Date.now();
  while (Date.now() - service.sent.at < 4000) await pause(100);
  return service.sent.bytes - before;
}

/** Milliseconds from a click until the service is asked for a video. `idle`: the page has had time to prepare. */
export async function benchGenerate({ delayMs, idle }) {
  const service = await startFilms(await clientFiles(['gallery']), { delayMs });
  try {
    return await inBrowser(async (browser) => {
      const page = await open(browser);
      await page.goto(`${service.url}gallery`);
      await page.waitForFunction("document.querySelector('video-generator')?.shadowRoot?.querySelector('[type=submit]')");
      if (idle) await atRest(page);
      const clickedAt = await page.evaluate(() => {
        const at = Date.now();
        globalThis.press();
        return at;
      });
      while (service.sent.postedAt === 0) await pause(5);
      return service.sent.postedAt - clickedAt;
    });
  } finally {
    service.close();
  }
}

/** For `counts` of videos: bytes of them that the page fetches when it is opened again. */
export async function benchVideos({ counts, filmBytes }) {
  const service = await startFilms(await clientFiles(['film', 'gallery']));
  const reopened = [];
  try {
    const films = await puppeteer.launch(await findChromium());
    const maker = await films.newPage();
    await maker.goto(`${service.url}film`);
    await maker.waitForFunction('globalThis.makeFilm !== undefined');
    // Of such a film the first picture is small, as it is of those that services make.
    await maker.evaluate((film) => globalThis.makeFilm(film), { filmBytes, bitrate: 2_000_000 });
    await films.close();
    for (const count of counts) reopened.push({ count, bytes: await reopenedWith(service, count) });
    return { fileBytes: service.filmBytes(), reopened, keptBytes: await kept(service) };
  } finally {
    service.close();
  }
}

async function inBrowser(work) {
  const browser = await puppeteer.launch({ ...(await findChromium()), protocolTimeout: 120_000 });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

const open = async (browser) => {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error));
  await page.setViewport({ width: 1200, height: 800 });
  return page;
};

const reopenedWith = (service, count) =>
  inBrowser(async (browser) => {
    const first = await open(browser);
    await first.goto(`${service.url}gallery`);
    await first.waitForFunction('globalThis.generate !== undefined');
    await fetchedBy(service, () => first.evaluate((videos) => globalThis.generate(videos), count));
    await first.close();
    const again = await open(browser);
    return fetchedBy(service, () => again.goto(`${service.url}gallery`));
  });

/** Bytes fetched to keep one result. */
const kept = (service) =>
  inBrowser(async (browser) => {
    const page = await open(browser);
    await page.goto(`${service.url}gallery?keep`);
    await page.waitForFunction('globalThis.generate !== undefined');
    return fetchedBy(service, () => page.evaluate(() => globalThis.generate(1)));
  });

// A site with <video-generator> as the package ships it, and a gateway before one maker at a time: what a visitor of it sees, in a real Chromium.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer-core';
import { serve } from 'voxreel/server/node';
import { createGateway, jsonLog, memoryState } from 'voxreel/server';
import type { Gateway, GatewayState } from 'voxreel/server';

import { faultyWay, type Fault, type FaultyWay, type Passed, type Said } from './faulty-way.js';
import type { Judge } from './judge.js';
import { packedPages } from './packed-pages.js';

export interface PageSite {
  readonly browser: Browser;
  /** The address of a page of `judge` that asks about its videos so often; undefined: never by itself. */
  page(judge: Judge, everyMs?: number): string;
  /** The gateway is before this maker from now on. */
  use(judge: Judge): Promise<UsedMaker>;
  close(): Promise<void>;
}

export interface UsedMaker {
  readonly way: FaultyWay;
  /** The address of a video that plays. */
  readonly film: string;
  /** The address of a video whose link has expired. */
  readonly expired: string;
  /** The way breaks so after the next order, before anything is asked about it. */
  faultAfterOrder: Fault;
  /** Files that the maker hands out itself are gone, too. */
  isGone: boolean;
  /** What the gateway has answered, logged, counted and kept. */
  readonly said: readonly string[];
  stop(): Promise<void>;
}

/** What the site itself does not want to be made, and its words for that. */
export const unwanted = { prompt: 'a fox in a trap', message: 'This site shows no animal in pain.' };

const script = `
  import 'voxreel/define';
  import { createVideoQueue } from 'voxreel/video-queue';
  const given = new URLSearchParams(location.search);
  const wait = Number(given.get('every'));
  const queue = createVideoQueue({ baseUrl: location.origin, name: given.get('name'), poll: { firstMs: wait, everyMs: wait } });
  const element = document.createElement('video-generator');
  Object.assign(element, { baseUrl: location.origin, model: given.get('model'), queue });
  document.body.append(element);`;

const never = 3_600_000;
const unlimited = {
  perUser: false,
  perAddress: false,
  tokens: false,
  tasks: { perUser: false, atOnce: false },
} as const;

export async function openPageSite(): Promise<PageSite> {
  const pages = packedPages('Videos', script);
  let gateway: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 });
  // Only what is asked over HTTP goes to the maker in use; the rest of this one is never asked for.
  const first = createGateway({
    upstream: { baseUrl: 'http://127.0.0.1:9', apiKey: 'never-asked-for' },
    authorize: () => undefined,
    origins: [],
  });
  const front: Gateway = Object.assign((request: Request) => gateway(request), {
    relay: first.relay,
    revoke: first.revoke,
    metrics: first.metrics,
    health: first.health,
    ready: first.ready,
    drain: first.drain,
  });
  const served = await serve(front, { port: 0, pages: pages.answer });
  const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as { findChromium(): Promise<LaunchOptions> };
  const browser = await puppeteer.launch(await findChromium());
  return {
    browser,
    page: (judge, everyMs = never) =>
      `${served.url}/?${new URLSearchParams({ name: `${judge.id} ${judge.model} ${everyMs}`, model: judge.model, every: String(everyMs) })}`,
    async use(judge) {
      const used = await startMaker(judge, served.url);
      gateway = used.gateway;
      return used;
    },
    async close() {
      await browser.close();
      await served.close();
      pages.remove();
    },
  };
}

async function startMaker(
  judge: Judge,
  origin: string,
): Promise<UsedMaker & { readonly gateway: (request: Request) => Promise<Response> }> {
  const said: string[] = [];
  const bytes = readFileSync('stories/media/lighthouse.webm');
  const film: Said = { status: 200, bytes, headers: { 'content-type': 'video/webm', 'content-length': String(bytes.length) } };
  const played = ({ method, path }: Passed): Said | undefined => {
    if (path === '/expired.webm') return { status: 403 };
    if (path === '/film.webm') return film;
    // A maker that hands the file out itself: what is gone there is its judge's to say.
    return method === 'GET' && /\/content(?:\?|$)/.test(path) && !used.isGone ? film : undefined;
  };
  const way = await faultyWay(await judge.start(), { instead: played, retryAfterS: 0 });
  const memory = memoryState();
  const state: GatewayState = { ...memory, put: (name, value, ttlMs) => (said.push(`${name} ${value}`), memory.put(name, value, ttlMs)) };
  const gatewayOf = (timeoutMs: number): Gateway =>
    createGateway({
      services: [judge.service(way.url)],
      secret: 'a long random text of the site',
      authorize: () => ({ id: 'ann' }),
      origins: [origin],
      state,
      privateAddresses: true,
      content: 'proxy',
      moderate: ({ prompt }) => (prompt === unwanted.prompt ? { refuse: unwanted.message } : undefined),
      limits: { ...unlimited, timeoutMs },
      log: jsonLog((line) => said.push(line)),
      logUser: 'plain',
    });
  const [patient, hasty] = [gatewayOf(10_000), gatewayOf(150)];
  const used = {
    way,
    faultAfterOrder: undefined as Fault,
    isGone: false,
    film: `${way.url}/film.webm`,
    expired: `${way.url}/expired.webm`,
    said,
    async gateway(request: Request) {
      // Nobody will answer: it need not be waited for long.
      const gateway = way.fault === 'silent' ? hasty : patient;
      const answer = await gateway(request);
      if (request.method === 'POST' && used.faultAfterOrder !== undefined) way.fault = used.faultAfterOrder;
      said.push(JSON.stringify([...answer.headers]), gateway.metrics());
      if (answer.headers.get('content-type')?.startsWith('video/') !== true) said.push(await answer.clone().text());
      return answer;
    },
    async stop() {
      await way.close();
      await judge.stop();
    },
  };
  return used;
}

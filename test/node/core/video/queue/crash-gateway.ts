// A site with a page before another maker's service, for tests that kill the page: the gateway, and behind it a judge, which is asked to make what is paid for.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';

import { createGateway } from 'voxreel/server';
import type { Gateway } from 'voxreel/server';
import type { LibraryOptions } from 'voxreel/server/library';

import { faultyWay, type FaultyWay, type Said, type Passed } from '../../../services/faulty-way.js';
import type { Judge } from '../../../services/judge.js';
import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { bundlePage } from '../bundle-page.js';
import { crashPageHtml, type CrashService } from './crash-service.js';

const most = { requests: 1_000_000, perMs: 60_000 };

export interface JudgedSite {
  readonly url: string;
  /** All that reached the maker. */
  readonly way: FaultyWay;
  close(): Promise<void>;
}

export interface JudgedSiteOptions {
  /** The page's script, in this folder, and its document. */
  readonly script: string;
  readonly html: string;
  /** Hears every request for the gateway, before it is passed on. */
  readonly hear: (request: Request) => void;
  /** Paths beside the page and the gateway. */
  readonly besides?: (path: string, response: ServerResponse) => boolean;
  /** What the judge does not play. */
  readonly instead?: (request: Passed) => Said | undefined;
  /** Before each new task. */
  readonly plan: () => void;
  /** The gateway keeps what its users make. */
  readonly library?: LibraryOptions | undefined;
}

/** A page of `script` before a gateway before a judge. Each `x-owner` is a user. */
export async function startJudgedSite(
  judge: Judge,
  { script, html, hear, besides, instead, plan, library }: JudgedSiteOptions,
): Promise<JudgedSite> {
  const scripts = await bundlePage(script);
  const way = await faultyWay(await judge.start(), instead === undefined ? {} : { instead });
  // A judge plays one plan at a time: what makes a task waits for its turn.
  let turn: Promise<unknown> = Promise.resolve();
  let gateway: Gateway;
  const passOn = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await requestOf(incoming);
    hear(request);
    const answered = async (): Promise<Response> => {
      if (request.method === 'POST') plan();
      return gateway(request);
    };
    const answering = request.method === 'POST' ? turn.then(answered) : answered();
    if (request.method === 'POST') turn = answering.catch(() => undefined);
    const answer = await answering;
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body === null) response.end();
    else await pipeline(Readable.fromWeb(answer.body as WebStream), response);
  };
  const server = createServer((incoming, response) => {
    const { url = '/' } = incoming;
    const file = scripts.get(url);
    if (file) response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=600' }).end(file);
    else if (url.startsWith('/v1/')) passOn(incoming, response).catch(() => response.destroy());
    else if (besides?.(url, response) !== true) response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  gateway = createGateway({
    services: [judge.service(way.url)],
    secret: 'a long random text of the site',
    authorize: (request) => ({ id: request.headers.get('x-owner') ?? 'nobody' }),
    origins: [origin],
    privateAddresses: true,
    library,
    limits: { perUser: most, perAddress: most, tasks: { perUser: most, atOnce: 10_000 } },
  });
  return {
    url: `${origin}/`,
    way,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await way.close();
      await judge.stop();
    },
  };
}

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const { method = 'GET', url = '/', headers } = incoming;
  const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]));
  const body = pieces.length === 0 ? {} : { body: new Uint8Array(Buffer.concat(pieces)) };
  return new Request(`http://${headers.host}${url}`, { method, headers: sent, ...body });
}

/** `library`: of its users' accounts, if they have any. */
export async function startCrashGateway(judge: Judge, library?: LibraryOptions): Promise<CrashService> {
  const posts: { readonly owner: string; readonly key: string }[] = [];
  const { url, way, close } = await startJudgedSite(judge, {
    script: 'queue/crash-page.ts',
    html: crashPageHtml,
    hear: ({ method, headers }) => {
      if (method === 'POST') posts.push({ owner: headers.get('x-owner') ?? '', key: headers.get('idempotency-key') ?? '' });
    },
    plan: () => judge.plan({ ends: 'well', url: 'https://cdn.example.org/fox.mp4' }),
    library,
  });
  const makes = (owner: string) => way.passed.filter(({ method, body }) => method === 'POST' && new RegExp(`\\b${owner}\\b`).test(body));
  return {
    url,
    posts: (owner) => posts.filter((post) => post.owner === owner).map(({ key }) => key),
    made: (owner) => makes(owner).length,
    async library(owner) {
      const answer = await fetch(`${url}v1/library/changes?limit=500`, { headers: { 'x-owner': owner } });
      const { data } = (await answer.json()) as { readonly data: readonly { readonly record?: VideoTask }[] };
      return data.flatMap(({ record }) => record ?? []);
    },
    draft: (owner) => ({ model: judge.model, prompt: 'a fox', metadata: { owner } }),
    outputs: 1,
    bytes: 0,
    close,
  };
}

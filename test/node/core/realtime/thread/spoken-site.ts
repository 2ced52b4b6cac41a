// A page with the library alone, and a service of which the test says what it does: each millisecond of its sound has a level of its own, so that
// a recording tells which of them were played.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Browser, Page } from 'puppeteer-core';
import { WebSocketServer, type WebSocket } from 'ws';

import { launchChromium } from '../../../elements/element-site.js';

export interface SpokenEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface SpokenCall {
  readonly heard: readonly SpokenEvent[];
  /** When each piece of the microphone came, in milliseconds. */
  readonly pieces: readonly number[];
  /** How many events it has sent. */
  readonly said: number;
  say(event: SpokenEvent): void;
  /** Begins an answer of one item. */
  begin(response: string, item: string): void;
  /** Real time, a little ahead. Resolves when all of it has left. */
  speak(response: string, item: string, ms: number): Promise<void>;
  end(response: string, item: string): void;
  /** The network takes the connection away. */
  drop(): void;
  /** With which code the page closed it. */
  readonly closedWith: number | undefined;
}

export interface SpokenSite {
  readonly browser: Browser;
  /** Of connections, the newest last. */
  readonly calls: readonly SpokenCall[];
  /** What the page is allowed, and what its scripts are. */
  policy: { page: string; scripts: string };
  /** Milliseconds of an answer that come with a connection, before anybody asks. */
  greetingMs: number;
  open(prepare?: () => void): Promise<Page>;
  close(): Promise<void>;
}

const rateHz = 24_000;
const pieceMs = 20;
/** Of real time: what a busy machine may hold up without a gap, and too little for a page that answers nobody for 1.6 s. */
const aheadMs = 1000;
/** Low, so that what a resampler adds as the sound begins, a sixth of it, passes for 70 ms at most. */
const lowest = 0.02;
/** No silence: every sample of an answer is above it. */
export const audible = 0.01;
const perMs = 0.00005;

/** Milliseconds of an answer at which the sound has this level. */
export const msOfLevel = (level: number): number => (level - lowest) / perMs;

function soundFrom(fromMs: number): string {
  const samples = Int16Array.from({ length: (pieceMs * rateHz) / 1000 }, (_, at) =>
    Math.round((lowest + (fromMs + (at * 1000) / rateHz) * perMs) * 32_768),
  );
  return Buffer.from(samples.buffer).toString('base64');
}

export async function openSpokenSite(): Promise<SpokenSite> {
  const policy = { page: '', scripts: '' };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const isPage = pathname === '/';
    const isToken = pathname === '/v1/realtime/sessions';
    const allowed = isPage ? policy.page : policy.scripts;
    response.setHeader('content-type', isPage ? 'text/html' : isToken ? 'application/json' : 'text/javascript');
    if (allowed !== '') response.setHeader('content-security-policy', allowed);
    if (isPage) response.end('<!doctype html><title>Spoken</title><link rel="icon" href="data:,">');
    else if (isToken) response.end('{"client_secret":{"value":"ticket"}}');
    else response.end(readFileSync(`dist/cdn${pathname}`));
  });
  const calls: SpokenCall[] = [];
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'realtime' });
  sockets.on('connection', (socket) => {
    const call = spokenCall(socket);
    calls.push(call);
    if (site.greetingMs === 0) return;
    call.begin('g', 'g');
    void call.speak('g', 'g', site.greetingMs).then(() => call.end('g', 'g'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = await launchChromium([]);
  const site: SpokenSite = {
    browser,
    calls,
    policy,
    greetingMs: 0,
    async open(prepare) {
      const page = await browser.newPage();
      page.setDefaultTimeout(120_000);
      if (prepare !== undefined) await page.evaluateOnNewDocument(prepare);
      await page.goto(url);
      return page;
    },
    async close() {
      await browser.close();
      sockets.close();
      server.close();
      server.closeAllConnections();
    },
  };
  return site;
}

function spokenCall(socket: WebSocket): SpokenCall {
  const heard: SpokenEvent[] = [];
  const pieces: number[] = [];
  let count = 0;
  const say = (event: SpokenEvent) => socket.send(JSON.stringify({ event_id: `e${++count}`, ...event }));
  let closedWith: number | undefined;
  socket.on('close', (code) => (closedWith = code));
  socket.on('message', (data) => {
    const event = JSON.parse((data as Buffer).toString()) as SpokenEvent;
    if (event.type === 'input_audio_buffer.append') pieces.push(performance.now());
    heard.push(event);
  });
  say({ type: 'session.created', session: { id: 's', object: 'realtime.session', model: 'm', modalities: ['text', 'audio'] } });
  return {
    drop: () => socket.terminate(),
    get said() {
      return count;
    },
    get closedWith() {
      return closedWith;
    },
    heard,
    pieces,
    say,
    begin(response, item) {
      const of = { response_id: response, output_index: 0 };
      say({ type: 'response.created', response: { id: response, object: 'realtime.response', status: 'in_progress', output: [] } });
      const empty = { id: item, object: 'realtime.item', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
      say({ type: 'response.output_item.added', ...of, item: empty });
      say({ type: 'response.content_part.added', ...of, item_id: item, content_index: 0, part: { type: 'audio', transcript: '' } });
    },
    async speak(response, item, ms) {
      const of = { response_id: response, item_id: item, output_index: 0, content_index: 0 };
      const began = performance.now();
      for (let at = 0; at < ms; at += pieceMs) {
        while (at > performance.now() - began + aheadMs) await new Promise((resolve) => setTimeout(resolve, 5));
        say({ type: 'response.audio.delta', ...of, delta: soundFrom(at) });
      }
    },
    end(response, item) {
      const of = { response_id: response, item_id: item, output_index: 0, content_index: 0 };
      say({ type: 'response.audio.done', ...of });
      say({ type: 'response.done', response: { id: response, object: 'realtime.response', status: 'completed', output: [] } });
    },
  };
}

// A service that knows its idempotency keys, and counts what is paid for. It listens at one place for each gateway, so that it knows which one asks.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import type { Reached } from './steps.js';

export interface CountingService {
  /** The same service, one for each gateway. */
  readonly urls: readonly string[];
  /** Ids of the videos that were made, and paid for, by their prompt. */
  readonly paid: ReadonlyMap<string, readonly string[]>;
  close(): Promise<void>;
}

/** How a video behaves, by its id: one of five is so long that S3 gets it in parts, another comes so slowly that its lease is renewed meanwhile. */
const numberOf = (id: string): number => Number(id.split('_')[1]);
const isLong = (id: string): boolean => id.startsWith('long');
const isSlow = (id: string): boolean => numberOf(id) % 5 === 4;
const slowMs = 2500;

/** Every video has a film of its own. */
export const filmOf = (id: string): Buffer => Buffer.alloc(isLong(id) ? 9_000_000 : 300_000 + numberOf(id), `${id} `);

interface Video {
  readonly id: string;
  readonly key: string;
  polls: number;
}

/** Polls until a video has ended. */
const pollsOfAll = 2;

/** `withLong`: some of its films are longer than one part of S3. */
export async function startCountingService(places: number, reached: Reached, withLong: boolean): Promise<CountingService> {
  const byKey = new Map<string, Video>();
  const byId = new Map<string, Video>();
  const paid = new Map<string, string[]>();

  const make = (key: string, prompt: string): Video => {
    const there = byKey.get(key);
    if (there !== undefined) return there;
    const number = byId.size + 1;
    const video = { id: `${withLong && number % 5 === 2 ? 'long' : 'task'}_${number}`, key, polls: 0 };
    byId.set(video.id, video);
    byKey.set(key, video);
    paid.set(prompt, [...(paid.get(prompt) ?? []), video.id]);
    return video;
  };
  async function create(request: IncomingMessage, response: ServerResponse, place: number): Promise<void> {
    const { prompt } = JSON.parse(await bodyOf(request)) as { readonly prompt: string };
    if (reached(place, 'before: create')) return;
    const { id } = make(String(request.headers['idempotency-key']), prompt);
    if (reached(place, 'after: create')) return;
    const text = JSON.stringify({ task_id: id, status: 'processing' });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length }).write(text.slice(0, 10));
    if (!reached(place, 'within: answer to create')) response.end(text.slice(10));
  }
  function tell(response: ServerResponse, id: string, place: number): void {
    if (reached(place, 'before: poll')) return;
    const video = byId.get(id);
    if (video === undefined) return void response.writeHead(400).end();
    video.polls += 1;
    const hasEnded = video.polls > pollsOfAll;
    const end = { status: 'succeeded', url: `/films/${id}`, format: 'mp4', metadata: { width: 64, height: 36 } };
    const text = JSON.stringify({ task_id: id, ...(hasEnded ? end : { status: 'processing' }) });
    response.writeHead(200, { 'content-type': 'application/json', 'retry-after': '1' });
    response.end(text, () => void (hasEnded ? reached(place, 'after: poll of an end') : reached(place, 'after: poll')));
  }
  async function play(response: ServerResponse, id: string, place: number): Promise<void> {
    if (reached(place, 'before: fetch')) return;
    const film = filmOf(id);
    const half = film.byteLength / 2;
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': film.byteLength });
    await written(response, film.subarray(0, half));
    if (isSlow(id)) await delay(slowMs);
    if (reached(place, 'within: fetch')) return;
    response.end(film.subarray(half), () => void reached(place, 'after: fetch'));
  }
  const answer = async (request: IncomingMessage, response: ServerResponse, place: number): Promise<void> => {
    const id = (request.url ?? '').split('/').pop() ?? '';
    if (request.method === 'POST') await create(request, response, place);
    else if (request.url?.startsWith('/films/') === true) await play(response, id, place);
    else tell(response, id, place);
  };
  const servers = Array.from({ length: places }, (_, place) =>
    createServer((request, response) => void answer(request, response, place).catch(() => response.destroy())),
  );
  for (const server of servers) await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    paid,
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}

const written = (response: ServerResponse, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => response.once('close', () => reject(new Error('It has left.'))).write(bytes, () => resolve()));

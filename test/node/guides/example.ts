// An example of the guides, run as its reader would: a process of its own, told by its environment, asked over the network alone.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';

import { WebSocket } from 'ws';
import { createLocalService } from 'voxreel/local';
import type { LocalService } from 'voxreel/local';

export const standardKey = 'standard_key_of_the_guides';

/** The service behind the examples. Pages of every origin may play its results, as a real service's signed links can be played. */
export async function startService(): Promise<LocalService & { readonly url: string }> {
  const service = createLocalService({ key: standardKey, faults: true, origins: '*' });
  const { url } = await service.listen();
  return Object.assign(service, { url });
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const listener = createServer();
    listener.listen(0, '127.0.0.1', () => {
      const { port } = listener.address() as AddressInfo;
      listener.close(() => resolve(port));
    });
  });

export interface Example {
  readonly url: string;
  /** What it wrote to its error output. */
  log(): string;
  /** What it wrote to its output. */
  said(): string;
  /** Sends SIGTERM, or another signal; how it ended. */
  stop(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** `file` below `stories/examples`, on a free port. */
export async function startExample(file: string, env: Readonly<Record<string, string>>): Promise<Example> {
  return startProcess([resolve('stories', 'examples', file)], {
    PORT: '0',
    SESSION_SECRET: 'secret of the cookies',
    API_KEY: standardKey,
    ...env,
  });
}

/** Node with `args`, up when it has written its address. Of this process's environment it gets the PATH alone. */
export async function startProcess(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Example> {
  const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => void (complaints += chunk.toString()));
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((done) =>
    child.once('exit', (code, signal) => done({ code, signal })),
  );
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  const url = await addressOf(child, () => complaints);
  return {
    url,
    log: () => complaints,
    said: () => said,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

function addressOf(child: ChildProcess, complaints: () => string): Promise<string> {
  return new Promise((found, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const url = /http:\/\/[\w.:]+/.exec(said)?.[0];
      if (url !== undefined) found(url);
    });
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${said}${complaints()}`)));
  });
}

/** Asks over the network, or a handler directly. */
export type Ask = (
  path: string,
  init?: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> },
) => Promise<Response>;

/** A browser that is not logged in, on a page of the site itself. */
export function visitor(url: string, origin = url): Ask {
  return (path, init = {}) => fetch(new URL(path, url), { redirect: 'manual', ...init, headers: { origin, ...init.headers } });
}

/** The cookie of a new guest. */
export async function cookieFor(ask: Ask): Promise<string> {
  const answer = await ask('/login', { method: 'POST' });
  assert.equal(answer.status, 303);
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  assert.match(cookie, /^session=/);
  return cookie;
}

/** The same visitor, with a cookie. */
export const withCookie =
  (ask: Ask, cookie: string): Ask =>
  (path, init = {}) =>
    ask(path, { ...init, headers: { cookie, ...init.headers } });

export const logIn = async (ask: Ask): Promise<Ask> => withCookie(ask, await cookieFor(ask));

const draft = { model: 'vidu-q2', prompt: 'A heron over water', duration: 1, width: 64, height: 64 };

export const createTask = (ask: Ask, headers: Readonly<Record<string, string>> = {}, fields: object = {}): Promise<Response> =>
  ask('/v1/video/generations', {
    method: 'POST',
    body: JSON.stringify({ ...draft, ...fields }),
    headers: { 'content-type': 'application/json', ...headers },
  });

export async function taskIdOf(answer: Response): Promise<string> {
  assert.equal(answer.status, 200, await answer.clone().text());
  return ((await answer.json()) as { task_id: string }).task_id;
}

export async function finished(ask: Ask, taskId: string): Promise<{ readonly url: string }> {
  for (;;) {
    const answer = await ask(`/v1/video/generations/${taskId}`);
    const task = (await answer.json()) as { status: string; url: string };
    if (task.status === 'succeeded') return task;
    assert.equal(task.status, 'processing', JSON.stringify(task));
    await new Promise((later) => setTimeout(later, 50));
  }
}

export async function refused(answer: Response, status: number, code: string): Promise<void> {
  const body = (await answer.json()) as Record<string, string>;
  assert.deepEqual([answer.status, body['code']], [status, code], body['message']);
  assert.deepEqual(Object.keys(body).sort(), ['code', 'message', 'param', 'type']);
}

export async function mint(ask: Ask): Promise<string> {
  const answer = await ask('/v1/realtime/sessions', {
    method: 'POST',
    body: JSON.stringify({ model: 'rehearsal' }),
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(answer.status, 200, await answer.clone().text());
  return ((await answer.json()) as { client_secret: { value: string } }).client_secret.value;
}

/** The first event of a session, or the status of the refusal. */
export function openSession(url: string, ticket: string, origin = url): Promise<string | number> {
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}/v1/realtime?model=rehearsal`,
    ['realtime', `vendor-insecure-api-key.${ticket}`, 'vendor-beta.realtime-v1'],
    { headers: { origin }, rejectUnauthorized: false },
  );
  return new Promise((resolve, reject) => {
    socket.once('message', (data: Buffer) => {
      resolve((JSON.parse(data.toString()) as { type: string }).type);
      socket.close();
    });
    socket.once('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0));
    socket.once('error', reject);
  });
}

/** Makes a video and has it played, as a visitor who has just logged in; nobody else can ask after it. */
export async function makesVideos(ask: Ask): Promise<void> {
  await refused(await createTask(ask), 401, 'unauthorized');
  const ann = await logIn(ask);
  const ben = await logIn(ask);
  const foreign = { origin: 'https://elsewhere.example' };
  await refused(await createTask(ann, foreign), 403, 'origin_not_allowed');
  const taskId = await taskIdOf(await createTask(ann));
  await refused(await ben(`/v1/video/generations/${taskId}`), 400, 'task_not_exist');
  const { url } = await finished(ann, taskId);
  assert.match(url, /^\/v1\/video\/generations\//, 'results are played through the gateway');
  const part = await ann(url, { headers: { range: 'bytes=0-99' } });
  assert.deepEqual([part.status, (await part.arrayBuffer()).byteLength], [206, 100]);
}

/** Opens a realtime session over the relay, once with each ticket. */
export async function opensSessions(url: string, ask: Ask, origin = url): Promise<void> {
  const ann = await logIn(ask);
  const ticket = await mint(ann);
  assert.equal(await openSession(url, ticket, origin), 'session.created');
  assert.equal(await openSession(url, ticket, origin), 401, 'a ticket opens one connection');
  assert.equal(await openSession(url, await mint(ann), 'https://elsewhere.example'), 403);
}

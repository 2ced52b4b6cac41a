// People who use a site while its gateways are killed: each asks until there is an answer, as a page does, and remembers what was promised.
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { origin } from '../library-client.js';
import { filmOf } from './counting-service.js';

/** One person, and what the gateways have answered: what must hold in the end. */
export interface Person {
  readonly user: string;
  /** Of the one video. */
  readonly prompt: string;
  taskId: string;
  recordId: string;
  /** `bin`: it went there. `gone`: the bin was emptied too. */
  deleted: 'no' | 'bin' | 'gone';
  /** A file of the person's own, beside the video. */
  ownFile: Buffer<ArrayBuffer> | undefined;
  /** The picture of the video. */
  poster: Buffer<ArrayBuffer> | undefined;
  /** Link to the video, as long as it is to be open. */
  share: string | undefined;
  /** Links that were ended. */
  readonly endedShares: string[];
  /** Asks for nothing more. */
  isDone: boolean;
}

export type Address = () => Promise<string>;

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer<ArrayBuffer>;
  /** Statuses that are an answer; any other is asked again. */
  readonly until: readonly number[];
}

const againMs = 150;
/** Somebody else is at it, or the machine is slow. */
const again = [408, 409, 429];
/** From a request for a video to its file, however many gateways are killed meanwhile. */
const longestMs = 300_000;
export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const json = { 'content-type': 'application/json' };

/** Asks one gateway after another until one answers. */
function askingAs(user: string, address: Address) {
  return async (method: string, path: string, { headers = {}, body, until }: Sent) => {
    for (;;) {
      const base = await address();
      try {
        const init: RequestInit = { method, headers: { cookie: `user=${user}`, origin, ...headers }, signal: AbortSignal.timeout(30_000) };
        const answer = await fetch(`${base}${path}`, body === undefined ? init : { ...init, body });
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (until.includes(answer.status)) return { status: answer.status, bytes };
        if (answer.status >= 400 && answer.status < 500 && !again.includes(answer.status))
          throw new Unexpected(`${user}: ${method} ${path} was answered ${answer.status}: ${bytes.toString()}`);
      } catch (error) {
        if (error instanceof Unexpected) throw error;
      }
      await delay(againMs);
    }
  };
}
type Ask = ReturnType<typeof askingAs>;

/** No killed gateway accounts for this answer. */
class Unexpected extends Error {}

const parsed = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

interface Entry {
  readonly id: string;
  readonly version: number;
  readonly deleted?: boolean;
  readonly record?: { readonly status?: string; readonly taskId?: string; readonly outputs?: readonly { readonly libraryFile?: string }[] };
}

async function entries(ask: Ask): Promise<readonly Entry[]> {
  const { bytes } = await ask('GET', '/v1/library/changes?limit=500', { until: [200] });
  return (parsed(bytes) as { readonly data: readonly Entry[] }).data;
}

/** `number` decides what this person does. Gives itself to `begun` first: whatever is promised later is remembered there. */
export async function live(number: number, address: Address, begun: (person: Person) => void): Promise<void> {
  const user = `user-${number}`;
  const ask = askingAs(user, address);
  const person: Person = {
    user,
    prompt: `film of ${user}`,
    taskId: '',
    recordId: `record-${number}`,
    deleted: 'no',
    ownFile: undefined,
    poster: undefined,
    share: undefined,
    endedShares: [],
    isDone: false,
  };
  begun(person);
  await use(ask, person, number);
  person.isDone = true;
}

async function use(ask: Ask, person: Person, number: number): Promise<void> {
  await make(ask, person, number % 6 !== 5);
  if (number % 8 === 3) {
    // Whatever the gateways do with the video by now.
    await delay((number % 7) * 700);
    return remove(ask, person);
  }
  await keepOwnFile(ask, person, number);
  await watch(ask, person);
  if (number % 4 !== 0) await draw(ask, person, number);
  await share(ask, person, number % 3 === 1);
  if (number % 3 === 2) await remove(ask, person);
}

/** As a page does: its record first, where it writes one at all, then the request, under the key that stands in the record. */
async function make(ask: Ask, person: Person, writesRecord: boolean): Promise<void> {
  const idempotencyKey = randomUUID();
  const { prompt, recordId } = person;
  const record = { version: 2, id: recordId, kind: 'video', idempotencyKey, prompt, status: 'queued', outputs: [] };
  const body = JSON.stringify(record);
  // 409: the write arrived, and its answer did not.
  if (writesRecord)
    await ask('PUT', `/v1/library/records/video/${recordId}`, { headers: { ...json, 'if-none-match': '*' }, body, until: [201, 409] });
  else person.recordId = idempotencyKey;
  const { bytes } = await ask('POST', '/v1/video/generations', {
    headers: { ...json, 'idempotency-key': idempotencyKey },
    body: JSON.stringify({ model: 'vidu-q2', prompt }),
    until: [200],
  });
  person.taskId = (parsed(bytes) as { readonly task_id: string }).task_id;
}

async function keepOwnFile(ask: Ask, person: Person, number: number): Promise<void> {
  const body = Buffer.alloc(50_000 + number, `${person.user} `);
  await ask('PUT', '/v1/library/files/own', { headers: { 'content-type': 'image/png', 'if-none-match': '*' }, body, until: [201, 412] });
  person.ownFile = body;
  if (number % 4 !== 2) return;
  person.ownFile = undefined;
  await ask('DELETE', '/v1/library/files/own', { until: [204, 404] });
}

/** Until the library says that the video is there, and what is played is the film. */
async function watch(ask: Ask, person: Person): Promise<void> {
  for (const end = performance.now() + longestMs; performance.now() < end; await delay(2 * againMs)) {
    const found = (await entries(ask)).find(({ id }) => id === person.recordId);
    const [output] = found?.record?.outputs ?? [];
    if (found?.record?.status === 'succeeded') {
      if (output?.libraryFile === undefined) throw new Unexpected(`${person.user}: the video has no file in the library`);
      const { bytes } = await ask('GET', `/v1/library/files/${output.libraryFile}`, { until: [200] });
      if (hashOf(bytes) !== hashOf(filmOf(serviceIdIn(person)))) throw new Unexpected(`${person.user}: the film is another`);
      return;
    }
  }
  throw new Unexpected(`${person.user}: the video never came into the library`);
}

/** As the first page that shows the video. 204: it arrived, and its answer did not. */
async function draw(ask: Ask, person: Person, number: number): Promise<void> {
  const path = `/v1/library/posters/${person.recordId}/0`;
  const body = Buffer.alloc(20_000 + number, `${person.user} drew `);
  await ask('PUT', path, { headers: { 'content-type': 'image/webp' }, body, until: [201, 204] });
  const { bytes } = await ask('GET', path, { until: [200] });
  if (hashOf(bytes) !== hashOf(body)) throw new Unexpected(`${person.user}: the picture is another`);
  person.poster = body;
}

/** The id that the page has is signed. */
export const serviceIdIn = ({ taskId }: Person): string => taskId.slice(0, taskId.lastIndexOf('~'));

async function share(ask: Ask, person: Person, ends: boolean): Promise<void> {
  const body = JSON.stringify({ kind: 'video', id: person.recordId });
  const { bytes } = await ask('POST', '/v1/library/shares', { headers: json, body, until: [201] });
  const { token } = parsed(bytes) as { readonly token: string };
  person.share = token;
  await ask('GET', `/v1/shared/${token}`, { until: [200] });
  if (!ends) return;
  person.share = undefined;
  await ask('DELETE', `/v1/library/shares/${token}`, { until: [204, 404] });
  person.endedShares.push(token);
}

/** Into the bin, and for every second person out of it. Where the record is not there yet, nothing is deleted. */
async function remove(ask: Ask, person: Person): Promise<void> {
  const { share: token, recordId } = person;
  person.share = undefined;
  for (let status = 0; status !== 204;) {
    const found = (await entries(ask)).find(({ id }) => id === recordId);
    if (found?.record === undefined) return;
    ({ status } = await ask('DELETE', `/v1/library/records/video/${recordId}`, {
      headers: { 'if-match': `"${found.version}"` },
      until: [204, 409],
    }));
  }
  person.deleted = 'bin';
  if (token !== undefined) person.endedShares.push(token);
  if (Number(person.user.split('-')[1]) % 2 === 0) return;
  await ask('DELETE', '/v1/library/bin', { until: [204] });
  person.deleted = 'gone';
}

// A user's library behind the gateway, as a device asks it: one request each, answers checked, failures as errors.
import { isRecord } from '../../base/is-record.js';
import { VoxreelError, toVoxreelError } from '../errors.js';
import { errorOfReply, http, joinUrl, type HttpReply } from '../http.js';
import type { RemoteVersion } from './entries.js';
import { libraryName, type Fields, type LibraryName } from './record-kinds.js';

export interface LibraryAddress {
  /** Of the gateway, absolute or relative to the page. */
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>) | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export type RemoteChange = LibraryName & RemoteVersion;

export interface RemotePage {
  readonly changes: readonly RemoteChange[];
  readonly cursor: string;
  readonly more: boolean;
  /** Whose library it is; undefined where the gateway does not say. */
  readonly owner: string | undefined;
}

/** `current`: nothing was written; undefined where the library has and had none. */
export type RemoteWrite = { readonly version: number } | { readonly current: RemoteVersion | undefined };

export interface LibraryClient {
  /** Undefined where the library no longer knows the cursor. */
  changes(since: string | undefined, signal: AbortSignal): Promise<RemotePage | undefined>;
  /** `known`: the version to replace; undefined for a record that is not there. */
  put(name: LibraryName, record: Fields, known: number | undefined, signal: AbortSignal): Promise<RemoteWrite>;
  remove(name: LibraryName, known: number, signal: AbortSignal): Promise<RemoteWrite>;
  /** Anything else of the library: `path` as `/usage`. Undefined where the gateway has no such path. */
  ask(path: string, method: string, signal: AbortSignal, body?: object): Promise<HttpReply | undefined>;
  /** Hears whenever there may be something new, until the stream ends: resolves then, or rejects. */
  listen(heard: () => void, signal: AbortSignal): Promise<void>;
}

const pageSize = 500;
/** The gateway says something every 25 s. */
const silenceMs = 60_000;

/** How a request of this library is addressed. */
export interface LibraryCaller {
  url(path: string): string;
  headers(): Promise<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch | undefined;
}

/** `owner`: whose library this device has. A gateway refuses it for anybody else's, with `other_account`. */
export const createLibraryCaller = (address: () => LibraryAddress, owner: () => Promise<string | undefined>): LibraryCaller => ({
  url: (path) => joinUrl(address().baseUrl, `/v1/library${path}`),
  async headers() {
    const { headers } = address();
    const own = await owner();
    try {
      return { ...(typeof headers === 'function' ? await headers() : headers), ...(own !== undefined && { 'library-owner': own }) };
    } catch (cause) {
      throw toVoxreelError(cause, 'unauthorized');
    }
  },
  get fetch() {
    return address().fetch;
  },
});

export function createLibraryClient(caller: LibraryCaller): LibraryClient {
  const { url, headers: headersOf } = caller;
  const write = async (name: LibraryName, method: string, known: Record<string, string>, body: string | undefined, signal: AbortSignal) => {
    const path = url(`/records/${name.kind}/${encodeURIComponent(name.id)}`);
    const headers = { ...(await headersOf()), ...known, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    return writeIn(await http(path, { method, headers, signal, fetch: caller.fetch, ...(body === undefined ? {} : { body }) }));
  };
  return {
    async changes(since, signal) {
      const query = `?limit=${pageSize}${since === undefined ? '' : `&since=${encodeURIComponent(since)}`}`;
      const reply = await http(url(`/changes${query}`), { headers: await headersOf(), signal, fetch: caller.fetch });
      return reply.status === 410 ? undefined : pageIn(reply);
    },
    put: (name, record, known, signal) =>
      write(name, 'PUT', known === undefined ? { 'if-none-match': '*' } : { 'if-match': `"${known}"` }, JSON.stringify(record), signal),
    // One that was never acknowledged may have arrived all the same.
    remove: (name, known, signal) => write(name, 'DELETE', { 'if-match': `"${Math.max(1, known)}"` }, undefined, signal),
    async ask(path, method, signal, body) {
      const headers = { ...(await headersOf()), ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const reply = await http(url(path), { method, headers, signal, fetch: caller.fetch, ...sent });
      if (reply.ok) return reply;
      const error = errorOfReply(reply);
      if (reply.status === 404 && !error.code.endsWith('_not_exist')) return undefined;
      throw error;
    },
    async listen(heard, signal) {
      const { fetch = globalThis.fetch } = caller;
      const silent = new AbortController();
      const headers = { ...(await headersOf()), accept: 'text/event-stream' };
      const answer = await fetch(url('/events'), { headers, signal: AbortSignal.any([signal, silent.signal]) });
      if (!answer.ok || answer.body === null)
        throw new VoxreelError('bad_response', `The library answered ${answer.status}.`, { status: answer.status, retryable: true });
      await readEvents(answer.body, heard, () => silent.abort());
    },
  };
}

async function readEvents(body: ReadableStream<Uint8Array>, heard: () => void, silent: () => void): Promise<void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let timer = setTimeout(silent, silenceMs);
  let line = '';
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(silent, silenceMs);
      const lines = (line + decoder.decode(value, { stream: true })).split('\n');
      line = (lines.pop() ?? '').slice(-1000);
      if (lines.some((one) => /^event: (?:ready|changed)\s*$/.test(one))) heard();
    }
  } finally {
    clearTimeout(timer);
  }
}

function pageIn(reply: HttpReply): RemotePage {
  if (!reply.ok) throw errorOfReply(reply);
  const { json } = reply;
  if (!isRecord(json) || !Array.isArray(json['data']) || typeof json['cursor'] !== 'string') throw unread(reply);
  const changes = json['data'].flatMap((one: unknown) => changeIn(one) ?? []);
  const owner = typeof json['owner'] === 'string' ? json['owner'] : undefined;
  return { changes, cursor: json['cursor'], more: json['more'] === true, owner };
}

function changeIn(value: unknown): RemoteChange | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, id, version, deleted, record } = value;
  if (typeof kind !== 'string' || typeof id !== 'string' || !isVersion(version)) return undefined;
  if (deleted === true) return { kind, id, version };
  return isRecord(record) ? { kind, id, version, record } : undefined;
}

function writeIn(reply: HttpReply): RemoteWrite {
  const { status, ok, json, headers } = reply;
  if (status === 409) {
    const current = isRecord(json) ? json['current'] : undefined;
    const change = changeIn(current);
    if (change === undefined && current !== null) throw unread(reply);
    return { current: change };
  }
  if (!ok) throw errorOfReply(reply);
  const version = Number(/^(?:W\/)?"(\d{1,9})"$/.exec(headers.get('etag') ?? '')?.[1] ?? (isRecord(json) ? json['version'] : undefined));
  // A deletion of what is not there has none.
  if (!Number.isSafeInteger(version)) throw unread(reply);
  return { version };
}

const isVersion = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

/** For the library's own paths. Throws `record_not_exist` for a key that it cannot have. */
export function requireName(key: string): LibraryName {
  const name = libraryName(key);
  if (name === undefined) throw new VoxreelError('record_not_exist', 'The library has no record under such a key.', { param: 'key' });
  return name;
}

/** What `reply` says is not what the interface of a library promises. */
export const unread = ({ status }: HttpReply): VoxreelError =>
  new VoxreelError('bad_response', 'The library answered something else than its interface says.', { status, retryable: true });

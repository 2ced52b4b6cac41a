// A gateway with a library, asked as the pages of its users would ask it.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';

import type { Gateway, GatewayOptions } from 'voxreel/server';
import type { FileStore, LibraryOptions, LibraryQuota, RecordStore } from 'voxreel/server/library';
import { folderFiles } from 'voxreel/server/node';

import { gatewayTo } from '../gateway-client.js';
import { recordKinds, temporaryFolder, type RecordPlace } from './stores.js';

export interface LibrarySite {
  /** One more instance on the same stores. */
  gateway(options?: Partial<GatewayOptions>, library?: Partial<LibraryOptions>): Gateway;
  readonly records: RecordStore;
  readonly files: FileStore;
  readonly folder: string;
  end(): Promise<void>;
}

/** On Postgres where it is installed, else embedded. */
export async function librarySite(quota?: LibraryQuota): Promise<LibrarySite> {
  const kind = recordKinds.find(({ skip }) => skip === false);
  const place = (await kind?.place()) as RecordPlace;
  const folder = temporaryFolder();
  const files = folderFiles(folder);
  const records = place.open();
  return {
    records,
    files,
    folder,
    gateway: (options = {}, library = {}) =>
      gatewayTo('http://127.0.0.1:9', {
        secret: 'a secret of the site',
        library: { records: place.open(), files, quota, ...library },
        ...options,
      }),
    async end() {
      await place.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Asking {
  readonly user?: string;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit | undefined;
  readonly signal?: AbortSignal;
}

export const origin = 'https://www.example.org';

export function ask(gateway: Gateway, method: string, path: string, { user = 'ann', headers = {}, body, signal }: Asking = {}) {
  const init: RequestInit & { duplex?: 'half' } = { method, headers: { cookie: `user=${user}`, origin, ...headers } };
  if (body !== undefined) Object.assign(init, { body, duplex: 'half' });
  if (signal !== undefined) init.signal = signal;
  return gateway(new Request(`http://gateway.test/v1/library${path}`, init));
}

const json = { 'content-type': 'application/json' };

/** `known`: the version; 0 for a new record. */
export const putRecord = (gateway: Gateway, id: string, record: unknown, known = 0, user = 'ann') =>
  ask(gateway, 'PUT', `/records/video/${id}`, {
    user,
    headers: { ...json, ...(known === 0 ? { 'if-none-match': '*' } : { 'if-match': `"${known}"` }) },
    body: JSON.stringify(record),
  });

export const putFile = (gateway: Gateway, id: string, body: BodyInit, { user = 'ann', ...headers }: Record<string, string> = {}) =>
  ask(gateway, 'PUT', `/files/${id}`, { user, headers: { 'content-type': 'video/mp4', ...headers }, body });

export interface Listed {
  readonly data: readonly { kind: string; id: string; version: number; deleted?: boolean; record?: Record<string, unknown> }[];
  readonly cursor: string;
  readonly more: boolean;
}

export async function changes(gateway: Gateway, query = '', user = 'ann'): Promise<Listed> {
  const answer = await ask(gateway, 'GET', `/changes${query}`, { user });
  assert.equal(answer.status, 200, await answer.clone().text());
  return (await answer.json()) as Listed;
}

/** The text of server-sent events, until `until` stands in it. */
export async function heardUntil(answer: Response, until: (text: string) => boolean): Promise<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!until(text)) {
    const piece = await reader?.read();
    if (piece === undefined || piece.done) break;
    text += piece.value;
  }
  await reader?.cancel();
  return text;
}

// Files in anything that speaks S3. Loads `aws4fetch` when first used: it signs, and Node's own client sends.
import { VoxreelError } from '../../../base/errors.js';
import { lazy } from '../../../base/lazy.js';
import { isFileKey, type FileStore } from '../../library/file-store.js';
import { readCapped } from '../../requests/read-capped.js';
import type { ServiceAnswer, WayOutInit } from '../../way-out.js';
import { httpWayOut } from '../http-way-out.js';
import { fileParts, partBytes } from './file-parts.js';

/** A bucket, and how to reach it. */
export interface S3Options {
  /** Of the bucket: `https://my-bucket.s3.eu-central-1.amazonaws.com`, or `http://127.0.0.1:9000/my-bucket`. */
  readonly url: string;
  /** Default: as the address says, else `us-east-1`. */
  readonly region?: string | undefined;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  /** Before every key: `library/`. Default empty. */
  readonly prefix?: string | undefined;
  /** Until one request is answered. Default 60,000. */
  readonly timeoutMs?: number | undefined;
}

/**
 * A file longer than 8 MiB is sent in parts of so much, one after another; no more of it is in memory. Set a rule on the bucket that removes incomplete
 * multipart uploads: a process that is killed leaves its own.
 */
export function s3Files(options: S3Options): FileStore {
  const ask = asking(options);
  return {
    async put(key, bytes, { type }) {
      const parts = fileParts(bytes);
      try {
        const first = await parts.next();
        const begin = first.done === true ? new Uint8Array() : first.value;
        if (begin.byteLength < partBytes) await expectOk(ask('PUT', key, { body: begin, headers: { 'content-type': type } }));
        else await putParts((method, query, init) => ask(method, key, { ...init, query }), type, [begin, parts]);
      } finally {
        await parts.return(undefined);
      }
    },
    async get(key, { start, end }) {
      if (start >= end) return (await sizeOf(ask, key)) === undefined ? undefined : new Blob([]).stream();
      const answer = await ask('GET', key, { headers: { range: `bytes=${start}-${end - 1}` }, streamed: true });
      if (answer.status === 404) {
        await answer.body?.cancel();
        return undefined;
      }
      if (answer.status !== 206 || answer.body === null) throw await problem(answer);
      const range = answer.headers.get('content-range') ?? '';
      if (range.startsWith(`bytes ${start}-${end - 1}/`)) return answer.body;
      await answer.body.cancel();
      throw new Error(`The store of files sent ${range}.`);
    },
    size: (key) => sizeOf(ask, key),
    async remove(key) {
      const answer = await ask('DELETE', key);
      if (!answer.ok && answer.status !== 404) throw await problem(answer);
    },
  };
}

type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
interface Sent {
  readonly query?: string | undefined;
  readonly headers?: Record<string, string> | undefined;
  readonly body?: Uint8Array<ArrayBuffer> | string | undefined;
  readonly streamed?: boolean | undefined;
}
type Ask = (method: Method, key: string, sent?: Sent) => Promise<ServiceAnswer>;

const missing = (cause: unknown): never => {
  throw new Error('s3Files needs a package: npm install aws4fetch', { cause });
};

function asking({ url, prefix = '', timeoutMs = 60_000, region, accessKeyId, secretAccessKey, sessionToken }: S3Options): Ask {
  const loaded = lazy(() => import('aws4fetch').catch(missing));
  const known = {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    ...(region !== undefined && { region }),
  };
  const cache = new Map<string, ArrayBuffer>();
  return async (method, key, { query = '', headers = {}, body, streamed } = {}) => {
    if (!isFileKey(key)) throw new VoxreelError('invalid_input', 'A key is small letters, digits and hyphens.', { param: 'key' });
    const { AwsV4Signer } = await loaded.get();
    const target = `${url.replace(/\/$/, '')}/${prefix}${key}${query}`;
    const signed = await new AwsV4Signer({ method, url: target, headers, service: 's3', cache, ...known }).sign();
    const init: WayOutInit = { method, headers: Object.fromEntries(signed.headers), body, timeoutMs, streamed };
    return httpWayOut(signed.url.href, init);
  };
}

async function sizeOf(ask: Ask, key: string): Promise<number | undefined> {
  const answer = await ask('HEAD', key);
  await answer.body?.cancel();
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw await problem(answer);
  return Number(answer.headers.get('content-length'));
}

type AskOfFile = (method: Method, query: string, sent?: Sent) => Promise<ServiceAnswer>;

async function putParts(
  ask: AskOfFile,
  type: string,
  [first, rest]: readonly [Uint8Array<ArrayBuffer>, AsyncIterable<Uint8Array<ArrayBuffer>>],
) {
  const begun = await textOf(await expectOk(ask('POST', '?uploads=', { headers: { 'content-type': type } })));
  const [, id] = /<UploadId>([^<]+)<\/UploadId>/.exec(begun) ?? [];
  if (id === undefined) throw new Error('The store began no upload.');
  const upload = `uploadId=${encodeURIComponent(id)}`;
  const etags: string[] = [];
  const send = async (body: Uint8Array<ArrayBuffer>): Promise<void> => {
    const answer = await expectOk(ask('PUT', `?partNumber=${etags.length + 1}&${upload}`, { body }));
    etags.push(answer.headers.get('etag') ?? '');
  };
  try {
    await send(first);
    for await (const part of rest) await send(part);
    const listed = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
    const body = `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`;
    const done = await textOf(await expectOk(ask('POST', `?${upload}`, { body })));
    // It may say that it failed after it has said 200.
    if (!done.includes('<CompleteMultipartUploadResult')) throw new Error('The store did not complete the upload.');
  } catch (error) {
    await ask('DELETE', `?${upload}`).catch(() => {});
    throw error;
  }
}

async function expectOk(asked: Promise<ServiceAnswer>): Promise<ServiceAnswer> {
  const answer = await asked;
  if (!answer.ok) throw await problem(answer);
  return answer;
}

const textOf = async (answer: ServiceAnswer): Promise<string> => new TextDecoder().decode(await readCapped(answer, 1024 ** 2));

async function problem(answer: ServiceAnswer): Promise<Error> {
  const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await textOf(answer).catch(() => '')) ?? [];
  return new Error(`The store of files answered ${answer.status} ${code}`.trim());
}

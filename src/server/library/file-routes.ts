// The files of a library: brought, played and deleted. Their bytes pass through, and are never in memory as a whole.
import { json, refuse } from '../answers/answers.js';
import { isResponse } from '../answers/buffered-response.js';
import { mediaHeaders, refuseRange } from '../answers/stream-result.js';
import { timedStream } from '../answers/timed-stream.js';
import type { Limits } from '../gateway-options.js';
import { createInUse } from '../in-use.js';
import { bodyPieces } from '../requests/body-pieces.js';
import { mediaType } from '../requests/media-type.js';
import type { Call, Route } from '../route.js';
import type { FileStore } from './file-store.js';
import { LibraryAway } from './library-away.js';
import type { FullQuota } from './library-options.js';
import { filePath } from './library-paths.js';
import { rangeIn } from './range.js';
import { isLibraryId, quotaExceeded, unfitId } from './record-routes.js';
import type { FileEntry, FileIndex } from './record-store.js';
import type { Sweep } from './sweep.js';
import { beginUpload, uploadMs, UploadRefused } from './upload.js';

export interface FileParts {
  readonly index: FileIndex;
  readonly files: FileStore;
  readonly sweep: Sweep;
  readonly quota: FullQuota;
}

const noFile = (): Response => refuse(404, 'file_not_exist', 'There is no such file.', 'id');
const exists = (): Response => refuse(412, 'file_exists', 'There is a file of this id already.', 'If-None-Match');

export function fileRoutes({ index, files, sweep, quota }: FileParts, limits: Limits): readonly Route[] {
  const playing = createInUse(limits.results);

  const put = async (call: Call): Promise<Response> => {
    const { user, request, parts } = call;
    const [id = ''] = parts;
    if (!isLibraryId(id)) return unfitId();
    const type = mediaType(request);
    if (isResponse(type)) return type;
    const condition = request.headers.get('if-none-match');
    if ((condition ?? '*') !== '*' || request.headers.has('if-match'))
      return refuse(400, 'invalid_value', 'A file takes If-None-Match: * or no condition.', 'If-None-Match');
    const replace = condition === null;
    if (!replace && (await index.find(user.id, id)) !== undefined) return exists();
    const key = crypto.randomUUID();
    try {
      return await bring(call, { id, key, type }, replace);
    } catch (error) {
      return refusedUpload(error, limits, quota);
    }
  };

  async function bring({ user, request }: Call, head: Omit<FileEntry, 'bytes'>, replace: boolean): Promise<Response> {
    const { key, type, id } = head;
    const length = lengthOf(request);
    const body = bodyPieces(request);
    let kept: Awaited<ReturnType<FileIndex['keep']>> = 'gone';
    try {
      const upload = await beginUpload(body.pieces(), {
        length,
        fileBytes: quota.fileBytes,
        idleMs: limits.idleMs,
        reserve: (bytes) => index.reserve(user.id, { key, bytes }, { quotaBytes: quota.bytes, ttlMs: uploadMs }),
      });
      await files.put(key, upload.pieces, { type, size: length }).catch((error: unknown) => {
        throw upload.failure ?? error;
      });
      const { bytes } = upload;
      if (bytes === 0) return refuse(400, 'invalid_body', 'The file is empty.', 'body');
      kept = await index.keep(user.id, { ...head, bytes }, replace);
      if (kept === 'exists') return exists();
      if (kept === 'gone') return refuse(409, 'upload_gone', 'The library was cleared while the file came. Send it again.');
      if (replace) sweep.now();
      return json(201, { id, object: 'file', bytes, type }, { etag: etagOf(key) });
    } finally {
      // Its bytes go with the next round, or now where the index knows nothing of them.
      if (kept !== 'kept') {
        body.stop();
        await index.abandon(user.id, key).catch(() => {});
        await files.remove(key).catch(() => {});
        sweep.now();
      }
    }
  }

  /** Undefined where the bytes are gone: another upload may just have replaced them. */
  const read = async ({ user, request, parts: [id = ''] }: Call): Promise<Response | undefined> => {
    const file = await index.find(user.id, id);
    if (file === undefined) return noFile();
    const etag = etagOf(file.key);
    const headers = { ...mediaHeaders, etag, 'accept-ranges': 'bytes', 'content-type': file.type };
    if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
    const range = rangeIn(request, file.bytes, etag);
    if (range === undefined)
      return refuse(416, 'range_not_satisfiable', 'The file is not as long.', 'Range', { 'content-range': `bytes */${file.bytes}` });
    const { start, end, isPart } = range;
    const status = isPart ? 206 : 200;
    const sized = {
      ...headers,
      'content-length': String(end - start),
      ...(isPart && { 'content-range': `bytes ${start}-${end - 1}/${file.bytes}` }),
    };
    if (request.method === 'HEAD') return new Response(null, { status, headers: sized });
    if (!playing.take(user.id))
      return refuse(429, 'too_many_results', 'Too many files are being read. Try again later.', '', { 'retry-after': '5' });
    const done = once(() => playing.give(user.id));
    let stream: ReadableStream<Uint8Array> | undefined;
    try {
      stream = await files.get(file.key, range);
    } finally {
      if (stream === undefined) done();
    }
    if (stream === undefined) return undefined;
    const { idleMs, resultMs } = limits;
    return new Response(timedStream(stream, { caller: request.signal, idleMs, totalMs: resultMs, abandon: done }), {
      status,
      headers: sized,
    });
  };

  const get = async (call: Call): Promise<Response> => refuseRange(call.request) ?? (await read(call)) ?? (await read(call)) ?? noFile();

  const remove = async ({ user, note, parts: [id = ''] }: Call): Promise<Response> => {
    note({ id });
    if (!(await index.remove(user.id, id))) return noFile();
    sweep.now();
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
  };

  return [
    { method: 'GET', path: filePath, answer: get },
    { method: 'HEAD', path: filePath, answer: get },
    { method: 'PUT', path: filePath, answer: put },
    { method: 'DELETE', path: filePath, answer: remove },
  ];
}

const once = (end: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    end();
  };
};

/** Each upload has a key of its own. */
const etagOf = (key: string): string => `"${key.replaceAll('-', '').slice(0, 22)}"`;

const matches = (header: string | null, etag: string): boolean =>
  header !== null && header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);

function lengthOf({ headers }: Request): number | undefined {
  const length = headers.get('content-length') ?? '';
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

function refusedUpload(error: unknown, { idleMs }: Limits, { fileBytes }: FullQuota): Response {
  if (error instanceof LibraryAway) throw error;
  const why = error instanceof UploadRefused ? error.why : undefined;
  if (why === 'quota') return quotaExceeded('bytes');
  if (why === 'too_large') return refuse(400, 'body_too_large', `The file is larger than ${fileBytes} bytes.`, 'body');
  if (why === 'too_slow') return refuse(400, 'body_too_slow', `The next piece took longer than ${idleMs} ms.`, 'body');
  if (why === 'incomplete') return refuse(400, 'invalid_body', 'The body is incomplete.', 'body');
  throw new LibraryAway('The file could not be stored.', { cause: error });
}

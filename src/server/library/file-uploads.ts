// An upload into a library: counted, stored, and listed when all of it is there.
import { json, refuse } from '../answers/answers.js';
import { isResponse } from '../answers/buffered-response.js';
import type { Limits } from '../gateway-options.js';
import { bodyPieces } from '../requests/body-pieces.js';
import { mediaType } from '../requests/media-type.js';
import type { Call } from '../route.js';
import type { FileStore } from './file-store.js';
import { LibraryAway } from './library-away.js';
import type { FullQuota } from './library-options.js';
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

const exists = (): Response => refuse(412, 'file_exists', 'There is a file of this id already.', 'If-None-Match');

/** Each upload has a key of its own. */
export const etagOf = (key: string): string => `"${key.replaceAll('-', '').slice(0, 22)}"`;

/** Answers `PUT` of a file. */
export function uploads({ index, files, sweep, quota }: FileParts, limits: Limits): (call: Call) => Promise<Response> {
  async function bring({ user, request }: Call, head: Omit<FileEntry, 'bytes'>, replace: boolean): Promise<Response> {
    const { key, type, id } = head;
    const length = lengthOf(request);
    const body = bodyPieces(request);
    let kept: Awaited<ReturnType<FileIndex['keep']>> | undefined;
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
      if (kept !== 'kept') {
        body.stop();
        // Where nobody knows whether it was kept, the index does: it gives up uploads alone, and the bytes of those go with the next round.
        await index.abandon(user.id, key).catch(() => {});
        if (kept === 'gone') await files.remove(key).catch(() => {});
        sweep.now();
      }
    }
  }

  return async (call) => {
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
}

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

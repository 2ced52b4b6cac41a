// An upload into a library: counted, stored, and listed when all of it is there.
import { json, refuse } from '../answers/answers.js';
import { isResponse } from '../answers/buffered-response.js';
import type { Limits } from '../gateway-options.js';
import { bodyPieces, type BodyPieces } from '../requests/body-pieces.js';
import { mediaType } from '../requests/media-type.js';
import type { Call } from '../route.js';
import type { FileStore } from './file-store.js';
import { LibraryAway } from './library-away.js';
import type { FullQuota } from './library-options.js';
import { isLibraryId, quotaExceeded, unfitId } from './record-routes.js';
import type { FileEntry, FileIndex } from './record-store.js';
import type { Sweep } from './sweep.js';
import { beginUpload, uploadMs, UploadRefused, type Upload } from './upload.js';

export interface FileParts {
  readonly index: FileIndex;
  readonly files: FileStore;
  readonly sweep: Sweep;
  readonly quota: FullQuota;
  readonly limits: Limits;
}

const exists = (): Response => refuse(412, 'file_exists', 'There is a file of this id already.', 'If-None-Match');

/** What became of bytes that came and were not kept. */
export const uploadEmpty = (): Response => refuse(400, 'invalid_body', 'The file is empty.', 'body');
export const uploadGone = (): Response => refuse(409, 'upload_gone', 'The upload was given up while the file came. Send it again.');

/** Each upload has a key of its own. */
export const etagOf = (key: string): string => `"${key.replaceAll('-', '').slice(0, 22)}"`;

type NewFile = Omit<FileEntry, 'bytes'>;

export interface Brought {
  /** `exists`: there is one of this id, which stays. `gone`: it was given up meanwhile. `empty`: no byte came. */
  readonly kept: Awaited<ReturnType<FileIndex['keep']>> | 'empty';
  readonly bytes: number;
}

/** What comes: as long as its head says, and whether it takes the place of one that is there. */
interface Coming extends NewFile {
  readonly length: number | undefined;
  readonly replace: boolean;
  /** Key of the watched video whose result it is. */
  readonly watched?: string | undefined;
}

/** Counts, stores and lists a file of a user. Rejects with `UploadRefused`, or as the store does; nothing of it is left then. */
export async function storeFile(
  userId: string,
  { length, replace, watched, ...head }: Coming,
  body: BodyPieces,
  { index, files, sweep, quota, limits }: FileParts,
): Promise<Brought> {
  const { key, type } = head;
  let kept: Brought['kept'] | undefined;
  let upload: Upload | undefined;
  try {
    upload = await beginUpload(body.pieces(), {
      length,
      fileBytes: quota.fileBytes,
      idleMs: limits.idleMs,
      reserve: (bytes) => index.reserve(userId, { key, bytes, watched }, { quotaBytes: quota.bytes, ttlMs: uploadMs }),
    });
    const { pieces } = upload;
    await files.put(key, pieces, { type, size: length }).catch((error: unknown) => {
      throw upload?.failure ?? error;
    });
    await upload.end();
    const { bytes } = upload;
    kept = bytes === 0 ? 'empty' : await index.keep(userId, { ...head, bytes }, replace);
    if (kept === 'kept' && replace) sweep.now();
    return { kept, bytes };
  } finally {
    await upload?.end();
    if (kept !== 'kept') {
      body.stop();
      // Where nobody knows whether it was kept, the index does: it gives up uploads alone, and the bytes of those go with the next round.
      await index.abandon(userId, key).catch(() => {});
      if (kept === 'gone') await files.remove(key).catch(() => {});
      sweep.now();
    }
  }
}

/** Answers `PUT` of a file. */
export function uploads(parts: FileParts): (call: Call) => Promise<Response> {
  const { index, limits, quota } = parts;
  async function bring({ user, request }: Call, head: NewFile, replace: boolean): Promise<Response> {
    const { key, type, id } = head;
    const length = lengthOf(request);
    const { kept, bytes } = await storeFile(user.id, { ...head, length, replace }, bodyPieces(request), parts);
    if (kept === 'empty') return uploadEmpty();
    if (kept === 'exists') return exists();
    if (kept === 'gone') return uploadGone();
    return json(201, { id, object: 'file', bytes, type }, { etag: etagOf(key) });
  }

  return async (call) => {
    const { user, request } = call;
    const [id = ''] = call.parts;
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

export function lengthOf({ headers }: Request): number | undefined {
  const length = headers.get('content-length') ?? '';
  return /^\d{1,15}$/.test(length) ? Number(length) : undefined;
}

/** What became of an upload that was not stored. Throws `LibraryAway`. */
export function refusedUpload(error: unknown, { idleMs }: Limits, { fileBytes }: FullQuota): Response {
  if (error instanceof LibraryAway) throw error;
  const why = error instanceof UploadRefused ? error.why : undefined;
  if (why === 'quota') return quotaExceeded('bytes');
  if (why === 'too_large') return refuse(400, 'body_too_large', `The file is larger than ${fileBytes} bytes.`, 'body');
  if (why === 'too_slow') return refuse(400, 'body_too_slow', `The next piece took longer than ${idleMs} ms.`, 'body');
  if (why === 'incomplete') return refuse(400, 'invalid_body', 'The body is incomplete.', 'body');
  throw new LibraryAway('The file could not be stored.', { cause: error });
}

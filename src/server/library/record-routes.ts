// `GET /v1/library/changes`, and the records that a page writes and deletes, each with the version that it knows.
import { jsonText, refuse } from '../answers/answers.js';
import { isResponse } from '../answers/buffered-response.js';
import type { Limits } from '../gateway-options.js';
import { readJson } from '../requests/read-json.js';
import { exactly, type Call, type Route } from '../route.js';
import type { FullQuota } from './library-options.js';
import { ownerOf } from './library-owner.js';
import { libraryPaths, longestId, recordPath } from './library-paths.js';
import { filesOfRecord, hasFilesOfItsOwn } from './shared-content.js';
import type { RecordChange, RecordName, RecordStore, RecordWritten } from './record-store.js';

/** Of one answer. */
export const mostInPage = { records: 500, bytes: 4 * 1024 ** 2 };
const usualRecords = 100;

export interface RecordParts {
  readonly records: RecordStore;
  readonly limits: Limits;
  readonly quota: FullQuota;
  /** Whether what is deleted goes to the bin, where the store has one. */
  readonly keepsDeleted: boolean;
  /** Bytes are needed no more. */
  readonly freed: () => void;
}

export function recordRoutes({ records, limits, quota, keepsDeleted, freed }: RecordParts): readonly Route[] {
  const changes = async ({ url, user }: Call): Promise<Response> => {
    const limit = limitIn(url);
    if (limit === undefined) return unfitLimit();
    const since = url.searchParams.get('since') ?? undefined;
    const found = await records.changes(user.id, since, { ...mostInPage, records: limit });
    // Also where a page has the cursor of somebody else: it learns nothing but to begin again.
    if (found === undefined)
      return refuse(410, 'cursor_gone', 'This library does not know the cursor. Begin again without since.', 'since');
    const data = found.data.map(changeText).join(',');
    return jsonText(
      200,
      `{"data":[${data}],"cursor":${JSON.stringify(found.cursor)},"more":${String(found.more)},"owner":"${await ownerOf(user.id)}"}`,
    );
  };

  const put = async (call: Call): Promise<Response> => {
    const name = nameIn(call);
    const known = knownVersion(call.request);
    if (name === undefined) return unfitId();
    if (typeof known !== 'number') return known;
    const bodyBytes = Math.min(limits.bodyBytes, quota.recordBytes);
    const body = await readJson(call.request, { bodyBytes, bodyMs: limits.bodyMs }, call.hold);
    if (isResponse(body)) return body;
    const frees = hasFilesOfItsOwn(name.kind);
    const files = filesOfRecord(name, body);
    const written = await records.put(call.user.id, name, JSON.stringify(body), { known, quota, files, frees });
    return answerTo(written, name, known === 0 ? 201 : 200);
  };

  const remove = async (call: Call): Promise<Response> => {
    const name = nameIn(call);
    const known = knownVersion(call.request);
    if (name === undefined) return unfitId();
    if (typeof known !== 'number') return known;
    if (known === 0) return refuse(400, 'invalid_value', 'A deletion takes If-Match.', 'If-None-Match');
    call.note({ id: name.id });
    const { bin } = records;
    // A draft is deleted as soon as it was sent.
    const isKept = bin !== undefined && keepsDeleted && name.kind !== 'draft';
    const removed = await (isKept ? bin.put(call.user.id, name, known) : records.remove(call.user.id, name, known));
    if (!isKept) freed();
    return answerTo(removed, name, 204);
  };

  return [
    { method: 'GET', path: exactly(libraryPaths.changes), answer: changes },
    { method: 'PUT', path: recordPath, answer: put },
    { method: 'DELETE', path: recordPath, answer: remove },
  ];
}

export function limitIn({ searchParams }: URL): number | undefined {
  const limit = searchParams.get('limit') ?? String(usualRecords);
  return /^\d{1,3}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= mostInPage.records ? Number(limit) : undefined;
}

export const unfitLimit = (): Response => refuse(400, 'invalid_value', `limit must be a number from 1 to ${mostInPage.records}.`, 'limit');

export function nameIn({ parts: [kind = '', id = ''] }: Call): RecordName | undefined {
  return isLibraryId(id) ? { kind, id } : undefined;
}

export const isKind = (kind: unknown): kind is string => typeof kind === 'string' && /^[a-z][a-z\d-]{0,31}$/.test(kind);
export const isLibraryId = (id: unknown): id is string => typeof id === 'string' && id.length <= longestId && /^[!-~]+$/.test(id);
export const unfitId = (): Response => refuse(400, 'invalid_value', `An id has at most ${longestId} printable ASCII characters.`, 'id');

/** The version in `If-Match: "3"`, 0 for `If-None-Match: *`, or the refusal of anything else. */
function knownVersion({ headers }: Request): number | Response {
  const [match, noneMatch] = [headers.get('if-match'), headers.get('if-none-match')];
  if (match === null && noneMatch === null)
    return refuse(
      428,
      'precondition_required',
      'Say what you know: If-Match: "<version>", or If-None-Match: * for a new record.',
      'If-Match',
    );
  if (match === null) return noneMatch === '*' ? 0 : refuse(400, 'invalid_value', 'If-None-Match must be *.', 'If-None-Match');
  const [, version] = /^"([1-9]\d{0,8})"$/.exec(match) ?? [];
  if (version === undefined || noneMatch !== null)
    return refuse(400, 'invalid_value', 'If-Match must be a version in quotes, without If-None-Match.', 'If-Match');
  return Number(version);
}

export function answerTo(written: RecordWritten, { kind, id }: RecordName, status: number): Response {
  if ('exceeded' in written) return quotaExceeded(written.exceeded);
  if ('conflict' in written) return conflict(written.conflict);
  const { version } = written;
  const headers = { etag: `"${version}"`, 'cache-control': 'no-store' };
  return status === 204 ? new Response(null, { status, headers }) : jsonText(status, JSON.stringify({ kind, id, version }), headers);
}

export const quotaExceeded = (what: 'records' | 'bytes'): Response =>
  refuse(413, 'quota_exceeded', `No more ${what} fit into this library. Delete something first.`, what);

/** The documents' error body, and beside it what is there now. */
function conflict(current: RecordChange | undefined): Response {
  const body = {
    code: 'conflict',
    message: 'The record has changed since the version that you know. The current one is in this answer.',
    param: 'If-Match',
    type: 'invalid_request_error',
  };
  const text = `${JSON.stringify(body).slice(0, -1)},"current":${current === undefined ? 'null' : changeText(current)}}`;
  return jsonText(409, text, current === undefined ? {} : { etag: `"${current.version}"` }, body.code);
}

/** The record is JSON already. */
export function changeText({ kind, id, version, record }: RecordChange): string {
  const head = JSON.stringify({ kind, id, version }).slice(0, -1);
  return record === undefined ? `${head},"deleted":true}` : `${head},"record":${record}}`;
}

// Finished videos, in memory within a budget of bytes, served whole or in ranges.
import { createHash, randomBytes } from 'node:crypto';

import { json } from '../http.js';

export interface ResultFiles {
  /** Keeps a file and returns its path below the service's address. The oldest files make room. */
  add(bytes: Uint8Array, contentType: string): string;
  /** Answers `GET` and `HEAD` on `/files/{file_id}`; undefined for other paths. */
  handle(request: Request): Response | undefined;
  clear(): void;
}

interface ResultFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly etag: string;
}

const prefix = '/files/';

export function createResultFiles(budgetBytes: number): ResultFiles {
  const files = new Map<string, ResultFile>();
  let kept = 0;
  return {
    add(bytes, contentType) {
      for (const [id, file] of files) {
        if (kept + bytes.byteLength <= budgetBytes) break;
        files.delete(id);
        kept -= file.bytes.byteLength;
      }
      // The id is the only guard: a video element cannot send a bearer.
      const id = `${randomBytes(18).toString('base64url')}.${contentType.split('/')[1] ?? 'bin'}`;
      files.set(id, { bytes, contentType, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` });
      kept += bytes.byteLength;
      return prefix + id;
    },
    handle(request) {
      const { pathname } = new URL(request.url);
      if (!pathname.startsWith(prefix) || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
      const file = files.get(pathname.slice(prefix.length));
      return file === undefined ? missing() : serve(request, file);
    },
    clear() {
      files.clear();
      kept = 0;
    },
  };
}

const missing = (): Response =>
  json(404, {
    code: 'file_not_found',
    message: 'There is no such file, or it had to make room for newer ones.',
    param: 'file_id',
    type: 'invalid_request_error',
  });

function serve(request: Request, file: ResultFile): Response {
  const headers = new Headers({
    'content-type': file.contentType,
    'accept-ranges': 'bytes',
    etag: file.etag,
    'cache-control': 'private, max-age=86400, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers });
  const total = file.bytes.byteLength;
  const range = freshRange(request, file, total);
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${total}`);
    return new Response(null, { status: 416, headers });
  }
  const [from, to] = range ?? [0, total - 1];
  headers.set('content-length', String(to - from + 1));
  if (range !== undefined) headers.set('content-range', `bytes ${from}-${to}/${total}`);
  const body = request.method === 'HEAD' ? null : file.bytes.slice(from, to + 1);
  return new Response(body, { status: range === undefined ? 200 : 206, headers });
}

/** One range as RFC 9110 has it; several, or ones we cannot read, are answered with the whole. */
function freshRange(request: Request, file: ResultFile, total: number): readonly [number, number] | 'unsatisfiable' | undefined {
  const condition = request.headers.get('if-range');
  if (condition !== null && condition !== file.etag) return undefined;
  const parts = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range') ?? '');
  if (parts === null || (parts[1] === '' && parts[2] === '')) return undefined;
  const from = parts[1] === '' ? Math.max(0, total - Number(parts[2])) : Number(parts[1]);
  const to = parts[1] === '' || parts[2] === '' ? total - 1 : Math.min(total - 1, Number(parts[2]));
  if (from >= total || (parts[1] === '' && Number(parts[2]) === 0)) return 'unsatisfiable';
  return from > to ? undefined : [from, to];
}

// The files of a library: brought, played and deleted. Their bytes pass through, and are never in memory as a whole.
import { noContent, refuse } from '../answers/answers.js';
import { mediaHeaders, refuseRange } from '../answers/stream-result.js';
import { timedStream } from '../answers/timed-stream.js';
import { createInUse } from '../in-use.js';
import type { Call, Route } from '../route.js';
import { filePath } from './library-paths.js';
import { rangeIn } from './range.js';
import { etagOf, uploads, type FileParts } from './file-uploads.js';

const noFile = (): Response => refuse(404, 'file_not_exist', 'There is no such file.', 'id');

/** The file `id` of a user, for a request that was found to have a right to it. */
export type FileAnswer = (userId: string, id: string, request: Request) => Promise<Response>;

/** Each counts what it plays by itself. `none`: the answer where there is no such file. */
export function createFileAnswer({ index, files, limits }: Pick<FileParts, 'index' | 'files' | 'limits'>, none = noFile): FileAnswer {
  const playing = createInUse(limits.results);

  /** Undefined where the bytes are gone: another upload may just have replaced them. */
  const read = async (userId: string, id: string, request: Request): Promise<Response | undefined> => {
    const file = await index.find(userId, id);
    if (file === undefined) return none();
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
    if (!playing.take(userId))
      return refuse(429, 'too_many_results', 'Too many files are being read. Try again later.', '', { 'retry-after': '5' });
    const done = once(() => playing.give(userId));
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

  return async (...asked) => refuseRange(asked[2]) ?? (await read(...asked)) ?? (await read(...asked)) ?? none();
}

export function fileRoutes(parts: FileParts): readonly Route[] {
  const { index, sweep } = parts;
  const answer = createFileAnswer(parts);
  const get = ({ user, request, parts: [id = ''] }: Call): Promise<Response> => answer(user.id, id, request);

  const remove = async ({ user, note, parts: [id = ''] }: Call): Promise<Response> => {
    note({ id });
    if (!(await index.remove(user.id, id))) return noFile();
    sweep.now();
    return noContent();
  };

  return [
    { method: 'GET', path: filePath, answer: get },
    { method: 'HEAD', path: filePath, answer: get },
    { method: 'PUT', path: filePath, answer: uploads(parts) },
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

const matches = (header: string | null, etag: string): boolean =>
  header !== null && header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);

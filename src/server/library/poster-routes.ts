// The pictures of a user's videos: the first page that shows a video draws and brings one, and every other device has it. A picture is a file of the
// library, and goes where the record of its video goes.
import { noContent, refuse } from '../answers/answers.js';
import { isResponse } from '../answers/buffered-response.js';
import { bodyPieces } from '../requests/body-pieces.js';
import { parsed } from '../requests/fields.js';
import { mediaType } from '../requests/media-type.js';
import type { Call, Route } from '../route.js';
import { createFileAnswer } from './file-routes.js';
import { lengthOf, refusedUpload, storeFile, uploadEmpty, uploadGone, type FileParts } from './file-uploads.js';
import { posterPath } from './library-paths.js';
import { isLibraryId, unfitId } from './record-routes.js';
import type { RecordStore } from './record-store.js';
import { posterFile, postersOf } from './shared-content.js';

/** What pages draw has 40 kB at most. */
const longestPoster = 256 * 1024;

export interface PosterParts extends FileParts {
  readonly records: RecordStore;
}

const noVideo = (): Response => refuse(404, 'record_not_exist', 'There is no such video, or it has no such output.', 'id');

export function posterRoutes({ records, ...parts }: PosterParts): readonly Route[] {
  const { index, sweep, quota, limits } = parts;
  if (records.get === undefined) return [];
  // One that nobody has drawn yet is no error: the page that asks draws it.
  const answer = createFileAnswer(parts, noContent);

  const nameIn = ({ parts: [id = '', output = ''] }: Call) => {
    const file = posterFile(id, Number(output));
    return isLibraryId(file) ? { id, file } : undefined;
  };
  const hasOutput = async (userId: string, { id, file }: { readonly id: string; readonly file: string }): Promise<boolean> => {
    const video = await records.get?.(userId, { kind: 'video', id });
    return postersOf(id, parsed(video?.record ?? '')).includes(file);
  };

  const get = async (call: Call): Promise<Response> => {
    const name = nameIn(call);
    return name === undefined ? unfitId() : answer(call.user.id, name.file, call.request);
  };

  const put = async (call: Call): Promise<Response> => {
    const { user, request } = call;
    const name = nameIn(call);
    if (name === undefined) return unfitId();
    const type = mediaType(request);
    if (isResponse(type)) return type;
    if (!type.startsWith('image/')) return refuse(400, 'content_type_not_allowed', 'The body must be a picture.', 'Content-Type');
    if (!(await hasOutput(user.id, name))) return noVideo();
    if ((await index.find(user.id, name.file)) !== undefined) return noContent();
    const bounded = { ...parts, quota: { ...quota, fileBytes: Math.min(quota.fileBytes, longestPoster) } };
    const head = { id: name.file, key: crypto.randomUUID(), type, length: lengthOf(request), replace: false };
    try {
      const { kept } = await storeFile(user.id, head, bodyPieces(request), bounded);
      if (kept === 'empty') return uploadEmpty();
      if (kept === 'exists') return noContent();
      if (kept === 'gone') return uploadGone();
    } catch (error) {
      return refusedUpload(error, limits, bounded.quota);
    }
    // Its video may have been deleted while it came: then no record takes it away.
    if (await hasOutput(user.id, name)) return new Response(null, { status: 201, headers: { 'cache-control': 'no-store' } });
    await index.remove(user.id, name.file);
    sweep.now();
    return noVideo();
  };

  return [
    { method: 'GET', path: posterPath, answer: get },
    { method: 'PUT', path: posterPath, answer: put },
  ];
}

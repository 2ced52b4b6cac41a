// One step with a video that is watched: asks its service, and once it has ended stores its files, writes the user's record and tells the site.
import { paceOf } from '../answers/answers.js';
import { isResponse, valueOf } from '../answers/buffered-response.js';
import { proxiedOutputs, resultUrls, scrubbedTask } from '../answers/results.js';
import type { Scrub } from '../answers/scrub.js';
import { streamResult } from '../answers/stream-result.js';
import { hasEnded } from '../answers/task-body.js';
import type { KnownTask } from '../backends/backend.js';
import type { GatewaySettings } from '../gateway-options.js';
import type { AddressRules } from '../requests/addresses.js';
import { bodyPieces } from '../requests/body-pieces.js';
import { isFields, type Fields } from '../requests/fields.js';
import { mediaTypeIn } from '../requests/media-type.js';
import type { Call } from '../route.js';
import type { Tasks } from '../tasks.js';
import { endIn } from '../watch/task-events.js';
import { recordOfEnd, withEnd, type EndedOutput, type EndedVideo } from './ended-record.js';
import { storeFile, type FileParts } from './file-uploads.js';
import { isLibraryId } from './record-routes.js';
import type { RecordStore } from './record-store.js';
import { uploadMs, UploadRefused } from './upload.js';
import type { Tell } from './tell.js';
import type { GoOn, Onward } from './video-watch.js';
import type { LeasedVideo, WatchList } from './watch-list.js';
import { dataOf, isPlain, taskIn, type WatchedTask } from './watched-task.js';
import { filesOfRecord } from './shared-content.js';

export interface GoOnParts {
  readonly tasks: Tasks;
  readonly scrub: Scrub;
  readonly addresses: AddressRules;
  digest(...parts: readonly string[]): Promise<string>;
}

export interface Kept {
  readonly records: RecordStore;
  readonly watched: WatchList;
  readonly files: FileParts;
  readonly tell: Tell;
}

/** Where the service does not say when to ask again: sooner for a young task. */
const paceMs = (ageMs: number): number => (ageMs < 600_000 ? 5000 : 30_000);
/** Nobody asks after an older one. */
const oldestMs = 7 * 86_400_000;
/** A result whose host is down is tried for so long, and who cannot be told. */
const fileMs = 3_600_000;
const copyAgainMs = 15_000;
const tellMs = 86_400_000;
/** A page that is open writes its own record within this time. */
const recordMs = 20_000;
/** A service may know a new task a little later. */
const mostMisses = 6;
const mostOutputs = 16;

/** Nobody waits for the answer but the watch. */
const callOf = ({ user, taskId }: WatchedTask, signal: AbortSignal): Call => {
  const request = new Request('http://watch.invalid/', { signal });
  return { request, url: new URL(request.url), user, traced: {}, note() {}, hold: () => true, parts: [taskId] };
};

export function createGoOn(settings: Pick<GatewaySettings, 'limits' | 'content'>, kept: Kept, parts: GoOnParts): GoOn {
  const { tasks, scrub, digest } = parts;
  const copy = createCopy(settings, kept, parts);

  async function ended(video: LeasedVideo, task: WatchedTask, found: KnownTask, said: Fields, left: AbortSignal): Promise<Onward> {
    const end = endIn(said);
    const isGood = end.type === 'succeeded';
    const endedAt = task.endedAt ?? Date.now();
    const ending = { ...task, endedAt };
    const again = { data: dataOf(ending) };
    const name = (await digest('watched', video.key)).slice(0, 22);
    const outputs = isGood ? await copy({ name, key: video.key, task: ending, found, said }, left).catch(() => undefined) : [];
    left.throwIfAborted();
    if (outputs === undefined) return { ...again, afterMs: copyAgainMs };
    const about: EndedVideo = {
      ...ending,
      userId: task.user.id,
      status: isGood ? 'succeeded' : 'failed',
      outputs,
      error: end.error,
    };
    // A page names its record as its request: should it write that record later, the two are one.
    const { idempotencyKey: key } = task;
    const newId = isLibraryId(key) ? key : `${task.createdAt.toString(36).padStart(9, '0')}${name.slice(0, 10)}`;
    const written = await writeEnd(kept, video, newId, about);
    if (written === undefined) return { ...again, afterMs: recordMs / 4 };
    left.throwIfAborted();
    const { taskId, model } = task;
    const files = outputs.flatMap(({ libraryFile }) => (libraryFile === undefined ? [] : [libraryFile]));
    const event = { type: about.status, taskId, model, recordId: written.id, files, ...(end.error && { error: end.error }) };
    const { told, isOpen } = await kept.tell(ending, event, name);
    return isOpen && Date.now() - endedAt < tellMs ? { data: dataOf({ ...ending, told }), afterMs: 60_000 } : undefined;
  }

  return async (video, left) => {
    const task = taskIn(video.data);
    const found = task && (await tasks.known(task.user, task.taskId));
    const ageMs = Date.now() - (task?.createdAt ?? 0);
    // Its service or its secret is no more of this site.
    if (task === undefined || found === undefined || ageMs > oldestMs) return undefined;
    const answer = await found.backend.query(found, callOf(task, left));
    const said = answer.ok ? await valueOf(answer) : undefined;
    const afterMs = Number(paceOf(answer)['retry-after']) * 1000 || paceMs(ageMs);
    if (answer.status === 400 || answer.status === 410) {
      const misses = (task.misses ?? 0) + 1;
      return misses < mostMisses ? { afterMs: afterMs * misses, data: dataOf({ ...task, misses }) } : undefined;
    }
    if (!isFields(said)) throw new Error('The service did not answer.');
    const told = await tasks.told(task.user, found, task.taskId, scrubbedTask(said, scrub));
    return hasEnded(told) && isFields(told) ? ended(video, task, found, told, left) : { afterMs, data: dataOf({ ...task, misses: 0 }) };
  };
}

interface Copying {
  readonly name: string;
  /** Of the watched video. */
  readonly key: string;
  readonly task: WatchedTask;
  readonly found: KnownTask;
  readonly said: Fields;
}

type Copy = (copying: Copying, left: AbortSignal) => Promise<readonly EndedOutput[]>;

/** Copies results into the library. Rejects where one may still be got. */
function createCopy(
  { limits, content }: Pick<GatewaySettings, 'limits' | 'content'>,
  { files }: Kept,
  { scrub, addresses }: GoOnParts,
): Copy {
  /** Undefined where there is none to be had. */
  async function file(id: string, at: number, { key: watched, task, found }: Copying, left: AbortSignal): Promise<string | undefined> {
    const { user, endedAt = 0 } = task;
    if ((await files.index.find(user.id, id)) !== undefined) return id;
    const call = callOf(task, left);
    const place = await found.backend.result(found, at, call);
    if (place === undefined) return undefined;
    const { timeoutMs, idleMs, resultMs } = limits;
    const source = { addresses, clean: scrub.key, done() {}, timeoutMs, idleMs, totalMs: resultMs };
    const answer = isResponse(place) ? place : await streamResult(place, call.request, source);
    if (!answer.ok) {
      const isOver = answer.status === 410 || Date.now() - endedAt > fileMs;
      if (isOver) return undefined;
      throw new Error(`The result cannot be had: ${answer.status}.`);
    }
    const length = Number(answer.headers.get('content-length') ?? undefined);
    const head = { id, key: crypto.randomUUID(), type: mediaTypeIn(answer.headers) ?? 'video/mp4', replace: false, watched };
    try {
      const { kept } = await storeFile(
        user.id,
        { ...head, length: Number.isSafeInteger(length) ? length : undefined },
        bodyPieces(answer),
        files,
      );
      // The database was away for long, or the video's record was deleted: then nobody tries again.
      if (kept === 'gone') throw new Error('The upload was given up.');
      return id;
    } catch (error) {
      const why = error instanceof UploadRefused ? error.why : undefined;
      // What an instance that was killed has counted for this file takes room for a while.
      const hasNoRoom = why === 'quota' && Date.now() - endedAt > uploadMs;
      // The video itself is there as long as its link.
      if (hasNoRoom || why === 'too_large') return undefined;
      throw error;
    }
  }

  return async (copying, left) => {
    const { name, task, found, said } = copying;
    const { backend } = found;
    const base = task.origin === '' ? backend.base : task.origin;
    const path = `/v1/video/generations/${encodeURIComponent(task.taskId)}`;
    const links = resultUrls(said, backend.base).slice(0, mostOutputs);
    const shown = content === 'proxy' || backend.streamsResults ? resultUrls(proxiedOutputs(said, path, backend.base), base) : links;
    const outputs: EndedOutput[] = [];
    for (const [at, link] of links.entries()) {
      const id = await file(`${name}-${at}`, at, copying, left);
      const url = id === undefined || task.origin === '' ? (shown[at] ?? link) : `${task.origin}/v1/library/files/${id}`;
      outputs.push({ url, ...figuresOf(said, at), libraryFile: id });
    }
    return outputs;
  };
}

function figuresOf(said: Fields, at: number): Fields {
  const { outputs } = said;
  const one: unknown = Array.isArray(outputs) ? outputs[at] : said;
  const { format, metadata } = isFields(one) ? one : said;
  const { width, height, fps, duration, seed } = isFields(metadata) ? metadata : {};
  return Object.fromEntries(Object.entries({ format, width, height, fps, duration, seed }).filter(([, value]) => isPlain(value)));
}

/** The record that has the end now; without an id where the user has no room for one. Undefined: its page may be about to write it. */
async function writeEnd(
  { records, watched, files }: Kept,
  { key, lease }: LeasedVideo,
  newId: string,
  ended: EndedVideo,
): Promise<{ readonly id: string | undefined } | undefined> {
  for (let tries = 0; tries < 5; tries += 1) {
    const found = await watched.recordOf(key);
    if (found === undefined && Date.now() - ended.endedAt < recordMs) return undefined;
    const id = found?.id ?? newId;
    const record = found === undefined ? recordOfEnd(newId, ended, Date.now()) : withEnd(found.record, ended, Date.now());
    if (record === undefined) return { id };
    const video = { kind: 'video', id };
    const options = { known: found?.version ?? 0, quota: files.quota, files: filesOfRecord(video, record), lease: { key, lease } };
    const written = await records.put(ended.userId, video, JSON.stringify(record), options);
    if ('version' in written) return { id };
    if ('exceeded' in written) return { id: undefined };
  }
  throw new Error('Somebody else writes this record again and again, or it was deleted.');
}

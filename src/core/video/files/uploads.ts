// Pictures brought to the service of a model before they are named in a request: each once, however often it is used.
import { hexOf } from '../../../base/hex.js';
import { abortedError, unlessAborted } from '../../abort.js';
import { fromBase64 } from '../../../base/base64.js';
import { isRecord } from '../../../base/is-record.js';
import { encodeImage } from '../../drafts/image.js';
import type { EncodedImage, ImageLimits, ImageOptions } from '../../drafts/image-file.js';
import { VoxreelError } from '../../errors.js';
import { errorOfReply, joinUrl, type HttpReply } from '../../http.js';
import { pageUrl } from '../../page-url.js';
import { sendFile } from './send-file.js';

export interface UploadTarget {
  /** As a request names it. */
  readonly model: string;
  /** Files lie with a service, as it takes them: what is the same here is uploaded once. */
  readonly place: string;
  readonly limits: ImageLimits;
}

export interface UploadOptions {
  readonly signal?: AbortSignal | undefined;
  /** From 0 to 1. */
  readonly onProgress?: ((progress: number) => void) | undefined;
  readonly longEdge?: ImageOptions['longEdge'];
  /** The field that an error is about. */
  readonly param?: string | undefined;
}

export interface Uploads {
  /** What stands for the picture in a request; undefined where it stands there itself. Throws `invalid_input` (`param`), `aborted`, or as the service says. */
  upload(picture: string | Blob, target: UploadTarget, options?: UploadOptions): Promise<EncodedImage | undefined>;
  /** The service does not know the files any more. */
  forget(): void;
}

export interface UploadsOptions {
  readonly baseUrl: string;
  headers(): Promise<Readonly<Record<string, string>>>;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

interface Job {
  readonly stop: AbortController;
  readonly listeners: Set<(progress: number) => void>;
  readonly done: Promise<EncodedImage | undefined>;
  progress: number;
  /** Callers that have not left. */
  waiting: number;
}

/** Beyond this a picture is known again only as the same object. */
const digestedBytes = 67_108_864;

export function createUploads(options: UploadsOptions): Uploads {
  const jobs = new Map<string, Job>();
  const names = new WeakMap<Blob, Promise<string>>();

  const nameOf = (picture: string | Blob): Promise<string> => {
    if (typeof picture === 'string') return contentName(new Blob([picture]));
    const name = names.get(picture) ?? contentName(picture);
    names.set(picture, name);
    return name;
  };

  const begin = (key: string, picture: string | Blob, target: UploadTarget, { longEdge, param = 'image' }: UploadOptions): Job => {
    const stop = new AbortController();
    const tell = (progress: number) => {
      job.progress = progress;
      for (const listener of job.listeners) listener(progress);
    };
    const work = async () => {
      const { limits } = target;
      const encoded = await encodeImage(picture, { ...limits, encoding: 'data-url' }, param, { longEdge, signal: stop.signal });
      const id = await bring(options, fileOf(encoded.text), target.model, { param, signal: stop.signal, tell });
      return id === undefined ? undefined : { ...encoded, text: id };
    };
    const job: Job = { stop, listeners: new Set(), done: work(), progress: 0, waiting: 0 };
    jobs.set(key, job);
    job.done.catch(() => jobs.get(key) === job && jobs.delete(key));
    return job;
  };

  return {
    async upload(picture, target, given = {}) {
      const { signal, onProgress } = given;
      const key = `${target.place} ${await nameOf(picture)}`;
      if (isAborted(signal)) throw abortedError(signal);
      const job = jobs.get(key) ?? begin(key, picture, target, given);
      job.waiting += 1;
      if (onProgress) {
        job.listeners.add(onProgress);
        onProgress(job.progress);
      }
      try {
        return await unlessAborted(job.done, signal);
      } catch (error) {
        // Nobody wants it any more; what is under way for another caller goes on.
        if (isAborted(signal) && job.waiting === 1 && jobs.get(key) === job) {
          jobs.delete(key);
          job.stop.abort();
        }
        throw error;
      } finally {
        job.waiting -= 1;
        if (onProgress) job.listeners.delete(onProgress);
      }
    },
    forget: () => jobs.clear(),
  };
}

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

let unnamed = 0;

/** By its bytes, where they can be digested. */
async function contentName(file: Blob): Promise<string> {
  // Only secure pages have it, whatever the types say.
  const { subtle } = crypto as Partial<Crypto>;
  if (subtle === undefined || file.size > digestedBytes) return `#${(unnamed += 1)}`;
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
  return hexOf(digest);
}

/** From a data URL of our own making. */
function fileOf(text: string): Blob {
  const comma = text.indexOf(',');
  return new Blob([fromBase64(text.slice(comma + 1))], { type: text.slice('data:'.length, text.indexOf(';')) });
}

interface Bringing {
  readonly param: string;
  readonly signal: AbortSignal;
  readonly tell: (progress: number) => void;
}

/** The id of the file; undefined where this model takes its pictures in the request itself. */
async function bring(
  { baseUrl, headers, fetch }: UploadsOptions,
  file: Blob,
  model: string,
  { param, signal, tell }: Bringing,
): Promise<string | undefined> {
  const url = `${pageUrl(joinUrl(baseUrl, '/v1/files')).href}?model=${encodeURIComponent(model)}`;
  const reply = await sendFile({ url, file, headers: await headers(), signal, onProgress: tell, fetch });
  if (!reply.ok) return refused(reply, param);
  const id = isRecord(reply.json) ? reply.json['id'] : undefined;
  if (typeof id !== 'string' || !/^[\w-]{1,5000}$/.test(id))
    throw new VoxreelError('bad_response', 'The service took the file and did not say what it is called.', { param, retryable: true });
  tell(1);
  return id;
}

function refused(reply: HttpReply, param: string): undefined {
  const error = errorOfReply(reply);
  const { code, message, status = 0 } = error;
  if (code === 'upload_not_supported' || status === 404 || status === 405) return undefined;
  if (error.retryable || status === 401 || status === 403) throw error;
  // The picture itself is what it does not take.
  throw new VoxreelError('invalid_input', message, { param, status, cause: error });
}

// Fetches the file behind a link, once, and says what stood in the way.
import { VoxreelError, isVoxreelError, toVoxreelError } from '../../errors.js';
import { retryAfterMs } from '../../retry.js';
import { asVideo } from './sniff-video.js';

export type Fetched =
  | {
      readonly file: Blob;
      /** Bytes of the whole file, where a part was asked for and its host says so. */
      readonly total?: number | undefined;
      readonly trouble?: undefined;
      readonly error?: undefined;
    }
  | {
      /**
       * `dead`: another link may do. `forbidden`: a page may not read it, though a person may open it. `unfit`: it is no video, or too large.
       * `later`: offline, or the host is in trouble.
       */
      readonly trouble: 'dead' | 'forbidden' | 'unfit' | 'later';
      readonly error: VoxreelError;
      readonly file?: undefined;
    };

/** Bytes `from` up to `to`. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

export interface FetchResultOptions {
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Sent to the service's own origin alone, and only where it asks who we are. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
  /** The service's own. */
  readonly origin: string;
}

const timeoutMs = 600_000;
const deadStatuses = new Set([400, 401, 403, 404, 410]);

const tooLarge = (maxBytes: number) =>
  new VoxreelError('storage_full', `The file is larger than all that may be kept here (${maxBytes} bytes).`);

const forbiddenError = (cause: unknown) =>
  new VoxreelError('network', 'Its host, or the policy of this page, lets no script read the file.', { cause });

/**
 * Never throws but `aborted`. The file stays a Blob throughout: no byte of it passes through the page's own memory. `part`: this part alone; of
 * a host that gives none only the beginning is read.
 */
export async function fetchResult(url: string, options: FetchResultOptions, part?: Part): Promise<Fetched> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]);
  const over = new AbortController();
  const refusedByPolicy = watchPolicy(url, over.signal);
  let response: Response | undefined;
  try {
    response = await ask(url, { ...options, signal }, part);
    if (!response.ok) return refused(response);
    return await (part ? partOf(response, part) : fileOf(response, options.maxBytes));
  } catch (cause) {
    if (options.signal.aborted) throw toVoxreelError(options.signal.reason, 'aborted');
    const error = isVoxreelError(cause) ? cause : new VoxreelError('network', 'The file could not be fetched.', { retryable: true, cause });
    if (error.code === 'storage_full') return { trouble: 'unfit', error };
    const forbidden = (await refusedByPolicy()) || (await isUnreadable(url, { ...options, signal }));
    return forbidden ? { trouble: 'forbidden', error: forbiddenError(cause) } : { trouble: 'later', error };
  } finally {
    over.abort();
    leave(response);
  }
}

/** Without headers first: most links need none, and a host that does not expect one refuses it. */
async function ask(
  url: string,
  { signal, fetch = globalThis.fetch, headers, origin }: FetchResultOptions,
  part: Part | undefined,
): Promise<Response> {
  const range = part && { range: `bytes=${part.from}-${part.to - 1}` };
  const open = await fetch(url, { signal, ...(range && { headers: range }) });
  if ((open.status !== 401 && open.status !== 403) || new URL(url).origin !== origin) return open;
  const given = await headers();
  if (Object.keys(given).length === 0) return open;
  leave(open);
  // A redirect would carry the page's headers to whatever host it names.
  return fetch(url, { signal, headers: { ...given, ...range }, redirect: 'error' });
}

/** What is not read of an answer would hold its connection. */
const leave = (answer: Response | undefined): void => void answer?.body?.cancel().catch(() => {});

function refused({ status, headers }: Response): Fetched {
  const dead = deadStatuses.has(status);
  const error = new VoxreelError(dead ? 'expired' : 'network', `The link answered ${status}.`, {
    status,
    retryable: !dead,
    retryAfterMs: retryAfterMs(headers),
  });
  return { trouble: dead ? 'dead' : 'later', error };
}

async function fileOf(response: Response, maxBytes: number): Promise<Fetched> {
  const announced = Number(response.headers.get('content-length') ?? Number.NaN);
  if (announced > maxBytes) throw tooLarge(maxBytes);
  const encoded = response.headers.has('content-encoding');
  const body = Number.isNaN(announced) || encoded ? await capped(response, maxBytes) : await response.blob();
  const file = await asVideo(body);
  return file ? { file } : noVideo(response);
}

const noVideo = ({ status }: Response): Fetched => ({
  trouble: 'dead',
  error: new VoxreelError('bad_response', 'What the link leads to is no video.', { status }),
});

async function partOf(response: Response, { from, to }: Part): Promise<Fetched> {
  const isPart = response.status === 206;
  if (!isPart && from > 0)
    return {
      trouble: 'unfit',
      error: new VoxreelError('bad_response', 'Its host gives no parts of the file.', { status: response.status }),
    };
  const bytes = await firstBytes(response, to - from);
  const file = from > 0 ? bytes : await asVideo(bytes);
  return file ? { file, total: isPart ? totalOf(response) : undefined } : noVideo(response);
}

/** Across origins only where its host shows this header. */
function totalOf({ headers }: Response): number | undefined {
  const total = /^bytes \d+-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  return total === undefined ? undefined : Number(total);
}

/** What comes after them is not fetched. */
async function firstBytes({ body }: Response, most: number): Promise<Blob> {
  if (body === null) return new Blob();
  const reader = body.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let bytes = 0; bytes < most;) {
    const { value } = await reader.read();
    if (value === undefined) break;
    pieces.push(value);
    bytes += value.byteLength;
  }
  await reader.cancel();
  return new Blob(pieces).slice(0, most);
}

/** A body whose length nobody told, cut off where it grows too large. */
async function capped({ body }: Response, maxBytes: number): Promise<Blob> {
  let bytes = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.terminate();
      else controller.enqueue(chunk);
    },
  });
  const file = await new Response(body?.pipeThrough(count) ?? null).blob();
  if (bytes > maxBytes) throw tooLarge(maxBytes);
  return file;
}

/** Cross-origin rules look like a network that is down. A host that answers a request nobody may read is up. */
async function isUnreadable(url: string, { signal, fetch = globalThis.fetch }: FetchResultOptions): Promise<boolean> {
  if (typeof document === 'undefined') return false;
  try {
    return (await fetch(url, { method: 'HEAD', mode: 'no-cors', signal })).type === 'opaque';
  } catch {
    return false;
  }
}

/** So does the page's own policy, which says so in an event. */
function watchPolicy(url: string, signal: AbortSignal): () => Promise<boolean> {
  let refused = false;
  const heard = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    refused ||= effectiveDirective === 'connect-src' && url.startsWith(blockedURI);
  };
  if (typeof document !== 'undefined') document.addEventListener('securitypolicyviolation', heard, { signal });
  return async () => {
    // The event comes in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
    return refused;
  };
}

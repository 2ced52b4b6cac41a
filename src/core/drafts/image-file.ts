// A picture file as the text a provider takes: judged by its first bytes, worked on in a worker where one can be had. Draws nothing itself.
import { fromBase64 } from '../../base/base64.js';
import { abortedError } from '../abort.js';
import { VoxreelError } from '../errors.js';
import { trustedUrl } from '../trusted-url.js';
import type { ProviderLimits } from '../providers/provider.js';
import { headBytes, readHead } from './image-type.js';
import type { ImageJob, ImageMeasure, ImageOutcome } from './image-work.js';

export type ImageLimits = NonNullable<ProviderLimits['images']>;

export interface ImageOptions {
  /** Pixels: what has to be encoded again and is too large becomes no larger than this on its longer side. Default 2048. */
  readonly longEdge?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface EncodedImage {
  readonly text: string;
  /** In words, where the picture was made smaller. */
  readonly warning?: string | undefined;
}

const usualTypes = ['image/jpeg', 'image/png', 'image/webp'];
/** Below this a worker costs more than it saves. */
const smallBytes = 262_144;

/** Throws `invalid_input` naming `param`, or `aborted`. */
export async function encodeFile(
  image: string | Blob,
  { encoding, maxBytes, types = usualTypes }: ImageLimits,
  param: string,
  { longEdge = 2048, signal }: ImageOptions,
): Promise<EncodedImage> {
  const file = typeof image === 'string' ? fileOf(image, param) : image;
  const head = readHead(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  const type = head.type ?? file.type;
  // Where nothing can be decoded the word of the file has to do.
  const known = head.type !== undefined || typeof createImageBitmap === 'undefined';
  const taken = known && (type === '' || types.includes(type));
  const asItIs = taken && head.orientation === 1 && file.size <= maxBytes;
  const job: ImageJob = { file, type: head.type, asItIs, types, maxBytes, longEdge };
  const outcome = await (asItIs && file.size <= smallBytes ? here(job) : anywhere(job, signal));
  if (signal?.aborted === true) throw abortedError(signal);
  if ('problem' in outcome) throw invalid(param, wordsFor(outcome.problem, { type, size: file.size, maxBytes }));
  const text = encoding === 'data-url' ? `data:${outcome.type || 'image/png'};base64,${outcome.base64}` : outcome.base64;
  return { text, warning: warningOf(param, outcome) };
}

const invalid = (param: string, message: string) => new VoxreelError('invalid_input', message, { param });

/** From a data URL, or from base64 alone. */
function fileOf(text: string, param: string): Blob {
  const [, type = '', encoding, given = ''] = /^data:([^;,]*)(?:;[^;,]+)*?(;base64)?,([^]*)$/i.exec(text) ?? [
    undefined,
    '',
    'base64',
    text,
  ];
  // What is written out in a data URL is a drawing in words (SVG), which cannot be decoded whatever its escapes say.
  if (encoding === undefined) return new Blob([given], { type });
  const bytes = fromBase64(given.replaceAll(/\s+/g, ''));
  if (bytes.length === 0) throw invalid(param, `${param} is neither a web address nor a picture.`);
  return new Blob([bytes], { type });
}

const here = async (job: ImageJob): Promise<ImageOutcome> => (await import('./image-work.js')).workOnImage(job);

/** Where a page may have no worker (old browsers, its policy, code from another origin) the page does the work itself. */
async function anywhere(job: ImageJob, signal: AbortSignal | undefined): Promise<ImageOutcome> {
  if (typeof Worker === 'undefined') return here(job);
  try {
    return await inWorker(job, signal);
  } catch {
    if (signal?.aborted === true) throw abortedError(signal);
    return here(job);
  }
}

function inWorker(job: ImageJob, signal: AbortSignal | undefined): Promise<ImageOutcome> {
  const worker = new Worker(trustedUrl(new URL('./image.worker.js?no-inline', import.meta.url)), { type: 'module' });
  const done = new Promise<ImageOutcome>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<ImageOutcome>) => resolve(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new TypeError('The worker could not be loaded.'));
    });
    signal?.addEventListener('abort', () => reject(abortedError(signal)), { once: true });
    if (signal?.aborted === true) reject(abortedError(signal));
    worker.postMessage(job);
  });
  return done.finally(() => worker.terminate());
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

interface Trouble {
  readonly type: string;
  readonly size: number;
  readonly maxBytes: number;
}

function wordsFor(problem: 'unreadable' | 'too_large', { type, size, maxBytes }: Trouble): string {
  const over = `The picture has ${megabytes(size)}; at most ${megabytes(maxBytes)} can be sent`;
  if (problem === 'too_large') return `${over}, and it could not be made small enough.`;
  if (size > maxBytes && typeof createImageBitmap === 'undefined') return `${over}.`;
  return type === '' ? 'This is no picture that can be read.' : `A picture of the type ${type} cannot be read here, or it is damaged.`;
}

const measure = ({ width, height, bytes }: ImageMeasure): string => `${width} × ${height} (${megabytes(bytes)})`;

function warningOf(param: string, outcome: Exclude<ImageOutcome, { problem: string }>): string | undefined {
  const { from, to } = outcome;
  if (from === undefined || to === undefined || to.width * to.height >= from.width * from.height) return undefined;
  return `${param} was made smaller to be sent: from ${measure(from)} to ${measure(to)}.`;
}

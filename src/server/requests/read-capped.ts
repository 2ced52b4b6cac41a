// A body read to its end, or not at all when it is too long or too slow. Knows no format and no answer.
import { peerAddress } from './peer-address.js';
import type { ServiceAnswer } from '../way-out.js';

/** The body was not there in time. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

/**
 * The bytes of a body, or undefined when there are more than `maxBytes`: said by its length, or found while reading, which then stops.
 * Throws `TooSlow` when the whole is not there within `wholeMs`, and whatever a body that breaks off throws.
 */
export async function readCapped(
  from: Request | Response | ServiceAnswer,
  maxBytes: number,
  wholeMs?: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(from.headers.get('content-length') ?? 0) > maxBytes) return undefined;
  if ('whole' in from && from.whole !== undefined) return from.whole.byteLength > maxBytes ? undefined : from.whole;
  if (from instanceof Request && isFramed(from)) return within(wholeMs, framed(from, maxBytes), () => {});
  if (from.body === null) return new Uint8Array();
  const reader = from.body.getReader();
  return within(wholeMs, collect(reader, maxBytes), () => stop(reader));
}

/** As long as it says: a request that came over a socket of ours. A stream of it would cost as much as all else that is done with it. */
const isFramed = (request: Request): boolean =>
  peerAddress(request) !== undefined && request.headers.has('content-length') && !request.headers.has('transfer-encoding');

async function framed(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.byteLength > maxBytes ? undefined : bytes;
}

async function within<T>(ms: number | undefined, work: Promise<T>, abandon: () => void): Promise<T> {
  if (ms === undefined) return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow(`The body took longer than ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    abandon();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
    length += value.byteLength;
    if (length > maxBytes) {
      stop(reader);
      return undefined;
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Nobody waits for the end of what nobody reads. */
function stop(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.cancel().catch(() => {});
}

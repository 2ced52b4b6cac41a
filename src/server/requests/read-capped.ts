// A body read to its end, or not at all when it is too long or too slow.
import { bodyPieces, type BodyPieces } from './body-pieces.js';
import { TooSlow } from '../too-slow.js';
import type { ServiceAnswer } from '../way-out.js';

/** The body was not read, because too many bytes are in memory already. */
export class TooMuchHeld extends Error {
  override readonly name = 'TooMuchHeld';
}

export interface ReadOptions {
  /** Until the whole body is there. */
  readonly totalMs?: number | undefined;
  /** Counts bytes as they are read; false where no more may be held. */
  readonly hold?: ((bytes: number) => boolean) | undefined;
}

/**
 * The bytes of a body, or undefined when there are more than `maxBytes`: said by its length, or found while reading, which then stops.
 * Throws `TooSlow` when not everything has arrived within `totalMs`, `TooMuchHeld` where `hold` takes no more, and whatever a body that breaks off throws.
 */
export async function readCapped(
  from: Request | Response | ServiceAnswer,
  maxBytes: number,
  { totalMs, hold = () => true }: ReadOptions = {},
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(from.headers.get('content-length') ?? 0) > maxBytes) return undefined;
  if ('buffered' in from && from.buffered !== undefined) return from.buffered.byteLength > maxBytes ? undefined : from.buffered;
  const pieces = bodyPieces(from);
  return within(totalMs, collect(pieces, maxBytes, hold), () => pieces.stop());
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

async function collect(body: BodyPieces, maxBytes: number, hold: (bytes: number) => boolean): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let held = true;
  await body.each((piece) => {
    length += piece.byteLength;
    held = length > maxBytes || hold(piece.byteLength);
    if (length > maxBytes || !held) return false;
    pieces.push(piece);
    return true;
  });
  // Taken out: the listeners of a request keep them as long as its connection stands.
  const read = pieces.splice(0);
  if (!held) throw new TooMuchHeld('Too many bytes of bodies are held.');
  return length > maxBytes ? undefined : joined(read);
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((length, { byteLength }) => length + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

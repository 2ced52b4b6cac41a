// What every wire does with text: measures it before sending, and reads messages that come as bytes.
import { VoxreelError } from '../errors.js';

/** Throws `invalid_input` when `text` has more than `maxBytes` bytes. */
export function checkLength(text: string, maxBytes: number): void {
  // No character needs more than three bytes a UTF-16 unit: most texts need no counting.
  if (text.length * 3 <= maxBytes || new TextEncoder().encode(text).length <= maxBytes) return;
  throw new VoxreelError('invalid_input', `A message may have at most ${maxBytes} bytes on this connection.`);
}

/** The text of a message event, or undefined when it is neither text nor an ArrayBuffer. */
export function textOf(data: unknown): string | undefined {
  if (typeof data === 'string') return data;
  return data instanceof ArrayBuffer ? new TextDecoder().decode(data) : undefined;
}

/** `base` and `path`, absolute, with the model as the documents put it. */
export function wireUrl(base: string, path: string, model: string): URL {
  const page: unknown = globalThis.location?.href;
  const url = new URL(base.replace(/\/+$/, '') + path, typeof page === 'string' ? page : undefined);
  url.searchParams.set('model', model);
  return url;
}

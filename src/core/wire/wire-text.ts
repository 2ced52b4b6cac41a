// What every wire does with text: measures it before sending, and reads messages that come as bytes.
import { VoxreelError } from '../errors.js';

/** Throws `invalid_input` when `data` has more than `maxBytes` bytes. */
export function checkLength(data: string | Uint8Array, maxBytes: number): void {
  // No character needs more than three bytes a UTF-16 unit: most texts need no counting.
  if (data.length * 3 <= maxBytes) return;
  if ((typeof data === 'string' ? new TextEncoder().encode(data) : data).length <= maxBytes) return;
  throw new VoxreelError('invalid_input', `A message may have at most ${maxBytes} bytes on this connection.`);
}

/** The text of a message event, or undefined when it is neither text nor an ArrayBuffer. */
export function textOf(data: unknown): string | undefined {
  if (typeof data === 'string') return data;
  return data instanceof ArrayBuffer ? new TextDecoder().decode(data) : undefined;
}

/** Relative to the page, where there is one. */
export function absolute(address: string): URL {
  const page: unknown = globalThis.location?.href;
  return new URL(address, typeof page === 'string' ? page : undefined);
}

/** `base` and `path`, absolute, with the model as the documents put it. */
export function wireUrl(base: string, path: string, model: string): URL {
  const url = absolute(base.replace(/\/+$/, '') + path);
  url.searchParams.set('model', model);
  return url;
}

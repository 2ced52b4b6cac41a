// The bytes of an input image from a data URL, Base64 or an address.
import { imageHeader } from './image-header.js';
import { isRefusal, refuse } from './refusal.js';
import { readCapped } from '../../server/requests/read-capped.js';
import { videoLimits } from './limits.js';
import type { Refusal } from './refusal.js';

const timeoutMs = 10_000;

/** The addresses a request may make this service call. Any other would let strangers reach what only this machine can. */
export interface Reach {
  /** This machine itself, by a name or number of loopback. */
  readonly allowLoopback: boolean;
  readonly allowedHosts: readonly string[];
}

/** Why an address is not called, in words that follow its name; undefined for one that may be. */
export function unreachable(address: string, { allowLoopback, allowedHosts }: Reach): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '')
    return 'not a plain http(s) address';
  if (allowedHosts.includes(url.hostname) || allowedHosts.includes(url.host)) return undefined;
  const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (!isLoopback) return 'the local service calls no host that is not in its "allowedHosts"';
  return allowLoopback ? undefined : 'addresses of this machine are not called. Set LOCAL_ALLOW_LOOPBACK=1 to allow them';
}

/** What can be said of an image without a network: refused for its form, its size or its address, or not at all. */
export function checkImage(from: string, param: string, reach: Reach): Refusal | undefined {
  if (/^https?:/i.test(from)) {
    const problem = unreachable(from, reach);
    return problem === undefined ? undefined : refuse(param, `${param}: ${problem}`, 'image_address_not_allowed');
  }
  const bytes = inlineBytes(from);
  return bytes === undefined
    ? refuse(param, `${param} must be an http(s) address, a data URL or Base64`, 'invalid_image')
    : checkBytes(bytes, param);
}

/** The encoded image. Fetches where it has to, without following redirects. */
export async function loadImage(from: string, param: string, signal: AbortSignal): Promise<Uint8Array | Refusal> {
  const bytes = /^https?:/i.test(from) ? await fetchBytes(from, param, signal) : inlineBytes(from);
  if (bytes === undefined || isRefusal(bytes)) return bytes ?? refuse(param, `${param} is no Base64`, 'invalid_image');
  return checkBytes(bytes, param) ?? bytes;
}

function inlineBytes(from: string): Uint8Array | undefined {
  const base64 = from.startsWith('data:') ? /^data:image\/[\w.+-]+;base64,(.*)$/s.exec(from)?.[1] : from;
  if (base64 === undefined || !/^[\w+/-]+={0,2}$/.test(base64.replace(/\s+/g, ''))) return undefined;
  return Buffer.from(base64, 'base64');
}

function checkBytes(bytes: Uint8Array, param: string): Refusal | undefined {
  if (bytes.byteLength > videoLimits.imageBytes)
    return refuse(param, `${param} is larger than ${videoLimits.imageBytes} bytes`, 'image_too_large');
  const header = imageHeader(bytes);
  if (header === undefined) return refuse(param, `${param} is no PNG, JPEG or WebP`, 'invalid_image');
  const pixels = header.width * header.height;
  return pixels > 0 && pixels <= videoLimits.imagePixels ? undefined : refuse(param, `${param} has ${pixels} pixels`, 'invalid_image');
}

async function fetchBytes(address: string, param: string, signal: AbortSignal): Promise<Uint8Array | Refusal> {
  try {
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
    if (!answer.ok) return refuse(param, `${param}: the address answered ${answer.status}`, 'image_unreachable');
    return (
      (await readCapped(answer, videoLimits.imageBytes)) ??
      refuse(param, `${param} is larger than ${videoLimits.imageBytes} bytes`, 'image_too_large')
    );
  } catch {
    return refuse(param, `${param}: the address could not be read`, 'image_unreachable');
  }
}

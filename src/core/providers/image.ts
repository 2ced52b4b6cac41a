// A picture as a request carries it: a URL as it is, a file as text. Knows no provider but its limits.
import { VoxreelError } from '../errors.js';
import type { ProviderLimits } from './provider.js';

type ImageLimits = NonNullable<ProviderLimits['images']>;

export const isUrl = (image: unknown): image is string => typeof image === 'string' && /^https?:\/\//i.test(image);

/** Throws `invalid_input` when it is larger than the provider takes. */
export async function encodeImage(image: string | Blob, limits: ImageLimits, param: string): Promise<string> {
  if (isUrl(image)) return image;
  const [head, data] =
    typeof image === 'string' ? split(image) : [`data:${image.type || 'image/png'};base64,`, await base64Of(image, limits, param)];
  requireSize((data.length * 3) / 4, limits, param);
  return limits.encoding === 'data-url' ? head + data : data;
}

function split(text: string): [head: string, data: string] {
  const comma = text.startsWith('data:') ? text.indexOf(',') + 1 : 0;
  return [text.slice(0, comma), text.slice(comma)];
}

async function base64Of(file: Blob, limits: ImageLimits, param: string): Promise<string> {
  requireSize(file.size, limits, param);
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  // In pieces: a spread of about 200 kB overflows the stack.
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

function requireSize(bytes: number, { maxBytes }: ImageLimits, param: string): void {
  if (bytes <= maxBytes + 2) return;
  throw new VoxreelError('invalid_input', `The picture is larger than ${(maxBytes / 1_048_576).toFixed(1)} MB.`, { param });
}

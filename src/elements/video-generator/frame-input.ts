// A picture out of a drop, a paste or a file picker: a file, or an address; and whether it may be sent. Knows no draft.
import type { Formats } from '../shared/formats.js';
import { fill } from '../shared/strings.js';
import type { VideoWords } from './video-words.js';

/** The first picture in a transfer, or the first web address. */
export function pictureIn(transfer: DataTransfer | null): File | string | undefined {
  if (transfer === null) return undefined;
  const files = [...transfer.files];
  const file = files.find(isPicture);
  if (file !== undefined) return file;
  const lines = transfer.getData('text/uri-list').split(/\r?\n/);
  const address = lines.find((line) => !line.startsWith('#')) ?? '';
  return isWebAddress(address) ? address : undefined;
}

export const isPicture = (file: Blob): boolean => file.type.startsWith('image/');

export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text.trim());

/** What is wrong with a file, in words, where it is no picture or too large. */
export function troubleWithPicture(file: Blob, maxBytes: number, words: VideoWords, formats: Formats): string | undefined {
  if (!isPicture(file)) return words.frameNoImage;
  if (file.size <= maxBytes) return undefined;
  return fill(words.frameTooLarge, { size: formats.bytes(file.size), limit: formats.bytes(maxBytes) });
}

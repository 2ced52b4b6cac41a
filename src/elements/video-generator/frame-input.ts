// A picture out of a drop, a paste or a file picker: a file, or an address. Knows no draft; whether a browser can read it shows later.

/** The first picture in a transfer, or the first web address; false for files of which none is a picture. */
export function pictureIn(transfer: DataTransfer | null): File | string | false | undefined {
  if (transfer === null) return undefined;
  const files = [...transfer.files];
  const file = files.find(isPicture);
  if (file !== undefined) return file;
  if (files.length > 0) return false;
  const lines = transfer.getData('text/uri-list').split(/\r?\n/);
  const address = lines.find((line) => !line.startsWith('#')) ?? '';
  return isWebAddress(address) ? address : undefined;
}

/** Some systems know no type for what a phone took. */
export const isPicture = (file: Blob): boolean => file.type === '' || file.type.startsWith('image/');

export const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/i.test(text.trim());

// What a file is by its first bytes, whatever a server calls it.

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** The atoms an MP4 or QuickTime file may begin with, beside `ftyp`. */
const atoms = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp', 'moof']);

/** The file under its true MIME type; undefined where it is neither a video nor a moving picture, e.g. a page that tells of an error. */
export async function asVideo(file: Blob): Promise<Blob | undefined> {
  const type = sniffVideo(new Uint8Array(await file.slice(0, 64).arrayBuffer()));
  return type === undefined ? undefined : file.slice(0, file.size, type);
}

/** A MIME type by the first 64 bytes. */
export function sniffVideo(bytes: Uint8Array): string | undefined {
  const atom = text(bytes, 4, 8);
  if (atom === 'ftyp') return text(bytes, 8, 12) === 'qt  ' ? 'video/quicktime' : 'video/mp4';
  if (atoms.has(atom)) return atom === 'styp' || atom === 'moof' ? 'video/mp4' : 'video/quicktime';
  const head = text(bytes, 0, 4);
  if (head === '\x1aE\xdf\xa3') return text(bytes, 4, 64).includes('webm') ? 'video/webm' : 'video/x-matroska';
  if (head === 'GIF8') return 'image/gif';
  if (head === 'OggS') return 'video/ogg';
  if (head !== 'RIFF') return undefined;
  return { 'AVI ': 'video/x-msvideo', WEBP: 'image/webp' }[text(bytes, 8, 12)];
}

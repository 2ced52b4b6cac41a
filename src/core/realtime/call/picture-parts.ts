// Pictures as parts of a user's message: judged and scaled as for a video, within what the wire's dialect carries. Loaded with the first picture.
import type { DialectImages } from '../../dialects/dialect.js';
import type { ContentPart } from '../../../protocol/item.js';
import { encodeImage } from '../../drafts/image.js';
import { VoxreelError } from '../../errors.js';

/** What is seen in a conversation needs no more, and a data channel has little room. */
const longEdge = 1024;

/** Throws `images_unsupported` where the dialect carries none, and `invalid_input` for what is no picture. */
export async function pictureParts(pictures: readonly (Blob | string)[], images: DialectImages | undefined): Promise<ContentPart[]> {
  if (images === undefined) throw new VoxreelError('images_unsupported', 'This service takes no pictures in a conversation.');
  const limits = { encoding: 'data-url', max: 1, ...images } as const;
  const encoded = pictures.map((picture) => encodeImage(picture, limits, 'images', { longEdge }));
  return (await Promise.all(encoded)).map(({ text }) => ({ type: 'image', image_url: text }));
}

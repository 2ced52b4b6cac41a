// Jimeng: the metadata keys of group B. Knows nothing of the queue.
import { metadataGroupB } from '../../protocol/video.js';
import { needFirst } from './first-frame.js';
import { isUrl } from './image.js';
import type { VideoProvider } from './provider.js';

export const jimeng: VideoProvider = {
  id: 'jimeng',
  title: 'Jimeng',
  models: ['jimeng*'],
  metadata: metadataGroupB,
  ui: {
    aspect_ratio: { label: 'Shape', kind: 'choice', choices: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'] },
    image_urls: { label: 'Pictures', kind: 'images', rare: true },
    req_key: { label: 'Request key', description: 'The name of the model, unless the service was told another.', rare: true },
  },
  limits: { images: { encoding: 'base64', max: 2, maxBytes: 4_700_000, types: ['image/jpeg', 'image/png'] }, ignores: ['fps'] },
  request(draft, body) {
    const { image, lastImage } = draft;
    const keyed = { ...body, metadata: { req_key: draft.model, ...body.metadata } };
    if (lastImage === undefined) return keyed;
    const images = [needFirst(image), lastImage];
    // `image_urls` holds addresses only; services take files from a list beside `image`.
    return images.every(isUrl) ? { ...keyed, images, metadata: { image_urls: images, ...keyed.metadata } } : { ...keyed, images };
  },
};

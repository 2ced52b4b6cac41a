// Jimeng as relays of the documents' interface take it (the metadata keys of group B), which is not the maker's own API.
import { isUrl } from '../../base/is-url.js';
import { metadataGroupB } from '../../protocol/video.js';
import { requireFirstFrame, type VideoProvider } from './provider.js';

/** The provider for `jimeng*` models of a relay. */
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
  words: {
    zh: {
      fields: {
        aspect_ratio: { label: '画面比例' },
        image_urls: { label: '图片' },
        req_key: { label: '请求标识', description: '模型名称；若服务另有指定，则填指定的名称。' },
      },
    },
    ar: {
      fields: {
        aspect_ratio: { label: 'الشكل' },
        image_urls: { label: 'الصور' },
        req_key: { label: 'مفتاح الطلب', description: 'اسم النموذج، ما لم يُعطَ للخدمة اسم آخر.' },
      },
    },
  },
  limits: { images: { encoding: 'base64', max: 2, maxBytes: 4_700_000, types: ['image/jpeg', 'image/png'] }, ignores: ['fps'] },
  request(draft, body) {
    const { lastImage } = draft;
    const keyed = { ...body, metadata: { req_key: draft.model, ...body.metadata } };
    if (lastImage === undefined) return keyed;
    const images = [requireFirstFrame(draft), lastImage];
    // `image_urls` holds addresses only; services take files from a list beside `image`.
    return images.every(isUrl) ? { ...keyed, images, metadata: { image_urls: images, ...keyed.metadata } } : { ...keyed, images };
  },
};

// Kling as relays of the documents' interface take it (the metadata keys of group A), which is not the maker's own API.
import { metadataGroupA } from '../../protocol/video.js';
import type { VideoProvider } from './provider.js';

/** The provider for `kling-*` models of a relay. */
export const kling: VideoProvider = {
  id: 'kling',
  title: 'Kling',
  models: ['kling-*'],
  metadata: metadataGroupA,
  ui: {
    negative_prompt: { label: 'Keep out', description: 'What should not be seen.' },
    image_tail: { kind: 'hidden' },
    seed: { kind: 'hidden' },
  },
  words: {
    zh: { fields: { negative_prompt: { label: '不要出现', description: '画面中不应看到的内容。' } } },
    ar: { fields: { negative_prompt: { label: 'ما يُستبعد', description: 'ما لا ينبغي أن يظهر.' } } },
  },
  limits: {
    durations: [5, 10],
    images: { encoding: 'base64', max: 2, maxBytes: 10_000_000, types: ['image/jpeg', 'image/png'] },
    ignores: ['fps'],
  },
  mirror: ['seed'],
  request: (draft, body) =>
    draft.lastImage === undefined ? body : { ...body, metadata: { ...body.metadata, image_tail: draft.lastImage } },
};

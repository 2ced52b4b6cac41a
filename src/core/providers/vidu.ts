// Vidu: the metadata keys of group C. Knows nothing of the queue.
import { metadataGroupC } from '../../protocol/video.js';
import type { VideoProvider } from './provider.js';

export const vidu: VideoProvider = {
  id: 'vidu',
  title: 'Vidu',
  models: ['vidu*'],
  metadata: metadataGroupC,
  ui: {
    resolution: { kind: 'choice', choices: ['360p', '540p', '720p', '1080p'] },
    movement_amplitude: { label: 'Movement', kind: 'choice', choices: ['auto', 'small', 'medium', 'large'] },
    bgm: { label: 'Music' },
    payload: { rare: true },
    callback_url: { label: 'Callback address', kind: 'url', rare: true },
    duration: { kind: 'hidden' },
    seed: { kind: 'hidden' },
  },
  limits: { images: { encoding: 'data-url', max: 2, maxBytes: 10_000_000 }, ignores: ['fps'] },
  mirror: ['seed', 'duration'],
  // Two frames go as a list: first, then last.
  request: (draft, body) =>
    draft.lastImage === undefined ? body : { ...body, images: [draft.image, draft.lastImage].filter((frame) => frame !== undefined) },
};

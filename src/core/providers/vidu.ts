// Vidu: the metadata keys of group C. Knows nothing of the queue.
import { metadataGroupC } from '../../protocol/video.js';
import { needFirst } from './first-frame.js';
import type { VideoDraft, VideoProvider } from './provider.js';

const resolutions = ['360p', '540p', '720p', '1080p'];

export const vidu: VideoProvider = {
  id: 'vidu',
  title: 'Vidu',
  models: ['vidu*'],
  metadata: metadataGroupC,
  ui: {
    resolution: { kind: 'choice', choices: resolutions },
    movement_amplitude: { label: 'Movement', kind: 'choice', choices: ['auto', 'small', 'medium', 'large'] },
    bgm: { label: 'Music' },
    payload: { rare: true },
    callback_url: { label: 'Callback address', kind: 'url', rare: true },
    duration: { kind: 'hidden' },
    seed: { kind: 'hidden' },
  },
  limits: { images: { encoding: 'data-url', max: 2, maxBytes: 10_000_000 }, ignores: ['fps'] },
  mirror: ['seed', 'duration'],
  request(draft, body) {
    const { image, lastImage } = draft;
    const sized = { ...body, metadata: { ...resolutionOf(draft), ...body.metadata } };
    // How many pictures there are tells the service what they are: none, a first frame, or first and last. `image` stays beside the list, for
    // those who know the document's field alone.
    return lastImage === undefined ? sized : { ...sized, images: [needFirst(image), lastImage] };
  },
};

/** Services take `size` for a resolution where none is named, and know it in this form only. */
function resolutionOf({ width = 0, height = 0 }: VideoDraft): { resolution?: string } {
  const resolution = `${Math.min(width, height)}p`;
  return resolutions.includes(resolution) ? { resolution } : {};
}

// Vidu as relays of the documents' interface take it (the metadata keys of group C), which is not the maker's own API.
import { rewriteMentions } from '../../base/mentions.js';
import { metadataGroupC, type VideoRequest } from '../../protocol/video.js';
import { requireFirstFrame, type VideoDraft, type VideoProvider } from './provider.js';

const resolutions = ['360p', '540p', '720p', '1080p'];

/** The provider for `vidu*` models of a relay. */
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
  words: {
    zh: {
      fields: {
        resolution: { label: '分辨率' },
        movement_amplitude: { label: '运动幅度', choiceLabels: { auto: '自动', small: '小', medium: '中', large: '大' } },
        bgm: { label: '配乐' },
        payload: { label: '附加数据' },
        callback_url: { label: '回调地址' },
      },
    },
    ar: {
      fields: {
        resolution: { label: 'الدقة' },
        movement_amplitude: { label: 'الحركة', choiceLabels: { auto: 'تلقائي', small: 'قليلة', medium: 'متوسطة', large: 'كثيرة' } },
        bgm: { label: 'الموسيقى' },
        payload: { label: 'بيانات مرافقة' },
        callback_url: { label: 'عنوان الإشعار' },
      },
    },
  },
  limits: { images: { encoding: 'data-url', max: 2, maxBytes: 10_000_000 }, references: { max: 7, alone: true }, ignores: ['fps'] },
  mirror: ['seed', 'duration'],
  request(draft, body) {
    const { lastImage, references = [] } = draft;
    if (references.length > 0) return referring(draft, body);
    const sized = { ...body, metadata: { ...resolutionOf(draft), ...body.metadata } };
    // How many pictures there are tells the service what they are: none, a first frame, or first and last. `image` stays beside the list, for
    // those who know the document's field alone.
    return lastImage === undefined ? sized : { ...sized, images: [requireFirstFrame(draft), lastImage] };
  },
};

/** New API reads from `metadata.action` that pictures are references: https://github.com/QuantumNous/new-api, its adaptor for Vidu. */
function referring(draft: VideoDraft, { references = [], ...body }: VideoRequest): VideoRequest {
  return {
    ...body,
    prompt: rewriteMentions(body.prompt, references, ({ name = '' }) => name),
    images: references.map(({ image }) => image),
    metadata: { ...resolutionOf(draft), ...body.metadata, action: 'referenceGenerate' },
  };
}

/** Services take `size` for a resolution where none is named, and know it in this form only. */
function resolutionOf({ width = 0, height = 0 }: VideoDraft): { resolution?: string } {
  const resolution = `${Math.min(width, height)}p`;
  return resolutions.includes(resolution) ? { resolution } : {};
}

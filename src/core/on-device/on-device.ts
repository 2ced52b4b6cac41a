// Videos made in the browser itself, drawn by rules from prompt and seed: no service, no network.
import * as z from 'zod/mini';

import { VoxreelError } from '../errors.js';
import { movements, ordersOf } from './on-device-order.js';
import { createStudio } from './on-device-studio.js';
import { createThread } from './on-device-thread.js';
import type { VideoDraft, VideoProvider } from '../providers/provider.js';

// A strict page forbids `new Function`, and reports even the attempt.
z.config({ jitless: true });

const metadata = z.object({
  negative_prompt: z.optional(z.string()),
  style: z.optional(z.string()),
  quality_level: z.optional(z.enum(['draft', 'standard', 'high'])),
  movement_amplitude: z._default(z.enum(movements), 'auto'),
});

const studio = createStudio(createThread());
/** Drafts of this page with their files, which a task does not hold, until they are made. */
const drafts = new Map<string, VideoDraft>();

/** The provider that draws videos in the browser by rules: no model, no server, no network. */
export const onDevice: VideoProvider = {
  id: 'on-device',
  title: 'On this device',
  models: ['on-device', 'on-device-*'],
  local: true,
  metadata,
  ui: {
    negative_prompt: { label: 'Keep out', description: 'What should not be seen.' },
    style: { placeholder: 'noir, watercolor, anime ...' },
    quality_level: { label: 'Quality' },
    movement_amplitude: { label: 'Movement' },
  },
  words: {
    zh: {
      fields: {
        negative_prompt: { label: '不要出现', description: '画面中不应看到的内容。' },
        style: { label: '风格' },
        quality_level: { label: '画质', choiceLabels: { draft: '草稿', standard: '标准', high: '高' } },
        movement_amplitude: { label: '运动幅度', choiceLabels: { auto: '自动', small: '小', medium: '中', large: '大' } },
      },
    },
    ar: {
      fields: {
        negative_prompt: { label: 'ما يُستبعد', description: 'ما لا ينبغي أن يظهر.' },
        style: { label: 'الأسلوب' },
        quality_level: { label: 'الجودة', choiceLabels: { draft: 'مسودة', standard: 'عادية', high: 'عالية' } },
        movement_amplitude: { label: 'الحركة', choiceLabels: { auto: 'تلقائي', small: 'قليلة', medium: 'متوسطة', large: 'كثيرة' } },
      },
    },
  },
  limits: {
    durations: { min: 0.1, max: 60 },
    fps: { min: 1, max: 60 },
    n: { min: 1, max: 4 },
    promptLength: 4000,
    images: { encoding: 'data-url', max: 2, maxBytes: 20_000_000 },
  },
  poll: { firstMs: 100, everyMs: 400 },
  request(draft, body) {
    ordersOf(draft);
    return body;
  },
  service: {
    idempotent: true,
    // Nothing is begun before it is asked about: the page that asks is the one that makes it.
    create: async (draft, { idempotencyKey }) => {
      if (typeof VideoEncoder === 'undefined') throw new VoxreelError('unsupported', noEncoder());
      const taskId = idempotencyKey + filesOf(draft);
      drafts.set(taskId, draft);
      return { taskId, status: 'processing', progress: 0, outputs: [] };
    },
    query: async (taskId, { draft, signal }) => {
      const reading = studio.ask(taskId, () => ordersOf(completeDraft(taskId, drafts.get(taskId) ?? draft)), signal);
      if (reading.status !== 'processing') drafts.delete(taskId);
      return reading;
    },
    // Its draft stays: who stopped it may want it after all.
    stop: (taskId) => studio.stop(taskId),
  },
};

const noEncoder = (): string =>
  // Absent outside browsers.
  'isSecureContext' in globalThis && !isSecureContext
    ? 'Browsers make videos (WebCodecs) on pages served over https or from localhost only.'
    : 'This browser cannot make videos: it has no WebCodecs. Chrome and Edge have it, Safari from 16.4, Firefox from 130.';

const frames = { image: 'first', lastImage: 'last' } as const;
const isFile = (image: VideoDraft['image']): boolean => image instanceof Blob || image?.startsWith('data:') === true;

/** Which frames were files, as a part of the task's id: a later page must not make the video without them. */
const filesOf = ({ image, lastImage }: VideoDraft): string => (isFile(image) ? '-image' : '') + (isFile(lastImage) ? '-lastImage' : '');

/** Throws `invalid_input` where a frame is missing. */
function completeDraft(taskId: string, draft: VideoDraft): VideoDraft {
  for (const param of ['image', 'lastImage'] as const) {
    if (draft[param] !== undefined || !taskId.split('-').includes(param)) continue;
    throw new VoxreelError('invalid_input', `The ${frames[param]} frame was a file that is no longer available: choose it again.`, {
      param,
    });
  }
  return draft;
}

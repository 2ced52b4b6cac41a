// What a gateway with two services says of itself, for stories.
import type { OfferedModel } from '../../src/core/offered-model.js';
import type { QueueService } from '../../src/core/video/queue/video-queue.js';
import { storyTime } from '../clock.js';

const price = { unit: 'USD', perSecond: 0.14, asOf: '2026-11-24', source: 'https://fal.ai' };
const kling = 'fal-ai/kling-video/v2.6/pro';
const images = { encoding: 'data-url', max: 2, maxBytes: 10_000_000 } as const;

const models: readonly OfferedModel[] = [
  {
    id: `${kling}/text-to-video`,
    kind: 'video',
    service: 'fal',
    title: 'Kling 2.6 Pro',
    limits: { durations: [5, 10], ignores: ['fps', 'n', 'seed'], images },
    fields: {
      type: 'object',
      properties: {
        generate_audio: { type: 'boolean', title: 'Sound', default: true },
        negative_prompt: { type: 'string', title: 'Keep out' },
      },
    },
    price,
    cancels: true,
    uploads: true,
  },
  { id: `${kling}/image-to-video`, kind: 'video', service: 'fal', title: 'Kling 2.6 Pro, from a picture', limits: { images }, price },
  {
    id: 'veo-3.1-generate-preview',
    kind: 'video',
    service: 'google',
    title: 'Veo 3.1',
    limits: { durations: { min: 4, max: 8 } },
    price: { ...price, perSecond: 0.4 },
  },
  { id: 'fal-ai/*', kind: 'video', service: 'fal' },
];

const spendLeft = (left: number) => ({ unit: 'USD', limit: 5, spent: 5 - left, left, resetsAt: storyTime + 36_000_000 });

export const offering = (left: number | undefined, more: Partial<QueueService> = {}): Partial<QueueService> => ({
  models: async () => models,
  limits: async () => (left === undefined ? undefined : spendLeft(left)),
  ...more,
});

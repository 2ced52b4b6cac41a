// Two services for pages: one with every power, one with none. What the maker does is written in the prompt.
import { processing, succeeded } from 'voxreel/services';
import { VoxreelError } from 'voxreel';
import type { Service, ServiceModel } from 'voxreel';

export interface PageServices {
  readonly services: readonly Service[];
  /** What the maker was asked, in its order: `create a fox`, `cancel a fox`, `upload image/png`, `left image/png`. */
  readonly asked: readonly string[];
}

const price = { unit: 'USD', perSecond: 0.1, asOf: '2026-11-24', source: 'https://film.example/prices' };
const limits = { durations: [5, 10], n: { min: 1, max: 1 }, ignores: ['fps'] };
const images = { encoding: 'data-url', max: 2, maxBytes: 1_000_000 } as const;

const films: readonly ServiceModel[] = [
  {
    model: 'film/one',
    kind: 'video',
    title: 'Film One',
    limits: { ...limits, images },
    fields: {
      type: 'object',
      properties: { look: { type: 'string', title: 'Look', enum: ['film', 'drawn'] } },
      required: ['look'],
    },
    price,
  },
  {
    model: 'film/two',
    kind: 'video',
    title: 'Film Two',
    limits: { ...limits, images: { ...images, max: 1 } },
    price: { ...price, perSecond: 0.4 },
  },
];
const talks: readonly ServiceModel[] = [
  { model: 'talk-1', kind: 'realtime', title: 'Talk One', voices: ['alma', 'bruno'] },
  { model: 'talk-2', kind: 'realtime', title: 'Talk Two', voices: ['cleo'] },
];

export function pageServices(): PageServices {
  const asked: string[] = [];
  const prompts = new Map<string, string>();
  const failedOnce = new Set<string>();
  let count = 0;
  const base = { secrets: ['page-service-key'], hosts: ['api.film.example'] };

  const video: NonNullable<Service['video']> = {
    async create({ prompt, image, metadata }) {
      const id = `job-${(count += 1)}`;
      prompts.set(id, prompt);
      asked.push(`create ${prompt}${typeof image === 'string' ? ` from ${image.slice(0, 40)}` : ''} ${JSON.stringify(metadata ?? {})}`);
      return processing(id);
    },
    async query({ id }) {
      const prompt = prompts.get(id) ?? '';
      return prompt.includes('at once') ? succeeded(id, [{ url: 'https://cdn.film.example/film.mp4' }]) : processing(id);
    },
    async cancel({ id }) {
      const prompt = prompts.get(id) ?? '';
      asked.push(`cancel ${prompt}`);
      if (prompt.includes('too late')) throw new VoxreelError('too_late', 'The film is being cut already.', { status: 409 });
      if (!prompt.includes('bad line') || failedOnce.has(id)) return;
      failedOnce.add(id);
      throw new VoxreelError('network', 'No line.', { retryable: true });
    },
    async upload(file, { signal }) {
      asked.push(`upload ${file.type}`);
      // As long as its name is in the way: a test gives it up meanwhile.
      if (file.type === 'image/jpeg')
        await new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => {
            asked.push(`left ${file.type}`);
            resolve();
          }),
        );
      return { reference: `https://files.film.example/${asked.length}` };
    },
  };
  const plain: NonNullable<Service['video']> = { create: video.create, query: video.query };
  return {
    asked,
    services: [
      { id: 'film', models: films, ...base, video },
      { id: 'plain', models: [{ model: 'plain-1', kind: 'video' }], ...base, video: plain },
      { id: 'talk', models: talks, ...base, realtime: { socket: () => ({ url: 'wss://api.film.example/talk' }) } },
    ],
  };
}

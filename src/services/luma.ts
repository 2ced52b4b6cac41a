// Luma's Agents API, from its documentation only: https://docs.agents.lumalabs.ai/guides/videos/generation/ and its page on errors. Its key is the `LUMA_AGENTS_API_KEY` of the maker's own client, `luma-agents`. The older Dream Machine API is another one.
import type { VideoRequest } from '../protocol/video.js';
import { askJson, baseOf, listAt, modelsOf, segment, taskIdAt, textAt } from './ask.js';
import { dollars } from './prices.js';
import { outputIn, processing, readingOf, type StatusWords } from './reading.js';
import { closest, framesOf, given, inlineOf, optionsOf, ratioOf, sizeOf } from './request.js';
import type { Rate, Service, ServiceModel, ServiceOptions, ServiceTask } from './service.js';

const words: StatusWords = { queued: 'processing', processing: 'processing', completed: 'succeeded', failed: 'failed' };
const ratios = ['9:16', '3:4', '1:1', '4:3', '16:9', '21:9'] as const;

/** A whole video, by its length and resolution; in HDR twice that. */
const perVideo = {
  5: { '360p': 0.06, '540p': 0.15, '720p': 0.3, '1080p': 1.2 },
  10: { '360p': 0.18, '540p': 0.45, '720p': 0.9, '1080p': 3.6 },
};
const rates = Object.entries(perVideo).flatMap(([duration, prices]) =>
  Object.entries(prices).flatMap(([resolution, price]): readonly Rate[] => [
    { when: { duration, resolution, hdr: true }, perVideo: price * 2 },
    { when: { duration, resolution }, perVideo: price },
  ]),
);

const models: readonly ServiceModel[] = [
  {
    model: 'ray-3.2',
    kind: 'video',
    title: 'Ray 3.2',
    limits: {
      // Ten seconds only without a picture.
      durations: [5, 10],
      sizes: ['1280x720', '720x1280', '1920x1080', '1080x1920', '720x720', '960x540', '540x960'],
      promptLength: 6000,
      images: { encoding: 'data-url', max: 2, maxBytes: 50_000_000, types: ['image/jpeg', 'image/png', 'image/webp'] },
      ignores: ['fps', 'n', 'seed'],
    },
    fields: {
      type: 'object',
      properties: {
        loop: { type: 'boolean', title: 'Loop', default: false },
        hdr: { type: 'boolean', title: 'HDR', default: false },
      },
    },
    price: dollars('2026-10-08', 'https://docs.agents.lumalabs.ai/guides/pricing/', { rates }),
  },
];

function frameOf(picture: string | undefined): object | undefined {
  if (picture === undefined) return undefined;
  const inline = inlineOf(picture);
  return inline === undefined ? { url: picture } : { data: inline.base64, media_type: inline.type };
}

/** The body of a new generation: a page's options stand among those of the video. */
export function lumaBody(request: VideoRequest): Record<string, unknown> {
  const { model, prompt, duration } = request;
  const { first, last } = framesOf(request);
  const size = sizeOf(request);
  const { image_tail: _, ...options } = optionsOf(request);
  const isFramed = first !== undefined || last !== undefined;
  const video = {
    resolution: size && `${closest(Math.min(size.width, size.height), [360, 540, 720, 1080])}p`,
    duration: duration === undefined ? undefined : `${isFramed ? 5 : closest(duration, [5, 10])}s`,
    start_frame: frameOf(first),
    end_frame: frameOf(last),
  };
  return given({ model, type: 'video', prompt, aspect_ratio: ratioOf(request, ratios), video: { ...options, ...given(video) } });
}

/**
 * Videos of Luma's Agents API.
 * @param options The key, and where to reach the maker.
 */
export function luma({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://agents.lumalabs.ai');
  const generations = `${base}/v1/generations`;
  const headers = { authorization: `Bearer ${apiKey}` };

  return {
    id: 'luma',
    title: 'Luma',
    models: modelsOf(options, models),
    fetch,
    secrets: [apiKey],
    hosts: baseUrl === undefined ? ['agents.lumalabs.ai'] : [new URL(base).origin],
    video: {
      async create(request, outside) {
        const body = await askJson(outside, generations, { headers, json: lumaBody(request) });
        return processing(taskIdAt(body, 'id'), { statusWord: textAt(body, 'state') });
      },
      query: async ({ id }, outside) => reading(await askJson(outside, `${generations}/${segment(id)}`, { headers }), id),
    },
  };
}

function reading(body: unknown, id: string): ServiceTask {
  const videos = listAt(body, 'output').filter((output) => textAt(output, 'type') === 'video');
  return readingOf(id, words, {
    word: textAt(body, 'state'),
    outputs: videos.flatMap((video) => outputIn(video)),
    complaint: { code: textAt(body, 'failure_code'), message: textAt(body, 'failure_reason') },
  });
}

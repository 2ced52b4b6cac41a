// OpenRouter: the video models it passes on to others. Facts: `@openrouter/sdk` 1.3.19 (the wire behind its types) and https://openrouter.ai/docs/api_reference/videos.
import { VoxreelError } from '../base/errors.js';
import type { VideoRequest } from '../protocol/video.js';
import { askJson, baseOf, complaint, listAt, modelsOf, numberAt, segment, taskIdAt, textAt } from './ask.js';
import { dollars, ratesBy } from './prices.js';
import { contentUrl, processing, readingOf, type StatusWords } from './reading.js';
import { referenceList, promptWith, referencesOf } from './references.js';
import { asLink, framesOf, given, optionsWithout, sizeOf } from './request.js';
import type { JsonSchema, Price, Service, ServiceModel, ServiceOptions, ServiceTask } from './service.js';
import { veoLimits, veoReferences } from './veo-limits.js';

const words: StatusWords = {
  pending: 'processing',
  in_progress: 'processing',
  completed: 'succeeded',
  failed: 'failed',
  expired: 'failed',
  cancelled: 'cancelled',
};

const form: JsonSchema = { type: 'object', properties: { generate_audio: { type: 'boolean', title: 'Sound' } } };

/** Each model has limits of its own, which `GET /api/v1/videos/models` lists: only those of its makers' pages are said here. */
const priced = (price: Omit<Price, 'unit' | 'asOf' | 'source'>): Price =>
  dollars('2026-10-08', 'https://openrouter.ai/api/v1/videos/models', price);

const family = (model: string, title: string, limits: ServiceModel['limits'] = {}, price?: Price): ServiceModel => ({
  model,
  kind: 'video',
  title,
  limits: { images: { encoding: 'data-url', max: 2, maxBytes: 10_000_000 }, ignores: ['fps', 'n'], ...limits },
  fields: form,
  price,
});

const models: readonly ServiceModel[] = [
  family(
    'google/veo-3.1',
    'Veo 3.1',
    { ...veoLimits, references: veoReferences },
    priced({ perSecond: 0.4, rates: [{ when: { generate_audio: false }, perSecond: 0.2 }] }),
  ),
  family('google/veo-*', 'Veo'),
  family('bytedance/seedance-2*', 'Seedance 2', { references: { max: 9, alone: true } }),
  family('bytedance/seedance-*', 'Seedance'),
  family(
    'alibaba/wan-3.0',
    'Wan 3.0',
    { references: { max: 10, alone: true } },
    priced({ rates: ratesBy('resolution', { '480p': 0.05, '720p': 0.1, '1080p': 0.2 }) }),
  ),
  family('alibaba/wan-2.7', 'Wan 2.7', {}, priced({ perSecond: 0.1 })),
  family('alibaba/wan-*', 'Wan'),
  family('minimax/hailuo-2.3', 'Hailuo 2.3', {}, priced({ perSecond: 0.0817 })),
  family('runway/gen-4.5', 'Gen-4.5', {}, priced({ perSecond: 0.12 })),
  family('x-ai/grok-imagine-video*', 'Grok Imagine', { references: { max: 7, alone: true } }),
];

/** Options that would have others called, or continue the video of another user. */
const notOptions = ['callback_url', 'previous_job_id', 'session_id', 'image_tail', 'frame_images', 'input_references'];

/** The body of `/videos`. */
export function openRouterInput(request: VideoRequest, user: string): Record<string, unknown> {
  const { duration, model, seed } = request;
  const references = referencesOf(request);
  const { first, last } = framesOf(request);
  const size = sizeOf(request);
  const frames = [first, last].flatMap((picture, index) =>
    picture === undefined
      ? []
      : [{ type: 'image_url', image_url: { url: asLink(picture) }, frame_type: index === 0 ? 'first_frame' : 'last_frame' }],
  );
  const fields = {
    model,
    prompt: promptWith(request, references),
    duration,
    seed,
    size: size && `${size.width}x${size.height}`,
    input_references: referenceList(references, ({ picture }) => ({ type: 'image_url', image_url: { url: asLink(picture) } })),
    frame_images: frames.length === 0 ? undefined : frames,
    user,
  };
  return { ...optionsWithout(request, notOptions), ...given(fields) };
}

/**
 * `baseUrl` stands with the version: `https://openrouter.ai/api/v1`.
 * @param options The key, and where to reach the maker.
 */
export function openRouter({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://openrouter.ai/api/v1');
  const headers = { authorization: `Bearer ${apiKey}` };

  return {
    id: 'open-router',
    title: 'OpenRouter',
    models: modelsOf(options, models),
    secrets: [apiKey],
    hosts: [baseUrl === undefined ? 'openrouter.ai' : new URL(base).origin],
    fetch,
    check: async (outside) => void (await askJson(outside, `${base}/key`, { headers })),
    video: {
      async create(request, outside) {
        const body = await askJson(outside, `${base}/videos`, { headers, json: openRouterInput(request, outside.userId) });
        return processing(taskIdAt(body, 'id'));
      },
      query: async (task, outside) => reading(await askJson(outside, `${base}/videos/${segment(task.id)}`, { headers }), task.id),
      async content(task, index) {
        if (!Number.isInteger(index) || index < 0) throw new VoxreelError('not_found', 'This task has no such result.', { param: 'index' });
        return { url: `${base}/videos/${segment(task.id)}/content?index=${index}`, headers };
      },
    },
  };
}

function reading(body: unknown, taskId: string): ServiceTask {
  const word = textAt(body, 'status');
  const cost = numberAt(body, 'usage.cost');
  return readingOf(taskId, words, {
    word,
    outputs: listAt(body, 'unsigned_urls').map((_, index) => ({ url: contentUrl(index), format: 'mp4' })),
    // A failure has words, and no code.
    complaint: { message: complaint(body).message, code: word },
    cost: cost === undefined ? undefined : { amount: cost, unit: 'USD' },
  });
}

// DashScope (Alibaba's Wan), as `@ai-sdk/alibaba` 1.0.61 speaks to it; frames of wan2.7-i2v after https://www.alibabacloud.com/help/model-studio/image-to-video-general-api-reference,
// references as `@ai-sdk/alibaba` sends them, ten to wan3.0-video and five to wan2.7-r2v; cancellation after the maker's own SDKs.
import type { VideoRequest } from '../protocol/video.js';
import { ask, askJson, at, baseOf, complaint, errorOf, modelsOf, segment, taskIdAt, textAt } from './ask.js';
import { dollars, ratesBy } from './prices.js';
import { processing, readingOf, type StatusWords } from './reading.js';
import { referenceList, promptWith, referencesOf } from './references.js';
import { asLink, closest, framesOf, given, optionsOf, ratioOf, sizeOf } from './request.js';
import type { JsonSchema, ModelLimits, Price, Service, ServiceModel, ServiceOptions, ServiceTask } from './service.js';

const words: StatusWords = {
  PENDING: 'processing',
  RUNNING: 'processing',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  CANCELED: 'cancelled',
};
const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4'] as const;

/** What stands beside the prompt; every other option is a parameter. */
const ofInput = new Set(['negative_prompt', 'audio_url']);

const fields: JsonSchema = {
  type: 'object',
  properties: {
    negative_prompt: { type: 'string', title: 'Keep out', maxLength: 500 },
    prompt_extend: { type: 'boolean', title: 'Improve the prompt', default: true },
    watermark: { type: 'boolean', title: 'Watermark', default: false },
  },
};
const sizes = ['1280x720', '720x1280', '960x960', '1088x832', '832x1088', '1920x1080', '1080x1920', '1440x1440', '1632x1248', '1248x1632'];

const priced = (asOf: string, perSecond: Readonly<Record<string, number>>, usual?: number): Price =>
  dollars(asOf, 'https://www.alibabacloud.com/help/en/model-studio/model-pricing', {
    perSecond: usual,
    rates: ratesBy('resolution', perSecond),
  });
const wan3 = priced('2026-09-28', { '480p': 0.05, '720p': 0.1, '1080p': 0.2 });
/** 1080p where a page chooses no size. */
const wan2 = priced('2026-09-14', { '720p': 0.1, '1080p': 0.15 }, 0.15);

function wan(model: string, title: string, frames: 0 | 1 | 2, price: Price, limits: ModelLimits = {}): ServiceModel {
  const images = { encoding: 'data-url', max: frames, maxBytes: 10_000_000 } as const;
  return { model, kind: 'video', title, fields, price, limits: { sizes, images, ignores: ['fps', 'n'], ...limits } };
}

const seconds: ModelLimits = { durations: { min: 2, max: 15 } };
const models: readonly ServiceModel[] = [
  wan('wan3.0-video', 'Wan 3.0', 2, wan3, { references: { max: 10, alone: true } }),
  wan('wan2.7-t2v', 'Wan 2.7', 0, wan2, seconds),
  wan('wan2.7-i2v', 'Wan 2.7, from a picture', 2, wan2, seconds),
  wan('wan2.7-r2v', 'Wan 2.7, from references', 0, wan2, { durations: { min: 2, max: 15 }, references: { max: 5 } }),
  wan('wan2.6-t2v', 'Wan 2.6', 0, wan2),
  wan('wan2.6-i2v', 'Wan 2.6, from a picture', 1, wan2),
];

/** Sizes come as tiers since 2.7, and wherever the picture gives the shape; as pixels before. */
function shapeOf(request: VideoRequest): Readonly<Record<string, unknown>> {
  const { model } = request;
  const size = sizeOf(request);
  if (size === undefined) return {};
  const isNewest = model.startsWith('wan3');
  const isTiered = isNewest || model.startsWith('wan2.7');
  const fromPicture = model.includes('-i2v');
  if (!isTiered && !fromPicture) return { size: `${size.width}*${size.height}` };
  const tier = closest(Math.min(size.width, size.height), isNewest ? [480, 720, 1080] : [720, 1080]);
  return { resolution: `${tier}P`, ratio: isTiered && !fromPicture ? ratioOf(request, ratios) : undefined };
}

function picturesOf(request: VideoRequest): Readonly<Record<string, unknown>> {
  const { first, last } = framesOf(request);
  const isTiered = /^wan(?:3|2\.7)/.test(request.model);
  if (!isTiered) return { img_url: first && asLink(first) };
  const media = [
    { type: 'first_frame', url: first && asLink(first) },
    { type: 'last_frame', url: last && asLink(last) },
    ...(referenceList(referencesOf(request), ({ picture }) => ({ type: 'reference_image', url: asLink(picture) })) ?? []),
  ].filter(({ url }) => url !== undefined);
  return media.length === 0 ? {} : { media };
}

/** The body of a new task. */
export function dashScopeBody(request: VideoRequest): Record<string, unknown> {
  const { model, duration, seed } = request;
  const prompt = promptWith(request, referencesOf(request), ({ place }) => `Image ${place}`);
  const { image_tail: _, ...options } = optionsOf(request);
  const entries = Object.entries(options);
  const input = Object.fromEntries(entries.filter(([name]) => ofInput.has(name)));
  const parameters = Object.fromEntries(entries.filter(([name]) => !ofInput.has(name)));
  return {
    model,
    input: { ...input, ...given({ prompt, ...picturesOf(request) }) },
    parameters: { ...parameters, ...given({ duration, seed, ...shapeOf(request) }) },
  };
}

/**
 * Wan videos and Qwen Omni conversations at Alibaba's DashScope.
 * @param options The key, and where to reach the maker.
 */
export function dashScope({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  // Keys belong to a region: that of Singapore, unless a site says otherwise.
  const base = baseOf({ baseUrl }, 'https://dashscope-intl.aliyuncs.com');
  const headers = { authorization: `Bearer ${apiKey}` };
  const taskUrl = (id: string): string => `${base}/api/v1/tasks/${segment(id)}`;

  return {
    id: 'dash-scope',
    title: 'DashScope',
    models: modelsOf(options, models),
    fetch,
    secrets: [apiKey],
    hosts: baseUrl === undefined ? ['dashscope-intl.aliyuncs.com'] : [new URL(base).origin],
    video: {
      async create(request, outside) {
        const url = `${base}/api/v1/services/aigc/video-generation/video-synthesis`;
        const asked = { headers: { ...headers, 'x-dashscope-async': 'enable' }, json: dashScopeBody(request) };
        return processing(taskIdAt(await askJson(outside, url, asked), 'output.task_id'));
      },
      query: async ({ id }, outside) => reading(await askJson(outside, taskUrl(id), { headers }), id),
      // What has begun is not ended any more: the maker then refuses.
      async cancel({ id }, outside) {
        const answer = await ask(outside, `${taskUrl(id)}/cancel`, { method: 'POST', headers });
        if (!answer.ok) throw errorOf(answer);
      },
    },
  };
}

function reading(body: unknown, id: string): ServiceTask {
  const output = at(body, 'output');
  const url = textAt(output, 'video_url');
  const outputs = url === undefined ? [] : [{ url, format: 'mp4' }];
  return readingOf(id, words, { word: textAt(output, 'task_status'), outputs, complaint: complaint(output) });
}

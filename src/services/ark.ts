// Ark: Seedance at BytePlus ModelArk, and at Volcengine by `baseUrl`. Facts: `@ai-sdk/bytedance` 1.0.29, from its video model; the words of a status and cancelling, from its documentation only; nine references of Seedance 2.0 after `@runwayml/sdk` 4.20.0, `[Image 1]` in
// the prompt after the README of `@ai-sdk/bytedance`.
import type { VideoRequest } from '../protocol/video.js';
import { ask, askJson, at, baseOf, complaint, errorOf, modelsOf, numberAt, segment, taskIdAt, textAt } from './ask.js';
import { dollars, ratesBy } from './prices.js';
import { processing, readingOf, type StatusWords } from './reading.js';
import { referenceList, promptWith, referencesOf } from './references.js';
import { asLink, framesOf, given, optionsWithout, ratioOf, resolutionOf } from './request.js';
import type { JsonSchema, Price, Rate, Service, ServiceModel, ServiceOptions, ServiceTask } from './service.js';

const words: StatusWords = {
  queued: 'processing',
  running: 'processing',
  succeeded: 'succeeded',
  failed: 'failed',
  expired: 'failed',
  cancelled: 'cancelled',
};

const dayMs = 86_400_000;
const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'] as const;

const look = {
  resolution: { type: 'string', title: 'Resolution', enum: ['480p', '720p', '1080p'] },
  camera_fixed: { type: 'boolean', title: 'Camera stands still' },
  watermark: { type: 'boolean', title: 'Watermark' },
};
const silent: JsonSchema = { type: 'object', properties: look };
const spoken: JsonSchema = { type: 'object', properties: { ...look, generate_audio: { type: 'boolean', title: 'Sound' } } };

/** By the maker's tokens, of which a video has width x height x frames / 1024; worked out for 16:9 at 24 frames a second. */
const priced = (asOf: string, perSecond: number | undefined, ...rates: readonly Rate[]): Price =>
  dollars(asOf, 'https://docs.byteplus.com/en/docs/modelark/model-pricing', { perSecond, rates });

/** `references`: how many, where it takes any. The maker refuses them beside frames. */
const seedance = (model: string, title: string, fields: JsonSchema, price?: Price, references?: number): ServiceModel => ({
  model,
  kind: 'video',
  title,
  limits: {
    images: { encoding: 'data-url', max: 2, maxBytes: 10_000_000 },
    references: references === undefined ? undefined : { max: references, alone: true },
    ignores: ['fps', 'n'],
  },
  fields,
  price,
});

const models: readonly ServiceModel[] = [
  seedance(
    'dreamina-seedance-2-0-260128',
    'Seedance 2.0',
    spoken,
    priced('2026-10-08', 0.151, ...ratesBy('resolution', { '480p': 0.07, '720p': 0.151, '1080p': 0.374 })),
    9,
  ),
  seedance(
    'dreamina-seedance-2-0-fast-260128',
    'Seedance 2.0 Fast',
    spoken,
    priced('2026-10-08', 0.121, ...ratesBy('resolution', { '480p': 0.056, '720p': 0.121 })),
    9,
  ),
  seedance(
    'seedance-1-5-pro-251215',
    'Seedance 1.5 Pro',
    spoken,
    priced(
      '2026-10-08',
      0.052,
      ...ratesBy('resolution', { '480p': 0.012, '720p': 0.026, '1080p': 0.058 }, { generate_audio: false }),
      ...ratesBy('resolution', { '480p': 0.024, '720p': 0.052, '1080p': 0.117 }),
      { when: { generate_audio: false }, perSecond: 0.026 },
    ),
  ),
  seedance(
    'seedance-1-0-pro-250528',
    'Seedance 1.0 Pro',
    silent,
    priced('2026-08-01', 0.122, ...ratesBy('resolution', { '480p': 0.024, '720p': 0.052, '1080p': 0.122 })),
  ),
  seedance('*seedance-*', 'Seedance', silent),
];

/** Options that decide what a video costs, whom the maker calls, or whose draft it continues. */
const notOptions = ['frames', 'callback_url', 'content', 'image_tail'];

/** The body of a new task. */
export function arkInput(request: VideoRequest): Record<string, unknown> {
  const { duration, model, seed } = request;
  const { first, last } = framesOf(request);
  const references = referencesOf(request);
  const picture = (url: string, role?: string) => ({ type: 'image_url', image_url: { url: asLink(url) }, ...given({ role }) });
  const fields = {
    model,
    content: [
      { type: 'text', text: promptWith(request, references, ({ place }) => `[Image ${place}]`) },
      ...(first === undefined ? [] : [picture(first, last === undefined ? undefined : 'first_frame')]),
      ...(last === undefined ? [] : [picture(last, 'last_frame')]),
      ...(referenceList(references, (one) => picture(one.picture, 'reference_image')) ?? []),
    ],
    ratio: ratioOf(request, ratios),
    resolution: resolutionOf(request, ['480p', '720p', '1080p'], 'pixels'),
    duration,
    seed,
  };
  return { ...optionsWithout(request, notOptions), ...given(fields) };
}

/**
 * `baseUrl` stands with the version: `https://ark.cn-beijing.volces.com/api/v3`.
 * @param options The key, and where to reach the maker.
 */
export function ark({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://ark.ap-southeast.bytepluses.com/api/v3');
  const tasks = `${base}/contents/generations/tasks`;
  const headers = { authorization: `Bearer ${apiKey}` };

  return {
    id: 'ark',
    title: 'Seedance',
    models: modelsOf(options, models),
    secrets: [apiKey],
    hosts: [baseUrl === undefined ? 'ark.ap-southeast.bytepluses.com' : new URL(base).origin],
    fetch,
    video: {
      async create(request, outside) {
        return processing(taskIdAt(await askJson(outside, tasks, { headers, json: arkInput(request) }), 'id'));
      },
      query: async (task, outside) => reading(await askJson(outside, `${tasks}/${segment(task.id)}`, { headers }), task.id),
      async cancel(task, outside) {
        // Ends what is still queued: the maker refuses the rest.
        const answer = await ask(outside, `${tasks}/${segment(task.id)}`, { method: 'DELETE', headers });
        if (!answer.ok) throw errorOf(answer);
      },
    },
  };
}

function reading(body: unknown, taskId: string): ServiceTask {
  const word = textAt(body, 'status');
  const url = textAt(body, 'content.video_url');
  const updatedAt = numberAt(body, 'updated_at');
  const expiresAt = updatedAt === undefined ? undefined : updatedAt * 1000 + dayMs;
  const output = { format: 'mp4', seed: numberAt(body, 'seed'), duration: numberAt(body, 'duration'), expiresAt };
  const outputs = url === undefined ? [] : [{ url, ...output }];
  const said = complaint(at(body, 'error'));
  return readingOf(taskId, words, { word, outputs, complaint: { ...said, code: said.code ?? word } });
}

// fal: the queue of https://docs.fal.ai/model-apis/model-endpoints/queue, for every video model there. The model is the path of its endpoint.
import { globMatches } from '../base/glob.js';
import type { VideoRequest } from '../protocol/video.js';
import {
  ask,
  askJson,
  at,
  baseOf,
  complaint,
  errorOf,
  listAt,
  modelsOf,
  numberAt,
  objectIn,
  segment,
  segments,
  taskIdAt,
  textAt,
} from './ask.js';
import { falSignedBody } from './fal-signature.js';
import { falUpload } from './fal-storage.js';
import { dollars } from './prices.js';
import { cancelled, failed, outputIn, processing, statusIn, succeeded, unknown, type StatusWords } from './reading.js';
import { referenceList, promptWith, referencesOf, type Reference } from './references.js';
import { asLink, framesOf, given, optionsOf, ratioOf } from './request.js';
import type {
  CreateOutside,
  JsonSchema,
  ModelLimits,
  Outside,
  Service,
  ServiceModel,
  ServiceOptions,
  ServiceTask,
  TaskRef,
} from './service.js';
import { veoReferences } from './veo-limits.js';

const words: StatusWords = { IN_QUEUE: 'processing', IN_PROGRESS: 'processing', COMPLETED: 'succeeded' };

/** Model, first frame, last frame, and how it writes seconds: the first line that fits. */
const dialects: readonly (readonly [models: string, first: string, last: string, seconds?: (seconds: number) => string | number])[] = [
  ['fal-ai/kling-video/v3/*', 'start_image_url', 'end_image_url'],
  ['fal-ai/kling-video/v2.6/*', 'start_image_url', 'end_image_url'],
  ['fal-ai/kling-video/*', 'image_url', 'tail_image_url'],
  ['fal-ai/veo3*/first-last-frame-to-video', 'first_frame_url', 'last_frame_url', (seconds) => `${seconds}s`],
  ['fal-ai/veo3*', 'image_url', 'last_frame_url', (seconds) => `${seconds}s`],
  ['fal-ai/sora-2/*', 'image_url', 'end_image_url', Number],
];

/** Endpoints that take references: the field they stand in, how the prompt speaks of one, and how many there may be. After the types of `@fal-ai/client` 1.10. */
const referring: readonly (readonly [models: string, title: string, field: string, max: number, write?: (one: Reference) => string])[] = [
  ['fal-ai/veo3.1/reference-to-video', 'Veo 3.1, from references', 'image_urls', 3],
  ['fal-ai/kling-video/o1/reference-to-video', 'Kling O1, from references', 'image_urls', 7, ({ place }) => `@Image${place}`],
  ['fal-ai/vidu/q2/reference-to-video/pro', 'Vidu Q2 Pro, from references', 'reference_image_urls', 7],
  ['fal-ai/wan/v2.7/reference-to-video', 'Wan 2.7, from references', 'reference_image_urls', 5, ({ place }) => `Image ${place}`],
];

const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'] as const;
const pictures = (max: 0 | 1 | 2) => ({ encoding: 'data-url', max, maxBytes: 10_000_000 }) as const;
const form: JsonSchema = {
  type: 'object',
  properties: {
    negative_prompt: { type: 'string', title: 'Keep out', default: 'blur, distort, and low quality' },
    generate_audio: { type: 'boolean', title: 'Sound', default: true },
  },
};

function kling(path: string, title: string, limits: ModelLimits): ServiceModel {
  const model = `fal-ai/kling-video/v2.6/pro/${path}`;
  // With sound, which is on unless a page switches it off.
  const price = dollars('2026-11-24', `https://fal.ai/models/${model}/llms.txt`, {
    perSecond: 0.14,
    rates: [{ when: { generate_audio: false }, perSecond: 0.07 }],
  });
  return { model, kind: 'video', title, limits: { durations: [5, 10], ...limits }, fields: form, price };
}

const unused = ['fps', 'n', 'seed'];
const models: readonly ServiceModel[] = [
  kling('text-to-video', 'Kling 2.6 Pro', { sizes: ['1920x1080', '1080x1920', '1080x1080'], images: pictures(0), ignores: unused }),
  kling('image-to-video', 'Kling 2.6 Pro, from a picture', { images: pictures(2), ignores: [...unused, 'width', 'height'] }),
  ...referring.map(([model, title, , max]): ServiceModel => ({
    model,
    kind: 'video',
    title,
    limits: {
      images: pictures(0),
      references: { max, durations: model.startsWith('fal-ai/veo') ? veoReferences.durations : undefined },
      ignores: unused,
    },
  })),
  { model: 'fal-ai/*', kind: 'video', title: 'fal', limits: { images: pictures(2) } },
];

/** The body of a request to an endpoint: the options as they came, and the documents' fields in its words. */
export function falInput(request: VideoRequest): Record<string, unknown> {
  const dialect = dialects.find(([glob]) => globMatches(glob, request.model));
  const [, nameOfFirst = 'image_url', nameOfLast = 'end_image_url', seconds = String] = dialect ?? [];
  const { first, last } = framesOf(request);
  const { image_tail: _, ...options } = optionsOf(request);
  const { duration, seed, model } = request;
  const references = referencesOf(request);
  const [, , nameOfReferences = 'image_urls', , write] = referring.find(([path]) => path === model) ?? [];
  const fields = {
    prompt: promptWith(request, references, write),
    duration: duration === undefined ? undefined : seconds(duration),
    seed,
    aspect_ratio: first === undefined ? ratioOf(request, ratios) : undefined,
    [nameOfFirst]: first && asLink(first),
    [nameOfLast]: last && asLink(last),
    [nameOfReferences]: referenceList(references, ({ picture }) => asLink(picture)),
  };
  return { ...options, ...given(fields) };
}

/** Requests stand below the app, the first two parts of an endpoint's path (behind its namespace, where it has one). */
function requestUrl(base: string, { id, model }: TaskRef): string {
  const parts = model.split('/').map(segment);
  const named = parts[0] === 'workflows' || parts[0] === 'comfy' ? 3 : 2;
  return `${base}/${parts.slice(0, named).join('/')}/requests/${segment(id)}`;
}

/**
 * Videos of fal: each endpoint is a model.
 * @param options The key, and where to reach the maker.
 */
export function fal({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://queue.fal.run');
  const storage = baseOf({ baseUrl }, 'https://rest.fal.ai');
  const platform = baseOf({ baseUrl }, 'https://api.fal.ai');
  const headers = { authorization: `Key ${apiKey}` };

  async function create(request: VideoRequest, outside: CreateOutside): Promise<ServiceTask> {
    const { callback } = outside;
    const hook = callback === undefined ? '' : `?fal_webhook=${encodeURIComponent(callback)}`;
    const body = await askJson(outside, `${base}/${segments(request.model)}${hook}`, { headers, json: falInput(request) });
    return processing(taskIdAt(body, 'request_id'));
  }

  async function query(task: TaskRef, outside: Outside): Promise<ServiceTask> {
    const url = requestUrl(base, task);
    const status = await askJson(outside, `${url}/status`, { headers });
    const word = textAt(status, 'status');
    if (word === 'CANCELLED') return cancelled(task.id);
    const meant = statusIn(words, word);
    if (meant === 'processing') return processing(task.id, { statusWord: word });
    if (meant === 'unknown') return unknown(task.id, word);
    if (textAt(status, 'error') !== undefined) return failed(task.id, { ...complaint(status), code: textAt(status, 'error_type') });
    const result = await ask(outside, url, { headers });
    // The answer of the endpoint itself: what it refuses, it refuses for good.
    if (result.status === 400 || result.status === 422) return failed(task.id, complaint(result.json));
    if (!result.ok) throw errorOf(result);
    if (result.status === 202) return processing(task.id);
    return succeeded(task.id, outputsIn(objectIn(result)));
  }

  return {
    id: 'fal',
    title: 'fal',
    models: modelsOf(options, models),
    fetch,
    secrets: [apiKey, ...headers.authorization.split(/[ :]/).filter((part) => part.length >= 8)],
    hosts: baseUrl === undefined ? ['queue.fal.run', 'rest.fal.ai', '*.fal.media', '*.fal.ai'] : [new URL(base).origin],
    // Prices are what an account pays, so they are asked for with its key: https://docs.fal.ai/platform-apis/v1/models/pricing
    check: async (outside) => void (await askJson(outside, `${platform}/v1/models/pricing?endpoint_id=fal-ai/flux/dev`, { headers })),
    video: {
      create,
      query,
      async cancel(task, outside) {
        const answer = await ask(outside, `${requestUrl(base, task)}/cancel`, { method: 'PUT', headers });
        if (!answer.ok) throw errorOf(answer);
      },
      upload: (file, outside) => falUpload(file, outside, storage, headers),
      webhook: (request, outside) => announced(request, outside, storage),
    },
  };
}

/** `{ video: {...}, seed }`, or a list of videos. */
const outputsIn = (body: unknown) =>
  [at(body, 'video'), ...listAt(body, 'videos')].flatMap((video) => outputIn(video, { seed: numberAt(body, 'seed') }));

async function announced(
  request: Request,
  outside: Outside,
  storage: string,
): Promise<{ readonly taskId: string; readonly reading: ServiceTask }> {
  const body = await falSignedBody(request, outside, `${storage}/.well-known/jwks.json`);
  const taskId = taskIdAt(body, 'request_id');
  if (textAt(body, 'status') === 'OK') return { taskId, reading: succeeded(taskId, outputsIn(body['payload'])) };
  const said = complaint(body['payload']);
  return { taskId, reading: failed(taskId, { ...said, message: said.message ?? textAt(body, 'error') }) };
}

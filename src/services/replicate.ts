// Replicate: predictions of its video models. Facts: `replicate` 1.4.0 (types and client) for the wire; the names of a model's inputs from its documentation only.
import { VoxreelError } from '../base/errors.js';
import { globMatches } from '../base/glob.js';
import type { VideoRequest } from '../protocol/video.js';
import { ask, askJson, baseOf, complaint, errorOf, modelsOf, segment, segments, taskIdAt, textAt } from './ask.js';
import { dollars } from './prices.js';
import { cancelled, failed, processing, statusIn, succeeded, unknown, type StatusWords } from './reading.js';
import { promptWith, referencesOf, type Reference } from './references.js';
import { replicateSignedBody } from './replicate-signature.js';
import { asLink, framesOf, given, optionsOf, ratioOf, resolutionOf } from './request.js';
import type { JsonSchema, Price, Service, ServiceModel, ServiceOptions, ServiceTask } from './service.js';
import { veoLimits, veoReferences } from './veo-limits.js';

const words: StatusWords = { starting: 'processing', processing: 'processing', succeeded: 'succeeded', failed: 'failed' };

/** How a model's input names a first and a last frame, where it takes one, and the resolutions it takes: the first line that fits. */
const dialects: readonly (readonly [models: string, first: string, last: string | undefined, resolutions?: readonly string[]])[] = [
  ['kwaivgi/kling-v2.6*', 'start_image', undefined],
  ['kwaivgi/kling-*', 'start_image', 'end_image'],
  ['minimax/hailuo-*', 'first_frame_image', 'last_frame_image'],
  ['bytedance/seedance-*', 'image', 'last_frame_image', ['480p', '720p', '1080p']],
  ['google/veo-*', 'image', 'last_frame', ['720p', '1080p']],
];

/** With sound, which is on unless a page switches it off, and without. */
const sounding = (model: string, heard: number, silent: number): Price =>
  dollars('2026-10-06', `https://replicate.com/${model}`, {
    perSecond: heard,
    rates: [{ when: { generate_audio: false }, perSecond: silent }],
  });

const family = (model: string, title: string, more: Pick<ServiceModel, 'limits' | 'fields' | 'price'> = {}): ServiceModel => ({
  model,
  kind: 'video',
  title,
  ...more,
  limits: { images: { encoding: 'data-url', max: 2, maxBytes: 10_000_000 }, ignores: ['fps', 'n'], ...more.limits },
});

const sound: JsonSchema = {
  type: 'object',
  properties: {
    negative_prompt: { type: 'string', title: 'Keep out' },
    generate_audio: { type: 'boolean', title: 'Sound', default: true },
  },
};

const models: readonly ServiceModel[] = [
  family('google/veo-3.1', 'Veo 3.1', {
    limits: { ...veoLimits, references: veoReferences },
    fields: sound,
    price: sounding('google/veo-3.1', 0.4, 0.2),
  }),
  family('google/veo-3.1-fast', 'Veo 3.1 Fast', {
    limits: { durations: [4, 6, 8] },
    fields: sound,
    price: sounding('google/veo-3.1-fast', 0.15, 0.1),
  }),
  family('google/veo-*', 'Veo', { fields: sound }),
  family('kwaivgi/kling-v2.6*', 'Kling 2.6', {
    limits: { durations: [5, 10], images: { encoding: 'data-url', max: 1, maxBytes: 10_000_000 } },
    fields: sound,
    price: sounding('kwaivgi/kling-v2.6', 0.14, 0.07),
  }),
  family('kwaivgi/kling-*', 'Kling', { limits: { durations: [5, 10] } }),
  family('bytedance/seedance-*', 'Seedance'),
  family('minimax/hailuo-*', 'Hailuo'),
];

/** The input of a model: the options as they came, and the documents' fields in its words. */
export function replicateInput(request: VideoRequest): Record<string, unknown> {
  const dialect = dialects.find(([glob]) => globMatches(glob, request.model));
  const [, nameOfFirst, nameOfLast, resolutions = []] = dialect ?? ['*', 'image', 'last_frame'];
  const { image_tail: _tail, ...options } = optionsOf(request);
  const { first, last } = framesOf(request);
  const { duration, seed } = request;
  const references = referencesOf(request);
  if (last !== undefined && nameOfLast === undefined)
    throw new VoxreelError('invalid_input', 'This model takes no last frame.', { param: 'image_tail' });
  const fields = {
    prompt: promptWith(request, references),
    duration,
    seed,
    aspect_ratio: first === undefined ? ratioOf(request, ['16:9', '9:16', '1:1']) : undefined,
    resolution: resolutionOf(request, resolutions),
    [nameOfFirst]: first && asLink(first),
    ...(nameOfLast === undefined ? {} : { [nameOfLast]: last && asLink(last) }),
  };
  return { ...options, ...given(fields), ...(references.length === 0 ? {} : shownIn(references)) };
}

/** Those of Veo 3.1, the one model here that takes any: it makes eight seconds of 16:9 of them. */
const shownIn = (references: readonly Reference[]) => ({
  reference_images: references.map(({ picture }) => asLink(picture)),
  duration: 8,
  aspect_ratio: '16:9',
});

/**
 * `baseUrl` stands with the version: `https://api.replicate.com/v1`. A model is `owner/name`, or `owner/name:version`.
 * @param options The key, and where to reach the maker.
 */
export function replicate({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://api.replicate.com/v1');
  const predictions = `${base}/predictions`;
  const headers = { authorization: `Bearer ${apiKey}` };

  return {
    id: 'replicate',
    title: 'Replicate',
    models: modelsOf(options, models),
    secrets: [apiKey],
    hosts: [baseUrl === undefined ? 'api.replicate.com' : new URL(base).origin],
    fetch,
    check: async (outside) => void (await askJson(outside, `${base}/account`, { headers })),
    video: {
      async create(request, outside) {
        const [name = '', version] = request.model.split(':');
        const input = replicateInput(request);
        const url = version === undefined ? `${base}/models/${segments(name)}/predictions` : predictions;
        const { callback: webhook } = outside;
        const announced = webhook === undefined ? {} : { webhook, webhook_events_filter: ['completed'] };
        return processing(taskIdAt(await askJson(outside, url, { headers, json: { version, input, ...announced } }), 'id'));
      },
      query: async (task, outside) => reading(await askJson(outside, `${predictions}/${segment(task.id)}`, { headers }), task.id),
      async cancel(task, outside) {
        const answer = await ask(outside, `${predictions}/${segment(task.id)}/cancel`, { method: 'POST', headers });
        if (!answer.ok) throw errorOf(answer);
      },
      async upload(file, outside) {
        const body = new FormData();
        body.append('content', file, file.name);
        const reference = textAt(await askJson(outside, `${base}/files`, { headers, body }), 'urls.get');
        if (reference === undefined) throw new VoxreelError('bad_response', 'The service answered without an address of the file.');
        return { reference };
      },
      async webhook(request, outside) {
        const body = await replicateSignedBody(request, outside, `${base}/webhooks/default/secret`, headers);
        const taskId = taskIdAt(body, 'id');
        return { taskId, reading: reading(body, taskId) };
      },
    },
  };
}

function reading(body: Readonly<Record<string, unknown>>, taskId: string): ServiceTask {
  const word = textAt(body, 'status');
  // `aborted`: ended before it began.
  if (word === 'canceled' || word === 'aborted') return cancelled(taskId);
  switch (statusIn(words, word)) {
    case 'processing':
      return processing(taskId, { statusWord: word });
    case 'succeeded':
      if (body['data_removed'] === true) return failed(taskId, { code: 'expired', message: 'The service has removed the video.' });
      return succeeded(
        taskId,
        addressesIn(body['output']).map((url) => ({ url })),
      );
    case 'failed':
      // A failure has words, and no code.
      return failed(taskId, { message: complaint(body['error']).message });
    default:
      return unknown(taskId, word);
  }
}

/** One file or several, each as its address. */
const addressesIn = (output: unknown): readonly string[] =>
  [output].flat().filter((one): one is string => typeof one === 'string' && /^https?:/.test(one));

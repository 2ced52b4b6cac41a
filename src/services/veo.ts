// Veo by the Gemini API's long-running operations. Facts: `@google/genai` 3.3.0. Google announced the end of these models there for 22 October 2026; relays go on
// with them, by `baseUrl`.
import type { VideoRequest } from '../protocol/video.js';
import { at, complaint, listAt, segment, segments, textAt } from './ask.js';
import { dollars, ratesBy } from './prices.js';
import { contentUrl, failed, processing, succeeded } from './reading.js';
import { promptWith, referenceList, referencesOf } from './references.js';
import { framesOf, given, mustBeInline, optionsOf, ratioOf, resolutionOf } from './request.js';
import type { JsonSchema, ModelLimits, Price, ServiceModel, ServiceTask } from './service.js';
import { veoLimits, veoReferences } from './veo-limits.js';

/** How one family of Google's models is asked for videos; paths stand after the version. */
export interface GoogleProtocol {
  order(request: VideoRequest): { readonly path: string; readonly json: object };
  /** Where the answer to an order has the id of its task. */
  readonly idAt: string;
  /** Where a task is asked for. */
  path(id: string): string;
  /** Where it is cancelled; absent where the maker ends no video that has begun. */
  cancelPath?(id: string): string;
  /** Files of the maker's, which want the key. */
  addressesIn(body: unknown): readonly string[];
  reading(body: unknown, taskId: string): ServiceTask;
}

const form: JsonSchema = {
  type: 'object',
  properties: {
    negativePrompt: { type: 'string', title: 'Keep out' },
    resolution: { type: 'string', title: 'Resolution', enum: ['720p', '1080p'], default: '720p' },
    personGeneration: { type: 'string', title: 'People', enum: ['allow_all', 'allow_adult', 'dont_allow'] },
  },
};

/** Read from that page on that day by others, who agree. */
const priced = (perSecond: number, rates?: Price['rates']): Price =>
  dollars('2026-09-20', 'https://ai.google.dev/gemini-api/docs/pricing', { perSecond, rates });

/** Of a person, a product or a place. */
const assets: ModelLimits['references'] = { ...veoReferences, roles: ['person', 'object'] };

const veo = (model: string, title: string, price?: Price, references?: ModelLimits['references']): ServiceModel => ({
  model,
  kind: 'video',
  title,
  limits: {
    ...veoLimits,
    images: { encoding: 'base64', max: 2, maxBytes: 10_000_000, types: ['image/png', 'image/jpeg'] },
    references,
    ignores: ['fps', 'seed'],
  },
  fields: form,
  price,
  cancels: false,
});

export const veoModels: readonly ServiceModel[] = [
  veo('veo-3.1-generate-preview', 'Veo 3.1', priced(0.4), assets),
  veo('veo-3.1-fast-generate-preview', 'Veo 3.1 Fast', priced(0.1, ratesBy('resolution', { '720p': 0.1, '1080p': 0.12 })), assets),
  veo('veo-*', 'Veo'),
];

function pictureOf(picture: string | undefined): object | undefined {
  if (picture === undefined) return undefined;
  const { base64, type } = mustBeInline(picture);
  return { bytesBase64Encoded: base64, mimeType: type };
}

/** The body of `:predictLongRunning`. What costs money is that of the request alone, never of its options. */
export function veoInput(request: VideoRequest): object {
  const { image_tail: _tail, sampleCount: _count, durationSeconds: _seconds, ...options } = optionsOf(request);
  const { first, last } = framesOf(request);
  const references = referencesOf(request);
  const parameters = {
    sampleCount: request.n,
    // With references it makes eight seconds and nothing else.
    durationSeconds: references.length > 0 ? 8 : request.duration,
    aspectRatio: ratioOf(request, ['16:9', '9:16']),
    resolution: resolutionOf(request, ['720p', '1080p', '4k']),
  };
  return {
    instances: [
      given({
        prompt: promptWith(request, references),
        image: pictureOf(first),
        lastFrame: pictureOf(last),
        referenceImages: referenceList(references, ({ picture }) => ({ image: pictureOf(picture), referenceType: 'asset' })),
      }),
    ],
    parameters: { ...options, ...given(parameters) },
  };
}

const addressesIn = (operation: unknown): readonly string[] =>
  listAt(operation, 'response.generateVideoResponse.generatedSamples').flatMap((sample) => textAt(sample, 'video.uri') ?? []);

function reading(operation: unknown, taskId: string): ServiceTask {
  if (at(operation, 'done') !== true) return processing(taskId);
  if (at(operation, 'error') !== undefined) {
    const [reason] = listAt(operation, 'error.details').flatMap((detail) => textAt(detail, 'reason') ?? []);
    const said = complaint(operation);
    return failed(taskId, { ...said, code: reason ?? said.code });
  }
  const addresses = addressesIn(operation);
  const filtered = textAt(operation, 'response.generateVideoResponse.raiMediaFilteredReasons.0');
  if (addresses.length === 0 && filtered !== undefined) return failed(taskId, { code: 'moderation_blocked', message: filtered });
  return succeeded(
    taskId,
    addresses.map((_, index) => ({ url: contentUrl(index), format: 'mp4' })),
  );
}

/** How Veo is asked for videos. The name of an operation is its path: `models/veo-3.1-generate-preview/operations/abc`. */
export const veoProtocol: GoogleProtocol = {
  order: (request) => ({ path: `models/${segment(request.model)}:predictLongRunning`, json: veoInput(request) }),
  idAt: 'name',
  path: segments,
  addressesIn,
  reading,
};

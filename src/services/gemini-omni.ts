// Gemini Omni by the Interactions API. Facts: `@google/genai` 3.3.0 (`CreateModelInteraction`, `VideoResponseFormat`, `Interaction`); its client asks for `/v1`, Google's guides for `/v1beta`.
import type { VideoRequest } from '../protocol/video.js';
import { at, complaint, listAt, segment, textAt } from './ask.js';
import { contentUrl, readingOf, type StatusWords } from './reading.js';
import { promptWith, referencesOf } from './references.js';
import { framesOf, given, mustBeInline, ratioOf, resolutionOf } from './request.js';
import type { ModelLimits, ServiceModel, ServiceTask } from './service.js';
import type { GoogleProtocol } from './veo.js';

const omni = (model: string, title: string, limits: Partial<ModelLimits> = {}): ServiceModel => ({
  model,
  kind: 'video',
  title,
  limits: {
    sizes: ['1280x720', '720x1280', '640x360', '360x640', '1920x1080', '1080x1920', '3840x2160', '2160x3840'],
    images: { encoding: 'base64', max: 1, maxBytes: 10_000_000, types: ['image/png', 'image/jpeg', 'image/webp'] },
    // https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/gemini/omni-1-2-flash
    references: { max: 6, roles: ['person', 'object', 'style'], alone: true },
    ignores: ['fps', 'n', 'seed'],
    ...limits,
  },
});

/** Google publishes its prices undated, and resellers disagree: a site gives its own. */
export const omniModels: readonly ServiceModel[] = [
  omni('gemini-omni-1.2-flash', 'Gemini Omni 1.2 Flash', { durations: { min: 3, max: 15 } }),
  // It decides how long its videos are.
  omni('gemini-omni-1.1-flash', 'Gemini Omni 1.1 Flash', { ignores: ['duration', 'fps', 'n', 'seed'] }),
  omni('gemini-omni-*', 'Gemini Omni'),
];

/** Is this one of Gemini Omni's models? */
export const isOmni = (model: string): boolean => model.startsWith('gemini-omni');

function imageOf(picture: string): object {
  const { base64, type } = mustBeInline(picture);
  return { type: 'image', data: base64, mime_type: type };
}

/** The body of a new interaction. A page's own options are no part of it: they name earlier interactions, tools and addresses. */
export function omniInput(request: VideoRequest): object {
  const { first } = framesOf(request);
  const references = referencesOf(request);
  const pictures = references.length > 0 ? references.map(({ picture }) => picture) : first === undefined ? [] : [first];
  const still = first === undefined ? 'text_to_video' : 'image_to_video';
  const format = {
    aspect_ratio: ratioOf(request, ['16:9', '9:16']),
    resolution: resolutionOf(request, ['360p', '720p', '1080p', '4k']),
    duration: request.duration === undefined || request.model.includes('-1.1-') ? undefined : `${request.duration}s`,
  };
  return {
    model: request.model,
    // Otherwise the answer waits for the video.
    background: true,
    input: [{ type: 'text', text: promptWith(request, references) }, ...pictures.map(imageOf)],
    generation_config: { video_config: { task: references.length > 0 ? 'reference_to_video' : still } },
    response_format: { type: 'video', delivery: 'uri', ...given(format) },
  };
}

const addressesIn = (interaction: unknown): readonly string[] =>
  listAt(interaction, 'steps')
    .filter((step) => textAt(step, 'type') === 'model_output')
    .flatMap((step) => listAt(step, 'content'))
    .flatMap((content) => (textAt(content, 'type') === 'video' ? (textAt(content, 'uri') ?? []) : []));

const words: StatusWords = {
  queued: 'processing',
  in_progress: 'processing',
  completed: 'succeeded',
  failed: 'failed',
  incomplete: 'failed',
  budget_exceeded: 'failed',
  // Nobody is there to act or to resume.
  requires_action: 'failed',
  requires_continuation: 'failed',
  cancelled: 'cancelled',
};

function reading(interaction: unknown, taskId: string): ServiceTask {
  const word = textAt(interaction, 'status');
  const errors = [at(interaction, 'errors.0'), ...listAt(interaction, 'steps').map((step) => at(step, 'error'))];
  const error = errors.find((one) => one !== undefined);
  const outputs = addressesIn(interaction).map((_, index) => ({ url: contentUrl(index), format: 'mp4' }));
  return readingOf(taskId, words, { word, outputs, complaint: complaint({ error, status: word }) });
}

/** How Gemini Omni is asked for videos. */
export const omniProtocol: GoogleProtocol = {
  order: (request) => ({ path: 'interactions', json: omniInput(request) }),
  idAt: 'id',
  path: (id) => `interactions/${segment(id)}`,
  cancelPath: (id) => `interactions/${segment(id)}/cancel`,
  addressesIn,
  reading,
};

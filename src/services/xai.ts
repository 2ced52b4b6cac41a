// xAI: Grok Imagine videos, and Grok Voice (`xai-realtime.ts`). Facts: `@ai-sdk/xai` 3.0.138, from the source of its video model.
import { VoxreelError } from '../base/errors.js';
import { isRecord } from '../base/is-record.js';
import type { VideoRequest } from '../protocol/video.js';
import { ask, askJson, at, baseOf, complaint, errorOf, modelsOf, percentAt, segment, taskIdAt, textAt } from './ask.js';
import { dollars, ratesBy } from './prices.js';
import { failed, outputIn, processing, statusIn, succeeded, unknown, type StatusWords } from './reading.js';
import { referenceList, promptWith, referencesOf } from './references.js';
import { asLink, framesOf, given, optionsOf, ratioOf, resolutionOf } from './request.js';
import type { JsonSchema, Service, ServiceModel, ServiceOptions, ServiceTask } from './service.js';
import { xaiRealtime, xaiVoiceModels } from './xai-realtime.js';

const words: StatusWords = { pending: 'processing', in_progress: 'processing', done: 'succeeded', failed: 'failed', expired: 'failed' };

const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3'] as const;

const form = (...resolutions: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: { resolution: { type: 'string', title: 'Resolution', enum: resolutions } },
});

const limits = {
  durations: { min: 1, max: 15 },
  images: { encoding: 'data-url', max: 1, maxBytes: 10_000_000 },
  references: { max: 7, alone: true },
  ignores: ['fps', 'n', 'seed'],
} as const;

/** By resolution; its API makes 480p where none is chosen. Quoted by resellers that charge the maker's own price. */
function imagine(model: string, title: string, perSecond: Readonly<Record<string, number>>): ServiceModel {
  const rates = ratesBy('resolution', perSecond);
  const price = dollars('2026-10-12', 'https://docs.x.ai/docs/models', { perSecond: perSecond['480p'], rates });
  return { model, kind: 'video', title, limits, fields: form(...Object.keys(perSecond)), price };
}

const models: readonly ServiceModel[] = [
  imagine('grok-imagine-video', 'Grok Imagine', { '480p': 0.05, '720p': 0.07 }),
  imagine('grok-imagine-video-1.5', 'Grok Imagine 1.5', { '480p': 0.08, '720p': 0.14, '1080p': 0.25 }),
  { model: 'grok-imagine-video*', kind: 'video', title: 'Grok Imagine', limits },
  ...xaiVoiceModels,
];

/** The body of `/videos/generations`. `user` is hashed: the maker asks for it to find abuse. */
export function xaiInput(request: VideoRequest, user: string): Record<string, unknown> {
  const { image_tail: _tail, ...options } = optionsOf(request);
  const { first } = framesOf(request);
  const references = referencesOf(request);
  const { duration, model } = request;
  const steps =
    model === 'grok-imagine-video' || references.length > 0 ? (['480p', '720p'] as const) : (['480p', '720p', '1080p'] as const);
  const fields = {
    model,
    prompt: promptWith(request, references, ({ place }) => `<IMAGE_${place}>`),
    duration,
    aspect_ratio: ratioOf(request, ratios),
    resolution: resolutionOf(request, steps),
    image: first && { url: asLink(first) },
    // With references it makes no more than 720p.
    reference_images: referenceList(references, ({ picture }) => ({ url: asLink(picture) })),
    user,
  };
  return { ...options, ...given(fields) };
}

/**
 * `baseUrl` stands with the version: `https://api.x.ai/v1`.
 * @param options The key, and where to reach the maker.
 */
export function xai({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://api.x.ai/v1');
  const headers = { authorization: `Bearer ${apiKey}` };

  return {
    id: 'xai',
    title: 'xAI',
    models: modelsOf(options, models),
    secrets: [apiKey],
    hosts: [baseUrl === undefined ? 'api.x.ai' : new URL(base).origin],
    fetch,
    async check(outside) {
      const answer = await ask(outside, `${base}/api-key`, { headers });
      // xAI answers an invalid key with a 400.
      if (answer.status === 400) throw new VoxreelError('unauthorized', 'xAI does not take this key.', { status: 400 });
      if (!answer.ok) throw errorOf(answer);
    },
    video: {
      async create(request, outside) {
        const body = await askJson(outside, `${base}/videos/generations`, { headers, json: xaiInput(request, outside.userId) });
        return processing(taskIdAt(body, 'request_id'));
      },
      async query(task, outside) {
        const answer = await ask(outside, `${base}/videos/${segment(task.id)}`, { headers });
        if (!answer.ok) throw errorOf(answer);
        // Still at work, sometimes without a body.
        if (answer.status === 202) return processing(task.id, { progress: percentAt(answer.json, 'progress') });
        if (!isRecord(answer.json))
          throw new VoxreelError('bad_response', 'The service answered without a JSON object.', { status: answer.status });
        return reading(answer.json, task.id);
      },
    },
    realtime: xaiRealtime(base, headers),
  };
}

function reading(body: unknown, taskId: string): ServiceTask {
  // A finished video may come without a word.
  const word = textAt(body, 'status') ?? (textAt(body, 'video.url') === undefined ? undefined : 'done');
  switch (statusIn(words, word)) {
    case 'processing':
      return processing(taskId, { statusWord: word, progress: percentAt(body, 'progress') });
    case 'succeeded':
      if (at(body, 'video.respect_moderation') === false)
        return failed(taskId, { code: 'moderation_blocked', message: 'The video was blocked by the moderation of xAI.' });
      return succeeded(taskId, outputIn(at(body, 'video'), { format: 'mp4' }));
    case 'failed': {
      const said = complaint(body);
      if (word === 'expired') return failed(taskId, { code: 'expired', message: said.message ?? 'The request has expired.' });
      return failed(taskId, { message: said.message, code: said.code === word ? undefined : said.code });
    }
    default:
      return unknown(taskId, word);
  }
}

// Runway, as `@runwayml/sdk` 4.20.0 speaks to it, in its types; failures after https://docs.dev.runwayml.com/errors/. A first frame decides which of two endpoints is asked.
import type { VideoRequest } from '../protocol/video.js';
import { ask, askJson, baseOf, errorOf, listAt, modelsOf, numberAt, segment, taskIdAt, textAt } from './ask.js';
import { dollars } from './prices.js';
import { processing, readingOf, type StatusWords } from './reading.js';
import { promptWith, referenceList, referencesOf } from './references.js';
import { asLink, framesOf, given, optionsOf, ratioOf, sizeOf } from './request.js';
import type { JsonSchema, ModelLimits, Price, Service, ServiceModel, ServiceOptions, ServiceTask } from './service.js';

const words: StatusWords = {
  PENDING: 'processing',
  THROTTLED: 'processing',
  RUNNING: 'processing',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
};

const wide = ['1280:720', '720:1280'] as const;
const gen4 = [...wide, '1104:832', '960:960', '832:1104', '1584:672'] as const;
const veo = [...wide, '1080:1920', '1920:1080'] as const;
const hd = [...wide, '1112:834', '960:960', '834:1112', '1470:630'];
const fullHd = ['1920:1080', '1080:1920', '1664:1248', '1440:1440', '1248:1664', '2206:946'];
const sd = ['864:496', '496:864', '752:560', '640:640', '560:752', '992:432'];
const seedance = [...hd, ...fullHd, ...sd];

/** What it draws, by model: without a picture, and from one. The first is what it is asked for where a page names no size. */
const ratios: Readonly<Record<string, { readonly text: readonly string[]; readonly image: readonly string[] }>> = {
  'gen4.5': { text: wide, image: gen4 },
  gen4_turbo: { text: gen4, image: gen4 },
  'veo3.1': { text: veo, image: veo },
  'veo3.1_fast': { text: veo, image: veo },
  seedance2: { text: seedance, image: seedance },
};

const people: JsonSchema = {
  type: 'object',
  properties: {
    contentModeration: {
      type: 'object',
      title: 'Moderation',
      properties: { publicFigureThreshold: { type: 'string', title: 'Public figures', enum: ['auto', 'low'], default: 'auto' } },
    },
  },
};
const audio = { type: 'boolean', title: 'Sound', default: true } as const;
const sound: JsonSchema = { type: 'object', properties: { audio, negativePrompt: { type: 'string', title: 'Keep out' } } };

/** Its credits are $0.01 each. */
const credits = (perSecond: number, silent?: number): Price =>
  dollars('2026-09-28', 'https://docs.dev.runwayml.com/guides/pricing/', {
    perSecond: perSecond / 100,
    ...(silent === undefined ? {} : { rates: [{ when: { audio: false }, perSecond: silent / 100 }] }),
  });

function declared(model: string, title: string, fields: JsonSchema, frames: 1 | 2, more: ModelLimits, price?: Price): ServiceModel {
  const limits: ModelLimits = {
    sizes: ratios[model]?.image.map((ratio) => ratio.replace(':', 'x')),
    promptLength: 1000,
    // 5 MB as a data URL.
    images: { encoding: 'data-url', max: frames, maxBytes: 3_700_000 },
    ignores: ['fps', 'n'],
    ...more,
  };
  return { model, kind: 'video', title, limits, fields, price };
}

const models: readonly ServiceModel[] = [
  declared('gen4.5', 'Gen-4.5', people, 1, { durations: { min: 2, max: 10 } }, credits(12)),
  declared('gen4_turbo', 'Gen-4 Turbo, from a picture', people, 1, { durations: { min: 2, max: 10 } }, credits(5)),
  declared('veo3.1', 'Veo 3.1', sound, 2, { durations: [4, 6, 8] }, credits(40, 20)),
  declared('veo3.1_fast', 'Veo 3.1 Fast', sound, 2, { durations: [4, 6, 8] }, credits(15, 10)),
  declared('seedance2', 'Seedance 2', { type: 'object', properties: { audio } }, 2, {
    promptLength: 3500,
    // Only where there is no picture to begin or end with.
    references: { max: 9, alone: true },
  }),
];

function ratioIn(request: VideoRequest, allowed: readonly string[] | undefined): string | undefined {
  const size = sizeOf(request);
  const exact = size && `${size.width}:${size.height}`;
  if (allowed === undefined || (exact !== undefined && allowed.includes(exact))) return exact;
  return ratioOf(request, allowed) ?? allowed[0];
}

/** The body of a new task, for either endpoint. */
export function runwayBody(request: VideoRequest): Record<string, unknown> {
  const { model, duration, seed } = request;
  const references = referencesOf(request);
  const { first, last } = framesOf(request);
  const frames = [
    { uri: first && asLink(first), position: 'first' },
    { uri: last && asLink(last), position: 'last' },
  ].filter(({ uri }) => uri !== undefined);
  const { image_tail: _, ...options } = optionsOf(request);
  const fields = {
    model,
    promptText: promptWith(request, references),
    promptImage: last === undefined ? frames[0]?.uri : frames,
    references: referenceList(references, ({ picture }) => ({ uri: asLink(picture) })),
    ratio: ratioIn(request, ratios[model]?.[frames.length === 0 ? 'text' : 'image']),
    // Gen-4.5 does without a default of its own.
    duration: duration ?? (model === 'gen4.5' ? 5 : undefined),
    seed,
  };
  return { ...options, ...given(fields) };
}

/**
 * Videos of Runway.
 * @param options The key, and where to reach the maker.
 */
export function runway({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://api.dev.runwayml.com');
  const headers = { authorization: `Bearer ${apiKey}`, 'x-runway-version': '2024-11-06' };
  const taskUrl = (id: string): string => `${base}/v1/tasks/${segment(id)}`;

  return {
    id: 'runway',
    title: 'Runway',
    models: modelsOf(options, models),
    fetch,
    secrets: [apiKey],
    hosts: baseUrl === undefined ? ['api.dev.runwayml.com'] : [new URL(base).origin],
    video: {
      async create(request, outside) {
        const json = runwayBody(request);
        const kind = json['promptImage'] === undefined ? 'text_to_video' : 'image_to_video';
        return processing(taskIdAt(await askJson(outside, `${base}/v1/${kind}`, { headers, json }), 'id'));
      },
      query: async ({ id }, outside) => reading(await askJson(outside, taskUrl(id), { headers }), id),
      async cancel({ id }, outside) {
        const answer = await ask(outside, taskUrl(id), { method: 'DELETE', headers });
        if (!answer.ok) throw errorOf(answer);
      },
    },
  };
}

function reading(body: unknown, id: string): ServiceTask {
  return readingOf(id, words, {
    word: textAt(body, 'status'),
    outputs: listAt(body, 'output').flatMap((url) => (typeof url === 'string' ? [{ url }] : [])),
    complaint: { code: textAt(body, 'failureCode'), message: textAt(body, 'failure') },
    progress: numberAt(body, 'progress'),
    // Nothing new is to be expected sooner.
    waitMs: 5000,
  });
}

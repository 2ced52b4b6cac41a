// MiniMax (Hailuo), from its documentation only: https://platform.minimax.io/docs/api-reference/video/generation/api/openapi.json. It answers 200 to all, and says in `base_resp`
// what came of it; a film is a file, whose link is asked for apart.
import { VoxreelError } from '../base/errors.js';
import type { VideoRequest } from '../protocol/video.js';
import { askJson, at, baseOf, modelsOf, numberAt, taskIdAt, textAt, type AskInit } from './ask.js';
import { dollars } from './prices.js';
import { failed, processing, statusIn, succeeded, unknown, type StatusWords } from './reading.js';
import { referenceList, promptWith, referencesOf } from './references.js';
import { asLink, closest, framesOf, given, optionsOf } from './request.js';
import type { JsonSchema, Outside, Price, Service, ServiceModel, ServiceOptions, ServiceTask } from './service.js';

const words: StatusWords = {
  Preparing: 'processing',
  Queueing: 'processing',
  Processing: 'processing',
  Success: 'succeeded',
  Fail: 'failed',
};

/** What its codes come to over HTTP. */
const statusOf: Readonly<Record<number, number>> = {
  1002: 429,
  1004: 401,
  1008: 402,
  1026: 400,
  1027: 400,
  2013: 400,
  2049: 401,
};

const form: JsonSchema = {
  type: 'object',
  properties: {
    resolution: { type: 'string', title: 'Resolution', enum: ['768P', '1080P'], default: '768P' },
    prompt_optimizer: { type: 'boolean', title: 'Improve the prompt', default: true },
  },
};

/** A whole video, of six seconds and of ten. */
const priced = (short: number, long: number, sharp: number): Price =>
  dollars('2026-09-14', 'https://platform.minimax.io/docs/guides/pricing-paygo', {
    rates: [
      { when: { resolution: '768P', duration: 6 }, perVideo: short },
      { when: { resolution: '768P', duration: 10 }, perVideo: long },
      { when: { resolution: '1080P', duration: 6 }, perVideo: sharp },
    ],
  });

const hailuo = (model: string, title: string, max: 1 | 2, price: Price): ServiceModel => ({
  model,
  kind: 'video',
  title,
  limits: {
    // Ten seconds only at 768P.
    durations: [6, 10],
    promptLength: 2000,
    images: { encoding: 'data-url', max, maxBytes: 20_000_000, types: ['image/jpeg', 'image/png', 'image/webp'] },
    ignores: ['width', 'height', 'fps', 'n', 'seed'],
  },
  fields: form,
  price,
});

const models: readonly ServiceModel[] = [
  hailuo('MiniMax-Hailuo-2.3', 'Hailuo 2.3', 1, priced(0.28, 0.56, 0.49)),
  hailuo('MiniMax-Hailuo-2.3-Fast', 'Hailuo 2.3 Fast, from a picture', 1, priced(0.19, 0.32, 0.33)),
  hailuo('MiniMax-Hailuo-02', 'Hailuo 02', 2, priced(0.28, 0.56, 0.49)),
  {
    model: 'S2V-01',
    kind: 'video',
    title: 'S2V-01, with one person',
    limits: {
      durations: [6],
      promptLength: 2000,
      images: { encoding: 'data-url', max: 0, maxBytes: 20_000_000, types: ['image/jpeg', 'image/png', 'image/webp'] },
      references: { max: 1, roles: ['person'] },
      ignores: ['width', 'height', 'fps', 'n', 'seed'],
    },
    fields: { type: 'object', properties: { prompt_optimizer: { type: 'boolean', title: 'Improve the prompt', default: true } } },
  },
];

/** A request as MiniMax takes it. */
export function miniMaxBody(request: VideoRequest): Record<string, unknown> {
  const { model, duration } = request;
  const references = referencesOf(request);
  const { first, last } = framesOf(request);
  const { image_tail: _, ...options } = optionsOf(request);
  const fields = {
    model,
    prompt: promptWith(request, references),
    duration: duration === undefined ? undefined : closest(duration, [6, 10]),
    first_frame_image: first && asLink(first),
    last_frame_image: last && asLink(last),
    subject_reference: referenceList(references, ({ picture }) => ({ type: 'character', image: [asLink(picture)] })),
  };
  return { ...options, ...given(fields) };
}

/** What it complains of; undefined where all is well. */
function complaintOf(body: unknown): VoxreelError | undefined {
  const code = numberAt(body, 'base_resp.status_code');
  if (code === undefined) return new VoxreelError('bad_response', 'The service answered without saying what came of it.');
  if (code === 0) return undefined;
  const status = statusOf[code] ?? 500;
  return new VoxreelError(String(code), textAt(body, 'base_resp.status_msg') ?? `The service answered ${code}.`, {
    status,
    retryable: status === 429,
  });
}

/** Throws what it complains of, and says so to `refused` where a code is known: nothing has begun then. */
async function askWell(
  outside: Outside,
  url: string,
  init: AskInit,
  refused?: (status: number) => void,
): Promise<Readonly<Record<string, unknown>>> {
  const body = await askJson(outside, url, init);
  const complaint = complaintOf(body);
  if (complaint === undefined) return body;
  const status = statusOf[numberAt(body, 'base_resp.status_code') ?? 0];
  if (status !== undefined) refused?.(status);
  throw complaint;
}

/** Of a file: digits, as a number or as a text. */
const fileIdAt = (body: unknown): string | undefined => {
  const id = at(body, 'file_id');
  return typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id) : undefined;
};

/**
 * Hailuo videos of MiniMax.
 * @param options The key, and where to reach the maker.
 */
export function miniMax({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://api.minimax.io');
  const headers = { authorization: `Bearer ${apiKey}` };

  async function query({ id }: { readonly id: string }, outside: Outside): Promise<ServiceTask> {
    const body = await askJson(outside, `${base}/v1/query/video_generation?task_id=${encodeURIComponent(id)}`, { headers });
    const word = textAt(body, 'status');
    const meant = statusIn(words, word);
    const complaint = complaintOf(body);
    if (meant === 'failed') return failed(id, complaint ?? {});
    if (complaint !== undefined) throw complaint;
    if (meant === 'processing') return processing(id, { statusWord: word });
    if (meant === 'unknown') return unknown(id, word);
    const fileId = fileIdAt(body);
    if (fileId === undefined) return succeeded(id, []);
    const { file } = await askWell(outside, `${base}/v1/files/retrieve?file_id=${encodeURIComponent(fileId)}`, { headers });
    const url = textAt(file, 'download_url');
    const shape = { width: numberAt(body, 'video_width'), height: numberAt(body, 'video_height') };
    return succeeded(id, url === undefined ? [] : [{ url, format: 'mp4', ...shape }]);
  }

  return {
    id: 'mini-max',
    title: 'MiniMax',
    models: modelsOf(options, models),
    fetch,
    secrets: [apiKey],
    hosts: baseUrl === undefined ? ['api.minimax.io'] : [new URL(base).origin],
    video: {
      async create(request, outside) {
        const asked = { headers, json: miniMaxBody(request) };
        const body = await askWell(outside, `${base}/v1/video_generation`, asked, (status) => outside.refused(status));
        return processing(taskIdAt(body, 'task_id'));
      },
      query,
    },
  };
}

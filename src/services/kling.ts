// Kling, the maker's own API with an access key and a secret key, as `@ai-sdk/klingai` speaks to it: https://app.klingai.com/global/dev/document-api/apiReference/commonInfo. A relay of
// the documents' interface that offers Kling needs none of this.
import { toBase64 } from '../base/base64.js';
import { VoxreelError } from '../base/errors.js';
import type { VideoRequest } from '../protocol/video.js';
import { askJson, at, baseOf, listAt, modelsOf, numberAt, segment, taskIdAt, textAt, type AskInit } from './ask.js';
import { dollars, ratesBy } from './prices.js';
import { outputIn, processing, readingOf, type StatusWords } from './reading.js';
import { referenceList, promptWith, referencesOf } from './references.js';
import { framesOf, given, inlineOf, optionsOf, ratioOf } from './request.js';
import type { JsonSchema, Outside, Price, Rate, Service, ServiceModel, ServiceOptions, ServiceTask } from './service.js';

/** What `kling` is made of: this maker gives out two keys. */
export interface KlingOptions extends Omit<ServiceOptions, 'apiKey'> {
  /** Names the account in every token. Neither key leaves the server. */
  readonly accessKey: string;
  /** Signs the tokens. */
  readonly secretKey: string;
}

const words: StatusWords = { submitted: 'processing', processing: 'processing', succeed: 'succeeded', failed: 'failed' };

const look = {
  mode: { type: 'string', title: 'Quality', enum: ['std', 'pro'], default: 'std' },
  negative_prompt: { type: 'string', title: 'Keep out' },
};
const silentForm: JsonSchema = { type: 'object', properties: look };
/** `sound` after ComfyUI's client of this API. */
const form: JsonSchema = {
  type: 'object',
  properties: { ...look, sound: { type: 'string', title: 'Sound', enum: ['off', 'on'], default: 'off' } },
};

const priced = (...rates: readonly Rate[]): Price => dollars('2026-08-23', 'https://kling.ai/document-api/pricing/base/video', { rates });
const silent = (std: number, pro: number): readonly Rate[] => ratesBy('mode', { std, pro });

const named = (
  model: string,
  title: string,
  durations: readonly number[] | { readonly min: number; readonly max: number },
  price: Price,
): ServiceModel => ({
  model,
  kind: 'video',
  title,
  limits: {
    durations,
    sizes: ['1280x720', '720x1280', '960x960', '1920x1080', '1080x1920', '1440x1440'],
    images: { encoding: 'base64', max: 2, maxBytes: 10_000_000, types: ['image/jpeg', 'image/png'] },
    ignores: ['fps', 'n', 'seed'],
  },
  fields: form,
  price,
});

const models: readonly ServiceModel[] = [
  named(
    'kling-v3',
    'Kling 3.0',
    { min: 3, max: 15 },
    priced(...ratesBy('mode', { std: 0.126, pro: 0.168 }, { sound: 'on' }), ...silent(0.084, 0.112)),
  ),
  named('kling-v2-6', 'Kling 2.6', [5, 10], priced({ when: { mode: 'pro', sound: 'on' }, perSecond: 0.14 }, ...silent(0.042, 0.07))),
  { ...named('kling-v2-5-turbo', 'Kling 2.5 Turbo', [5, 10], priced(...silent(0.042, 0.07))), fields: silentForm },
  {
    model: 'kling-v1-6',
    kind: 'video',
    title: 'Kling 1.6, from references',
    limits: {
      durations: [5, 10],
      sizes: ['1280x720', '720x1280', '960x960'],
      images: { encoding: 'base64', max: 2, maxBytes: 10_000_000, types: ['image/jpeg', 'image/png'] },
      references: { max: 4, alone: true },
      ignores: ['fps', 'n', 'seed'],
    },
    fields: silentForm,
  },
];

/** An address, or Base64 without a head. */
const pictureOf = (picture: string | undefined): string | undefined => picture && (inlineOf(picture)?.base64 ?? picture);

/** Which of its endpoints a body is for. References: `multi-image2video`, as `@ai-sdk/klingai` names it. */
function endpointOf(body: Readonly<Record<string, unknown>>): string {
  if ('image_list' in body) return 'multi-image2video';
  return 'image' in body || 'image_tail' in body ? 'image2video' : 'text2video';
}

/** The body of a new task, for any of its endpoints. */
export function klingBody(request: VideoRequest): Record<string, unknown> {
  const { model, duration } = request;
  const references = referencesOf(request);
  const { first, last } = framesOf(request);
  const isDrawn = first === undefined && last === undefined;
  // What pages write for relays of Kling: the maker has no seed.
  const { image_tail: _tail, image_list: _list, seed: _seed, ...options } = optionsOf(request);
  const fields = {
    model_name: model,
    prompt: promptWith(request, references),
    duration: duration === undefined ? undefined : String(duration),
    aspect_ratio: isDrawn ? ratioOf(request, ['16:9', '9:16', '1:1']) : undefined,
    image: pictureOf(first),
    image_tail: pictureOf(last),
    image_list: referenceList(references, ({ picture }) => ({ image: pictureOf(picture) })),
  };
  return { ...options, ...given(fields) };
}

const inUrls = (bytes: Uint8Array): string => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** A JWT that is good for half an hour. */
async function tokenOf(accessKey: string, secretKey: string, now = Math.floor(Date.now() / 1000)): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const payload = { iss: accessKey, exp: now + 1800, nbf: now - 5 };
  const said = [{ alg: 'HS256', typ: 'JWT' }, payload].map((part) => inUrls(bytes(JSON.stringify(part)))).join('.');
  const key = await crypto.subtle.importKey('raw', bytes(secretKey), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return `${said}.${inUrls(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(said))))}`;
}

/**
 * Videos of Kling's own API.
 * @param options Both keys, and where to reach the maker.
 */
export function kling({ accessKey, secretKey, baseUrl, fetch, ...options }: KlingOptions): Service {
  const videos = `${baseOf({ baseUrl }, 'https://api-singapore.klingai.com')}/v1/videos`;

  async function askKling(outside: Outside, url: string, init: AskInit = {}): Promise<Readonly<Record<string, unknown>>> {
    const token = await tokenOf(accessKey, secretKey);
    // Tokens come and go, so they are on no list of secrets: whatever repeats one is cleaned here.
    const clean = async (address: string, sent?: RequestInit): Promise<Response> => {
      const answer = await outside.fetch(address, sent);
      const text = (await answer.text()).replaceAll(token, '[key]');
      return new Response(text === '' ? null : text, { status: answer.status, headers: answer.headers });
    };
    const body = await askJson({ ...outside, fetch: clean }, url, { ...init, headers: { authorization: `Bearer ${token}` } });
    const code = numberAt(body, 'code');
    if (code !== 0)
      throw new VoxreelError(`${code ?? 'bad_response'}`, textAt(body, 'message') ?? 'The service did not say what came of it.');
    return body;
  }

  return {
    id: 'kling',
    title: 'Kling',
    models: modelsOf(options, models),
    fetch,
    secrets: [accessKey, secretKey],
    hosts: baseUrl === undefined ? ['api-singapore.klingai.com'] : [new URL(videos).origin],
    video: {
      async create(request, outside) {
        const json = klingBody(request);
        // A task is asked for where it was made.
        const state = endpointOf(json);
        const body = await askKling(outside, `${videos}/${state}`, { json });
        return processing(taskIdAt(body, 'data.task_id'), { state });
      },
      async query({ id, state = 'text2video' }, outside) {
        return reading(at(await askKling(outside, `${videos}/${segment(state)}/${segment(id)}`), 'data'), id);
      },
    },
  };
}

function reading(data: unknown, id: string): ServiceTask {
  return readingOf(id, words, {
    word: textAt(data, 'task_status'),
    outputs: listAt(data, 'task_result.videos').flatMap((video) => outputIn(video)),
    complaint: { message: textAt(data, 'task_status_msg') },
  });
}

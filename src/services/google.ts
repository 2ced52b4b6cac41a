// Google: videos by Gemini Omni and by Veo, and conversations by Gemini Live. Facts: `@google/genai` 3.3.0, as its client writes and reads them for the Gemini API.
import { VoxreelError } from '../base/errors.js';
import { ask, askJson, baseOf, errorOf, modelsOf, taskIdAt } from './ask.js';
import { isOmni, omniModels, omniProtocol } from './gemini-omni.js';
import { geminiRealtime } from './gemini-realtime.js';
import { geminiPictures } from './gemini-words.js';
import { dollars } from './prices.js';
import type { Outside, Price, Service, ServiceModel, ServiceOptions, TaskRef } from './service.js';
import { veoModels, veoProtocol, type GoogleProtocol } from './veo.js';

export { omniInput } from './gemini-omni.js';
export { veoInput } from './veo.js';

const voices = ['Puck', 'Charon', 'Kore', 'Fenrir', 'Aoede', 'Leda', 'Orus', 'Zephyr'];
const live = (model: string, title: string, price?: Price): ServiceModel => ({
  model,
  kind: 'realtime',
  title,
  voices,
  formats: ['pcm16'],
  limits: { images: { encoding: 'data-url', max: 1, ...geminiPictures } },
  price,
});

/** Pictures cost what sound does. */
const spoken = dollars('2026-05-16', 'https://ai.google.dev/gemini-api/docs/pricing', {
  perMillionTokens: { textInput: 0.5, textOutput: 2, audioInput: 3, imageInput: 3, audioOutput: 12 },
});

const models: readonly ServiceModel[] = [
  ...omniModels,
  ...veoModels,
  live('gemini-2.5-flash-native-audio-preview-12-2025', 'Gemini 2.5 Flash Live', spoken),
  live('gemini-*-native-audio-*', 'Gemini Live'),
  live('gemini-*live*', 'Gemini Live'),
];

/**
 * `baseUrl` stands without the version, as in the maker's client.
 * @param options The key, and where to reach the maker.
 */
export function google({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const origin = baseOf({ baseUrl }, 'https://generativelanguage.googleapis.com');
  const base = `${origin}/v1beta`;
  const headers = { 'x-goog-api-key': apiKey };

  const answer = ({ id, model }: TaskRef, outside: Outside) => askJson(outside, `${base}/${protocolOf(model).path(id)}`, { headers });

  return {
    id: 'google',
    title: 'Google',
    models: modelsOf(options, models),
    secrets: [apiKey],
    hosts: [baseUrl === undefined ? 'generativelanguage.googleapis.com' : new URL(base).origin],
    fetch,
    async check(outside) {
      const answer = await ask(outside, `${base}/models?pageSize=1`, { headers });
      // Google answers an invalid key with a 400.
      if (answer.status === 400) throw new VoxreelError('unauthorized', 'Google does not take this key.', { status: 400 });
      if (!answer.ok) throw errorOf(answer);
    },
    realtime: geminiRealtime({ origin, apiKey }),
    video: {
      async create(request, outside) {
        const { order, idAt, reading } = protocolOf(request.model);
        const { path, json } = order(request);
        const body = await askJson(outside, `${base}/${path}`, { headers, json });
        return reading(body, taskIdAt(body, idAt));
      },
      query: async (task, outside) => protocolOf(task.model).reading(await answer(task, outside), task.id),
      async cancel({ id, model }, outside) {
        const path = protocolOf(model).cancelPath?.(id);
        if (path === undefined) throw new VoxreelError('invalid_request', 'A video of this model cannot be cancelled.', { status: 400 });
        await askJson(outside, `${base}/${path}`, { method: 'POST', headers });
      },
      async content(task, index, outside) {
        const url = protocolOf(task.model).addressesIn(await answer(task, outside))[index];
        if (url === undefined) throw new VoxreelError('not_found', 'This task has no such result.', { param: 'index' });
        return { url, headers };
      },
    },
  };
}

const protocolOf = (model: string): GoogleProtocol => (isOmni(model) ? omniProtocol : veoProtocol);

// Google: videos by Gemini Omni and by Veo, and conversations by Gemini Live. Facts: `@google/genai` 3.3.0, as its client writes and reads them for the Gemini API.
import { VoxreelError } from '../base/errors.js';
import { ask, baseOf, errorOf, modelsOf } from './ask.js';
import { isOmni, omniModels, omniVideo } from './gemini-omni.js';
import { geminiRealtime } from './gemini-realtime.js';
import { geminiPictures } from './gemini-words.js';
import { dollars } from './prices.js';
import type { Price, Service, ServiceModel, ServiceOptions } from './service.js';
import { veoModels, veoVideo, type GoogleVideo } from './veo.js';

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
    video: byModel(omniVideo({ base, headers }), veoVideo({ base, headers })),
  };
}

/** Neither ends a video once it has begun, and what either makes wants the key. */
const byModel = (omni: GoogleVideo, veo: GoogleVideo): GoogleVideo => {
  const of = (model: string) => (isOmni(model) ? omni : veo);
  return {
    create: (request, outside) => of(request.model).create(request, outside),
    query: (task, outside) => of(task.model).query(task, outside),
    content: (task, index, outside) => of(task.model).content(task, index, outside),
  };
};

// OpenAI: spoken conversations over its Realtime API (GA). Its Live API is a service of its own: `openai-live.ts`. Facts: `openai` 7.59.0 (`RealtimeSessionCreateRequest`).
import { ask, baseOf, errorOf, modelsOf } from './ask.js';
import { openaiRealtime } from './openai-realtime.js';
import { dollars } from './prices.js';
import type { Service, ServiceModel, ServiceOptions, TokenPrices } from './service.js';

/** The voices of OpenAI's current interface. */
export const gaVoices = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar'] as const;

/** The sound formats of OpenAI's current interface. */
export const gaFormats = ['pcm16', 'g711_ulaw', 'g711_alaw'] as const;

const model = (name: string, title: string): ServiceModel => ({
  model: name,
  kind: 'realtime',
  title,
  voices: gaVoices,
  formats: gaFormats,
});

/** Without prices: OpenAI and Azure host the same models, and each charges its own. */
export const gaModels: readonly ServiceModel[] = [
  model('gpt-realtime-2.1', 'GPT Realtime 2.1'),
  model('gpt-realtime-2.1-mini', 'GPT Realtime 2.1 mini'),
  model('gpt-realtime-1.5', 'GPT Realtime 1.5'),
  model('gpt-realtime*', 'GPT Realtime'),
];

const large: TokenPrices = {
  textInput: 4,
  cachedTextInput: 0.4,
  textOutput: 24,
  audioInput: 32,
  cachedAudioInput: 0.4,
  audioOutput: 64,
  imageInput: 5,
  cachedImageInput: 0.5,
};

/** OpenAI's own: each model's page has them. */
const prices: Readonly<Record<string, TokenPrices>> = {
  'gpt-realtime-2.1': large,
  'gpt-realtime-2.1-mini': {
    textInput: 0.6,
    cachedTextInput: 0.06,
    textOutput: 2.4,
    audioInput: 10,
    cachedAudioInput: 0.3,
    audioOutput: 20,
    imageInput: 0.8,
    cachedImageInput: 0.08,
  },
  'gpt-realtime-1.5': { ...large, textOutput: 16 },
};

const models = gaModels.map((offered): ServiceModel => {
  const perMillionTokens = prices[offered.model];
  if (perMillionTokens === undefined) return offered;
  return {
    ...offered,
    price: dollars('2026-11-26', `https://developers.openai.com/api/docs/models/${offered.model}`, { perMillionTokens }),
  };
});

/**
 * `baseUrl` stands with the version: `https://api.openai.com/v1`.
 * @param options The key, and where to reach the maker.
 */
export function openai({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://api.openai.com/v1');
  const headers = { authorization: `Bearer ${apiKey}` };
  return {
    id: 'openai',
    title: 'OpenAI',
    models: modelsOf(options, models, 'realtime'),
    secrets: [apiKey],
    hosts: [baseUrl === undefined ? 'api.openai.com' : new URL(base).origin],
    fetch,
    async check(outside) {
      const answer = await ask(outside, `${base}/models`, { headers });
      if (!answer.ok) throw errorOf(answer);
    },
    realtime: openaiRealtime(base, headers),
  };
}

// OpenAI: spoken conversations over its Realtime API (GA). Its Live API is a service of its own: `openai-live.ts`. Facts: `openai` 7.57.0 (`RealtimeSessionCreateRequest`).
import { ask, baseOf, errorOf, modelsOf } from './ask.js';
import { openaiRealtime } from './openai-realtime.js';
import type { Service, ServiceModel, ServiceOptions } from './service.js';

export const gaVoices = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse', 'marin', 'cedar'] as const;
export const gaFormats = ['pcm16', 'g711_ulaw', 'g711_alaw'] as const;

const model = (name: string, title: string): ServiceModel => ({
  model: name,
  kind: 'realtime',
  title,
  voices: gaVoices,
  formats: gaFormats,
});

export const gaModels: readonly ServiceModel[] = [
  model('gpt-realtime-2.1', 'GPT Realtime 2.1'),
  model('gpt-realtime-2.1-mini', 'GPT Realtime 2.1 mini'),
  model('gpt-realtime*', 'GPT Realtime'),
];

/** `baseUrl` stands with the version: `https://api.openai.com/v1`. */
export function openai({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://api.openai.com/v1');
  const headers = { authorization: `Bearer ${apiKey}` };
  return {
    id: 'openai',
    title: 'OpenAI',
    models: modelsOf(options, gaModels, 'realtime'),
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

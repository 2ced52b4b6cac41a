// The makers whose keys `npx voxreel` takes from its environment, one line each, under the names that their own clients read.
import { VoxreelError } from '../base/errors.js';
import { createOutside } from '../server/backends/outside.js';
import { ark } from '../services/ark.js';
import { assemblyAi } from '../services/assembly-ai.js';
import { azure } from '../services/azure.js';
import { dashScope } from '../services/dash-scope.js';
import { deepgram } from '../services/deepgram.js';
import { elevenLabs } from '../services/eleven-labs.js';
import { fal } from '../services/fal.js';
import { glm } from '../services/glm.js';
import { google } from '../services/google.js';
import { kling } from '../services/kling.js';
import { luma } from '../services/luma.js';
import { miniMax } from '../services/mini-max.js';
import { openai } from '../services/openai.js';
import { openaiLive } from '../services/openai-live.js';
import { openRouter } from '../services/open-router.js';
import { qwen } from '../services/qwen.js';
import { replicate } from '../services/replicate.js';
import { runway } from '../services/runway.js';
import type { Service, ServiceOptions } from '../services/service.js';
import { videosApi } from '../services/videos-api.js';
import { xai } from '../services/xai.js';

export interface Maker {
  readonly title: string;
  /** The variable that holds the key. */
  readonly key: string;
  /** The variable of a second key, where the maker gives out two. */
  readonly secretKey?: string | undefined;
  /** The variable with an address to call in place of the maker's own. */
  readonly baseUrl: string;
  /** All that this key is good for. */
  open(options: Keyed): Service | readonly Service[];
}

interface Keyed extends Pick<ServiceOptions, 'apiKey' | 'baseUrl'> {
  /** Present where the maker gives out two. */
  readonly secretKey?: string | undefined;
}

export const makers: readonly Maker[] = [
  { title: 'fal', key: 'FAL_KEY', baseUrl: 'FAL_BASE_URL', open: fal },
  { title: 'OpenAI, or a relay of its API', key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL', open: openAi },
  { title: 'Google', key: 'GEMINI_API_KEY', baseUrl: 'GOOGLE_GEMINI_BASE_URL', open: google },
  { title: 'xAI', key: 'XAI_API_KEY', baseUrl: 'XAI_BASE_URL', open: xai },
  { title: 'OpenRouter', key: 'OPENROUTER_API_KEY', baseUrl: 'OPENROUTER_BASE_URL', open: openRouter },
  { title: 'Seedance, at BytePlus or Volcengine', key: 'ARK_API_KEY', baseUrl: 'ARK_BASE_URL', open: ark },
  { title: 'Replicate', key: 'REPLICATE_API_TOKEN', baseUrl: 'REPLICATE_BASE_URL', open: replicate },
  { title: 'Runway', key: 'RUNWAYML_API_SECRET', baseUrl: 'RUNWAYML_BASE_URL', open: runway },
  { title: 'Luma', key: 'LUMA_AGENTS_API_KEY', baseUrl: 'LUMA_BASE_URL', open: luma },
  { title: 'MiniMax', key: 'MINIMAX_API_KEY', baseUrl: 'MINIMAX_BASE_URL', open: miniMax },
  { title: 'Wan and Qwen Omni, at DashScope', key: 'DASHSCOPE_API_KEY', baseUrl: 'DASHSCOPE_BASE_URL', open: alibaba },
  { title: 'Azure OpenAI, at the endpoint of your resource', key: 'AZURE_OPENAI_API_KEY', baseUrl: 'AZURE_OPENAI_ENDPOINT', open: azureOf },
  { title: 'ElevenLabs', key: 'ELEVENLABS_API_KEY', baseUrl: 'ELEVENLABS_BASE_URL', open: elevenLabs },
  { title: 'Deepgram', key: 'DEEPGRAM_API_KEY', baseUrl: 'DEEPGRAM_BASE_URL', open: deepgram },
  { title: 'AssemblyAI', key: 'ASSEMBLYAI_API_KEY', baseUrl: 'ASSEMBLYAI_BASE_URL', open: assemblyAi },
  { title: 'GLM Realtime, of Zhipu', key: 'ZAI_API_KEY', baseUrl: 'ZAI_BASE_URL', open: glm },
  {
    title: 'Kling',
    key: 'KLINGAI_ACCESS_KEY',
    secretKey: 'KLINGAI_SECRET_KEY',
    baseUrl: 'KLINGAI_BASE_URL',
    open: ({ apiKey, secretKey = '', baseUrl }) => kling({ accessKey: apiKey, secretKey, baseUrl }),
  },
];

function openAi({ apiKey, baseUrl = 'https://api.openai.com/v1' }: Keyed): readonly Service[] {
  const film = videosApi({ id: 'openai', apiKey, baseUrl, models: ['sora-2', 'sora-2-pro'] });
  const voice = openai({ apiKey, baseUrl });
  return [{ ...voice, models: [...film.models, ...voice.models], video: film.video }, openaiLive({ apiKey, baseUrl })];
}

function alibaba(options: Keyed): readonly Service[] {
  return [dashScope(options), qwen(options)];
}

function azureOf({ apiKey, baseUrl: endpoint }: Keyed): Service {
  if (endpoint === undefined)
    throw new Error(
      'AZURE_OPENAI_API_KEY is set: AZURE_OPENAI_ENDPOINT must be the address of your resource, such as https://example.openai.azure.com.',
    );
  return azure({ apiKey, endpoint });
}

/** A service, and the key it was opened with. */
export interface KeyedService {
  readonly maker: Maker;
  readonly apiKey: string;
  readonly service: Service;
}

const checkMs = 10_000;

/**
 * The services, which report a key that its maker rejects: now, where the maker can be asked for nothing, or when the first video is asked for.
 * `report` is called once for each key.
 */
export function reportingRejectedKeys(keyed: readonly KeyedService[], report: (words: string) => void): readonly Service[] {
  const reported = new Set<Maker>();
  return keyed.map(({ maker, service }) => {
    const note = (error: unknown): void => {
      // Anything else, such as a maker that cannot be reached, says nothing about the key.
      if (reported.has(maker) || !(error instanceof VoxreelError) || (error.status !== 401 && error.code !== 'unauthorized')) return;
      reported.add(maker);
      report(`${maker.key} is rejected by ${service.title ?? service.id}: check that it was copied whole and has not been revoked.`);
    };
    service.check?.(createOutside(service, { userId: 'check' }, {}, { timeoutMs: checkMs })).catch(note);
    const { video } = service;
    if (video === undefined) return service;
    const create: typeof video.create = async (request, outside) => {
      try {
        return await video.create(request, outside);
      } catch (error) {
        note(error);
        throw error;
      }
    };
    return { ...service, video: { ...video, create } };
  });
}

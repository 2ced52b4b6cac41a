// The makers whose keys `npx voxreel` takes from its environment, one line each, under the names that their own clients read.
import { VoxreelError } from '../base/errors.js';
import { createOutside } from '../server/backends/outside.js';
import { ark } from '../services/ark.js';
import { dashScope } from '../services/dash-scope.js';
import { fal } from '../services/fal.js';
import { google } from '../services/google.js';
import { luma } from '../services/luma.js';
import { miniMax } from '../services/mini-max.js';
import { openRouter } from '../services/open-router.js';
import { replicate } from '../services/replicate.js';
import { runway } from '../services/runway.js';
import type { Service, ServiceOptions } from '../services/service.js';
import { videosApi } from '../services/videos-api.js';
import { xai } from '../services/xai.js';

export interface Maker {
  readonly title: string;
  /** The variable that holds the key. */
  readonly key: string;
  /** The variable with an address to call in place of the maker's own. */
  readonly baseUrl: string;
  open(options: Pick<ServiceOptions, 'apiKey' | 'baseUrl'>): Service;
}

export const makers: readonly Maker[] = [
  { title: 'fal', key: 'FAL_KEY', baseUrl: 'FAL_BASE_URL', open: fal },
  { title: 'OpenAI, or a relay of its /v1/videos', key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL', open: openAi },
  { title: 'Google', key: 'GEMINI_API_KEY', baseUrl: 'GOOGLE_GEMINI_BASE_URL', open: google },
  { title: 'xAI', key: 'XAI_API_KEY', baseUrl: 'XAI_BASE_URL', open: xai },
  { title: 'OpenRouter', key: 'OPENROUTER_API_KEY', baseUrl: 'OPENROUTER_BASE_URL', open: openRouter },
  { title: 'Seedance, at BytePlus or Volcengine', key: 'ARK_API_KEY', baseUrl: 'ARK_BASE_URL', open: ark },
  { title: 'Replicate', key: 'REPLICATE_API_TOKEN', baseUrl: 'REPLICATE_BASE_URL', open: replicate },
  { title: 'Runway', key: 'RUNWAYML_API_SECRET', baseUrl: 'RUNWAYML_BASE_URL', open: runway },
  { title: 'Luma', key: 'LUMA_API_KEY', baseUrl: 'LUMA_BASE_URL', open: luma },
  { title: 'MiniMax', key: 'MINIMAX_API_KEY', baseUrl: 'MINIMAX_BASE_URL', open: miniMax },
  { title: 'Wan, at DashScope', key: 'DASHSCOPE_API_KEY', baseUrl: 'DASHSCOPE_BASE_URL', open: dashScope },
];

function openAi({ apiKey, baseUrl = 'https://api.openai.com/v1' }: Pick<ServiceOptions, 'apiKey' | 'baseUrl'>): Service {
  return { ...videosApi({ id: 'openai', apiKey, baseUrl, models: ['sora-2', 'sora-2-pro'] }), title: 'OpenAI' };
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
  return keyed.map(({ maker, service }) => {
    let isReported = false;
    const note = (error: unknown): void => {
      // Anything else, such as a maker that cannot be reached, says nothing about the key.
      if (isReported || !(error instanceof VoxreelError) || (error.status !== 401 && error.code !== 'unauthorized')) return;
      isReported = true;
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

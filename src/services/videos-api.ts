// The `/v1/videos` family: the shape of OpenAI's Videos API, which relays (LiteLLM, new-api and others) still speak. https://platform.openai.com/docs/api-reference/videos
import { VoxreelError } from '../base/errors.js';
import type { VideoRequest } from '../protocol/video.js';
import { ask, askJson, baseOf, complaint, errorOf, modelsOf, numberAt, percentAt, segment, taskIdAt, textAt } from './ask.js';
import { contentUrl, readingOf, type StatusWords } from './reading.js';
import { asFile, asForm, framesOf, given, inlineOf, optionsOf, sizeOf } from './request.js';
import type { Service, ServiceModel, ServiceOptions, ServiceTask } from './service.js';

const words: StatusWords = {
  queued: 'processing',
  in_progress: 'processing',
  processing: 'processing',
  completed: 'succeeded',
  failed: 'failed',
};

/** What `videosApi` is made of. */
export interface VideosApiOptions extends ServiceOptions {
  /** Where the family is spoken, with the version: `https://relay.example.org/v1`. */
  readonly baseUrl: string;
  /** What the relay offers. */
  readonly models: NonNullable<ServiceOptions['models']>;
  /** Tells two relays of one gateway apart. Default `videos-api`. */
  readonly id?: string | undefined;
}

/** As the maker had it, for relays that have kept its limits. */
const sora: ServiceModel = {
  model: 'sora-2*',
  kind: 'video',
  title: 'Sora 2',
  limits: {
    durations: [4, 8, 12],
    sizes: ['1280x720', '720x1280', '1792x1024', '1024x1792'],
    images: { encoding: 'data-url', max: 1, maxBytes: 10_000_000 },
    ignores: ['fps', 'n', 'seed'],
  },
};

/** The fields of the form that makes a video. A picture given by its address has a field of another shape. */
export function videosApiFields(request: VideoRequest): Readonly<Record<string, unknown>> {
  const { duration, model, prompt } = request;
  const size = sizeOf(request);
  const { first } = framesOf(request);
  const isFile = first !== undefined && inlineOf(first) !== undefined;
  const fields = {
    model,
    prompt,
    seconds: duration === undefined ? undefined : String(duration),
    size: size && `${size.width}x${size.height}`,
    input_reference: isFile ? asFile(first) : first && { image_url: first },
  };
  return { ...optionsOf(request), ...given(fields) };
}

/**
 * Videos of a relay that speaks OpenAI's `/v1/videos`.
 * @param options The key, the relay's address and its models.
 */
export function videosApi({ apiKey, baseUrl, fetch, id = 'videos-api', models }: VideosApiOptions): Service {
  const base = baseOf({ baseUrl }, baseUrl);
  const videos = `${base}/videos`;
  const headers = { authorization: `Bearer ${apiKey}` };

  return {
    id,
    models: modelsOf({ models }, [sora]),
    secrets: [apiKey],
    hosts: [new URL(baseUrl).origin],
    fetch,
    check: async (outside) => void (await askJson(outside, `${base}/models`, { headers })),
    video: {
      async create(request, outside) {
        const body = await askJson(outside, videos, { headers, body: asForm(videosApiFields(request)) });
        return reading(body, taskIdAt(body, 'id'));
      },
      query: async (task, outside) => reading(await askJson(outside, `${videos}/${segment(task.id)}`, { headers }), task.id),
      async cancel(task, outside) {
        // The maker deletes finished videos alone; relays that know more end the work too.
        const answer = await ask(outside, `${videos}/${segment(task.id)}`, { method: 'DELETE', headers });
        if (!answer.ok) throw errorOf(answer);
      },
      async content(task, index) {
        if (index > 0) throw new VoxreelError('not_found', 'This task has no such result.', { param: 'index' });
        return { url: `${videos}/${segment(task.id)}/content`, headers };
      },
    },
  };
}

function reading(body: unknown, taskId: string): ServiceTask {
  const [width, height] = (textAt(body, 'size') ?? '').split('x').map(Number);
  const shape = width !== undefined && height !== undefined ? { width, height } : {};
  const expiresAt = numberAt(body, 'expires_at');
  const times = { duration: numberAt(body, 'seconds'), expiresAt: expiresAt && expiresAt * 1000 };
  return readingOf(taskId, words, {
    word: textAt(body, 'status'),
    outputs: [{ url: contentUrl(), format: 'mp4', ...shape, ...times }],
    complaint: complaint(body),
    progress: percentAt(body, 'progress'),
  });
}

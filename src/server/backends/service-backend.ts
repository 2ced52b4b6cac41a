// Another maker's service: its translation run within the gateway's limits.
import type { VideoRequest } from '../../protocol/video.js';
import { closestFit } from '../../base/glob.js';
import type { CreateOutside, Service, ServiceTask, ServiceVideo, TaskRef } from '../../services/service.js';
import { refuse } from '../answers/answers.js';
import type { Outcome } from '../answers/outcome.js';
import { resultUrls } from '../answers/results.js';
import type { Scrub } from '../answers/scrub.js';
import { valueOf } from '../answers/buffered-response.js';
import type { GatewaySettings } from '../gateway-options.js';
import { inTime } from '../in-time.js';
import type { Call } from '../route.js';
import type { Announcements } from './announcements.js';
import type { Created, VideoBackend } from './backend.js';
import { createOutside, isHostOf, type TracedOutside } from './outside.js';
import { cannotCancel, errorAnswer, taskAnswer } from './task-answer.js';

export interface ServiceSetup {
  readonly limits: Pick<GatewaySettings['limits'], 'timeoutMs'>;
  readonly scrub: Scrub;
  readonly announcements: Announcements;
  /** Stands for a user where a maker wants to tell people apart. */
  digest(...parts: readonly string[]): Promise<string>;
}

/** Its own clock is the first to ring. */
const graceMs = 1000;
/** No path of an answer leads anywhere from here. */
const nowhere = 'https://service.invalid';

/** One call of a service after the other, each within its time. */
interface Asking {
  outside(call: Call, more: Pick<CreateOutside, 'key' | 'callback'>, signal?: AbortSignal): Promise<TracedOutside>;
  /** Rejects where the service does not settle. */
  waited<T>(work: Promise<T>): Promise<T>;
  /** What the service says, or the answer to give instead. `id`: of the task that it is about. */
  asked<T>(call: Call, work: (outside: TracedOutside) => Promise<T>, id?: string): Promise<{ readonly said: T } | Response>;
}

/** Makers name the task in what they say of it; the page knows it by another id. Shorter ones could be any word. */
const withoutId = (scrub: Scrub, id: string): Scrub =>
  id.length < 6 ? scrub : { ...scrub, words: (text) => scrub.words(text.replaceAll(id, '[task]')) };

function createAsking(service: Service, { limits: { timeoutMs }, scrub, digest }: ServiceSetup): Asking {
  const asking: Asking = {
    outside: async ({ user, traced }, more, signal) =>
      createOutside(service, { ...more, userId: await digest('user', user.id) }, traced, { timeoutMs, signal }),
    waited: (work) => inTime(service.id, work, timeoutMs + graceMs),
    async asked(call, work, id) {
      try {
        const outside = await asking.outside(call, {}, call.request.signal);
        return { said: await asking.waited(work(outside)) };
      } catch (error) {
        return errorAnswer(error, id === undefined ? scrub : withoutId(scrub, id));
      }
    },
  };
  return asking;
}

export function createServiceBackend(service: Service, video: ServiceVideo, setup: ServiceSetup): VideoBackend {
  const { scrub, announcements } = setup;
  const asking = createAsking(service, setup);

  async function create(fields: Readonly<Record<string, unknown>>, call: Call, key: string | undefined): Promise<Created> {
    const callback = video.webhook === undefined ? undefined : await announcements.addressFor(service.id, call.user);
    // Its page may leave: a task that is being made is made, and paid for, all the same.
    const outside = await asking.outside(call, { key, callback });
    try {
      // As checked as one that goes to the documents' service.
      const task = await asking.waited(video.create(fields as VideoRequest, outside));
      return { ...createdAnswer(task, scrub), announced: callback !== undefined };
    } catch (error) {
      return { response: errorAnswer(error, scrub), outcome: outside.outcome() };
    }
  }

  /** What the maker has announced, as long as that is new; else what it says now. */
  async function reading(task: TaskRef, call: Call): Promise<ServiceTask | Response> {
    const announced = await announcements.latest(service.id, task.id);
    if (announced !== undefined) return announced;
    const answer = await asking.asked(call, (outside) => video.query(task, outside), task.id);
    if (!('said' in answer)) return answer;
    if (video.webhook !== undefined) await announcements.keep(service.id, task.id, answer.said);
    return answer.said;
  }

  async function query(task: TaskRef, call: Call): Promise<Response> {
    const said = await reading(task, call);
    return 'outputs' in said ? taskAnswer(said, task.id, withoutId(scrub, task.id)) : said;
  }

  return {
    id: service.id,
    repeatable: video.idempotent === true,
    base: nowhere,
    streamsResults: video.content !== undefined,
    create,
    query,
    result: createResult(service, video, asking, query),
    ...(video.cancel && {
      cancel: createCancel(service, video.cancel.bind(video), asking, { reading, ended: (id) => announcements.forget(service.id, id) }),
    }),
    ...(video.upload && { upload: createUpload(video.upload.bind(video), asking) }),
  };
}

function createResult(service: Service, video: ServiceVideo, { asked }: Asking, query: VideoBackend['query']): VideoBackend['result'] {
  const { content } = video;
  const isTrusted = (url: string): boolean => isHostOf(service, url);
  return async (task, index, call) => {
    if (content !== undefined) {
      const answer = await asked(call, (outside) => content.call(video, task, index, outside), task.id);
      return 'said' in answer ? { url: answer.said.url, headers: answer.said.headers ?? {}, isTrusted } : answer;
    }
    const answer = await query(task, call);
    if (!answer.ok) return answer;
    const url = resultUrls(await valueOf(answer), nowhere)[index];
    return url === undefined ? undefined : { url, headers: {}, isTrusted };
  };
}

interface TaskReadings {
  reading(task: TaskRef, call: Call): Promise<ServiceTask | Response>;
  ended(id: string): Promise<void>;
}

function createCancel(
  { models }: Service,
  cancel: NonNullable<ServiceVideo['cancel']>,
  { asked }: Asking,
  { reading, ended }: TaskReadings,
): NonNullable<VideoBackend['cancel']> {
  const films = models.filter(({ kind }) => kind === 'video');
  return async (task, call) => {
    if (closestFit(films, ({ model }) => model, task.model)?.cancels === false) return cannotCancel();
    // The same request deletes a finished video at some makers.
    const said = await reading(task, call);
    if (!('outputs' in said)) return said;
    if (said.status === 'succeeded' || said.status === 'failed')
      return refuse(409, 'task_ended', 'The task ended before it could be cancelled.');
    const answer = await asked(call, (outside) => cancel(task, outside), task.id);
    if (!('said' in answer)) return answer;
    await ended(task.id);
    return undefined;
  };
}

const createUpload =
  (upload: NonNullable<ServiceVideo['upload']>, { asked }: Asking): NonNullable<VideoBackend['upload']> =>
  async (file, call) => {
    const answer = await asked(call, (outside) => upload(file, outside));
    return 'said' in answer ? answer.said.reference : answer;
  };

function createdAnswer(task: ServiceTask, scrub: Scrub): Created {
  const { taskId, state } = task;
  const outcome: Outcome = 'answered';
  // It may have made one, and nobody can ask after it.
  if (typeof taskId !== 'string' || taskId === '')
    return { response: refuse(502, 'upstream_error', 'The service answered without a task.'), outcome: 'unknown' };
  return { response: taskAnswer(task, taskId, scrub), outcome, state };
}

// `POST /v1/hooks/{id}`: a maker announces the end of a task. Nobody is logged in there: the service itself verifies who calls.
import { isVoxreelError } from '../base/errors.js';
import type { Service } from '../services/service.js';
import { refuse } from './answers/answers.js';
import type { Scrub } from './answers/scrub.js';
import { isResponse } from './answers/buffered-response.js';
import { type Announcements, hooksPath } from './backends/announcements.js';
import { createOutside } from './backends/outside.js';
import { errorAnswer } from './backends/task-answer.js';
import type { GatewaySettings } from './gateway-options.js';
import { inTime } from './in-time.js';
import type { VideoWatch } from './library/video-watch.js';
import { readCapped } from './requests/read-capped.js';
import type { Budget } from './state/budget.js';
import type { TaskEvents } from './watch/task-events.js';

/** What answers a maker; undefined for a path that is no hook. */
export type Hooks = (request: Request, url: URL) => ((traced: Readonly<Record<string, string>>) => Promise<Response>) | undefined;

export interface HookParts {
  readonly announcements: Announcements;
  readonly events: TaskEvents;
  readonly budget: Budget | undefined;
  readonly watch: Pick<VideoWatch, 'hurry'> | undefined;
  readonly scrub: Scrub;
  digest(...parts: readonly string[]): Promise<string>;
}

/** A reading is small. */
const longest = 1024 * 1024;
const hookPath = new RegExp(`^${hooksPath}/([\\w-]+)$`);

export function createHooks(
  { services = [], limits }: GatewaySettings,
  { announcements, events, budget, watch, scrub, digest }: HookParts,
): Hooks {
  const hasHooks = services.some(({ video }) => video?.webhook !== undefined);

  async function receive(service: Service, userId: string, request: Request, traced: Readonly<Record<string, string>>): Promise<Response> {
    const bytes = await readCapped(request, longest, { totalMs: limits.bodyMs });
    if (bytes === undefined) return refuse(400, 'body_too_large', `The body is larger than ${longest} bytes.`, 'body');
    const { url, method, headers } = request;
    const outside = createOutside(service, { userId: await digest('user', userId) }, traced, limits);
    const buffered = new Request(url, { method, headers, body: bytes });
    const came = await inTime(service.id, service.video?.webhook?.(buffered, outside), limits.timeoutMs);
    if (came === undefined || isResponse(came)) return came ?? nothingThere();
    const { taskId: id, reading } = came;
    await announcements.keep(service.id, id, reading);
    const about = { userId, service: service.id, id };
    if (reading.status === 'succeeded') events.tell({ type: 'succeeded', ...about, url: reading.outputs[0]?.url });
    if (reading.status === 'failed') {
      events.tell({ type: 'failed', ...about, error: reading.error });
      await budget?.refund(`${service.id}:${id}`);
    }
    if (reading.status === 'succeeded' || reading.status === 'failed') watch?.hurry(`${service.id}:${id}`);
    return new Response(null, { status: 204 });
  }

  async function answer(id: string, request: Request, traced: Readonly<Record<string, string>>): Promise<Response> {
    if (request.method !== 'POST') return refuse(405, 'method_not_allowed', `This path does not take ${request.method}.`);
    const opened = await announcements.opened(id);
    const service = services.find((one) => one.id === opened?.serviceId);
    if (opened === undefined || service === undefined) return nothingThere();
    try {
      return await receive(service, opened.userId, request, traced);
    } catch (error) {
      const isForged = isVoxreelError(error) && error.code === 'unauthorized' && error.status === undefined;
      return isForged ? refuse(401, 'unauthorized', error.message) : errorAnswer(error, scrub);
    }
  }

  return (request, { pathname }) => {
    const id = hasHooks ? hookPath.exec(pathname)?.[1] : undefined;
    return id === undefined ? undefined : (traced) => answer(id, request, traced);
  };
}

const nothingThere = (): Response => refuse(404, 'not_found', 'There is nothing at this path.', 'path');

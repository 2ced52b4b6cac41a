// Tasks and who they belong to: made once for one key, asked after by their own user alone. Has been told that the request is allowed.
import { paths } from '../protocol/names.js';
import { json, refuse } from './answers/answers.js';
import type { GatewaySettings, GatewayUser } from './gateway-options.js';
import { createIdempotency, type Sent } from './state/idempotency.js';
import { outcomeOf } from './answers/outcome.js';
import type { Rates, TaskPlace } from './state/rate.js';
import type { Call, Service } from './route.js';
import { hasEnded, taskIdIn, withSignedId } from './answers/task-body.js';
import type { TaskIds } from './task-ids.js';
import { isResponse, textOf } from './answers/whole-response.js';

export interface Tasks {
  /** The answer to a request for a new one, with its ids signed for the user. */
  make(call: Call, body: Record<string, unknown>): Promise<Response>;
  /** The service's own id; undefined for an id that is not this user's: to them there is no such task. */
  idOf(user: GatewayUser, signedId: string): Promise<string | undefined>;
  /** What the service says of one, with its id signed wherever it stands. */
  told(user: GatewayUser, signedId: string, said: unknown): Promise<unknown>;
}

type TaskSettings = Pick<GatewaySettings, 'upstream' | 'state' | 'limits'>;

export function createTasks({ upstream, state, limits }: TaskSettings, service: Service, rates: Rates, ids: TaskIds): Tasks {
  const repeatable = upstream.idempotent === true;
  const idempotency = createIdempotency({ state, digest: ids.digest, repeatable, waitMs: limits.timeoutMs });

  const send = async ({ user, traced }: Call, body: string, key?: string): Promise<Sent> => {
    const place = await rates.task(user);
    if (isResponse(place)) return { response: place, outcome: 'untouched' };
    const headers = service.withKey({
      'content-type': 'application/json',
      ...traced,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    });
    // Its page may leave: a task that is being made is made, and paid for, all the same.
    const answer = await service.send(paths.videoGenerations, 'POST', headers, undefined, body);
    const outcome = outcomeOf(answer);
    if (answer.ok) {
      const response = await taken(user, answer, place);
      return { response, outcome: response.ok ? outcome : 'unknown' };
    }
    // One in doubt keeps its place for a while: the task may exist.
    if (outcome !== 'unknown') await place.release();
    return { response: answer, outcome };
  };
  const taken = async (user: GatewayUser, answer: Response, place: TaskPlace): Promise<Response> => {
    const said = await bodyOf(answer);
    // It may have made one, and nobody can ask after it: the place is kept for a while.
    if (said === undefined) return refuse(502, 'upstream_error', 'The service answered without a task.');
    const id = taskIdIn(said);
    await (id === undefined || hasEnded(said) ? place.release() : place.taken(id));
    return id === undefined ? answered(answer, said) : answered(answer, withSignedId(said, id, await ids.sign(user.id, id)));
  };

  return {
    async make(call, fields) {
      const { request, user } = call;
      const body = JSON.stringify(fields);
      const key = request.headers.get('idempotency-key')?.trim() ?? '';
      if (key === '') return (await send(call, body)).response;
      return idempotency.once({ userId: user.id, key, body, signal: request.signal }, (sent) => send(call, body, sent));
    },
    idOf: (user, signedId) => ids.verify(user.id, signedId),
    async told(user, signedId, said) {
      const id = await ids.verify(user.id, signedId);
      if (id === undefined) return said;
      if (hasEnded(said)) await rates.taskEnded(user, id);
      return withSignedId(said, id, signedId);
    },
  };
}

/** Undefined where a service says no more than that it is at it. */
async function bodyOf(answer: Response): Promise<unknown> {
  const text = await textOf(answer);
  return text.trim() === '' ? undefined : (JSON.parse(text) as unknown);
}

function answered({ status, headers }: Response, body: unknown): Response {
  const retryAfter = headers.get('retry-after');
  const pace: Record<string, string> = retryAfter === null ? {} : { 'retry-after': retryAfter };
  return json(status, body, pace);
}

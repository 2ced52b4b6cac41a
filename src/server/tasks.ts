// Tasks and who they belong to: made once for one key, asked after by their own user alone. Has been told that the request is allowed.
import { json, paceOf, refuse } from './answers/answers.js';
import { hasEnded, taskIdIn, withSignedId } from './answers/task-body.js';
import { isResponse, valueOf } from './answers/buffered-response.js';
import type { Created, KnownTask, VideoBackend } from './backends/backend.js';
import type { Backends } from './backends/backends.js';
import { upstreamId } from './backends/upstream-backend.js';
import { failure } from './failure.js';
import type { GatewaySettings, GatewayUser } from './gateway-options.js';
import { videoRequest } from './gateway-request.js';
import type { VideoWatch } from './library/video-watch.js';
import { draftOf, watchedVideo, type WatchedTask } from './library/watched-task.js';
import type { Fields } from './requests/fields.js';
import type { Call } from './route.js';
import type { Sealer } from './sealed.js';
import type { Budget, Reservation } from './state/budget.js';
import { createIdempotency, type Sent } from './state/idempotency.js';
import type { Rates, TaskPlace } from './state/rate.js';
import type { TaskIds } from './task-ids.js';
import { endIn, type TaskEvents } from './watch/task-events.js';

export interface Tasks {
  /** The answer to a request for a new one, with its ids signed for the user. `offering`: who offers its model, the best first. */
  make(call: Call, body: Record<string, unknown>, offering: readonly VideoBackend[]): Promise<Response>;
  /** The task behind an id; undefined for an id that is not this user's: to them there is no such task. */
  known(user: GatewayUser, signedId: string): Promise<KnownTask | undefined>;
  /** What was said of one, with its id signed wherever it stands. */
  told(user: GatewayUser, task: KnownTask, signedId: string, said: unknown): Promise<unknown>;
  /** Its user has cancelled it. Never rejects. */
  removed(user: GatewayUser, task: KnownTask, signedId: string): Promise<void>;
}

export interface TaskParts {
  readonly ids: TaskIds;
  readonly sealer: Sealer | undefined;
  readonly events: TaskEvents;
  readonly budget: Budget | undefined;
  /** Undefined where pages alone watch their videos. */
  readonly watch: VideoWatch | undefined;
}

/** As much as any reader of ids takes. */
const longestId = 1000;

/** How a task is named: to its page, and where its place is counted. */
interface Naming {
  placeOf(backend: VideoBackend, id: string): string;
  sign(user: GatewayUser, backend: VideoBackend, id: string, model: string, made: string): Promise<string>;
}

const naming = ({ ids, sealer }: TaskParts): Naming => ({
  placeOf: (backend, id) => (backend.id === upstreamId ? id : `${backend.id}:${id}`),
  async sign(user, backend, id, model, made) {
    // With one key, an id of the upstream needs nothing beside its signature.
    if ((backend.id === upstreamId && made === '') || sealer === undefined) return ids.sign(user.id, id);
    return sealer.seal('task', user.id, [backend.id, id, model, made]);
  },
});

type Send = (offering: readonly VideoBackend[], call: Call, fields: Record<string, unknown>, key?: string) => Promise<Sent>;

/** Takes what a task needs here, and has it made. */
function createSend(rates: Rates, { events, budget, watch }: TaskParts, origin: OriginOf, { placeOf, sign }: Naming): Send {
  /** One that is down before it has taken the task hands it to the next; never after. */
  const createAt = async (offering: readonly VideoBackend[], call: Call, fields: Record<string, unknown>, key?: string) => {
    for (const [at, backend] of offering.entries()) {
      const created = await backend.create(fields, call, key);
      if (at === offering.length - 1 || !isDown(created)) return { backend, created };
    }
    throw new Error('No backend offers this model.');
  };

  return async (offering, call, fields, key) => {
    const { user } = call;
    // Nothing has been sent yet: the same key may come again.
    const held = await holdings(user, fields, rates, budget).catch(failure);
    if (isResponse(held)) return { response: held, outcome: 'untouched' };
    const { backend, created } = await createAt(offering, call, fields, key);
    const { response: answer, outcome, state: made = '' } = created;
    if (answer.ok) {
      const model = String(fields['model']);
      const signed = async (id: string): Promise<string> => {
        const taskId = await sign(user, backend, id, model, made);
        call.note({ service: backend.id, id, spend: held.paid.amount });
        // Before the page hears of it: from now on it is watched, whatever becomes of this instance.
        await watch?.begin(watchedVideo(placeOf(backend, id), beginning(call, { taskId, model, origin: origin(call), fields })));
        events.tell({ type: 'started', userId: user.id, service: backend.id, id, taskId, model });
        return taskId;
      };
      const response = await taken(answer, held, (id) => placeOf(backend, id), signed);
      return { response, outcome: response.ok ? outcome : 'unknown' };
    }
    // One in doubt keeps its place for a while, and what it costs: the task may exist.
    if (outcome !== 'unknown') await Promise.all([held.place.release(), held.paid.release()]);
    return { response: answer, outcome };
  };
}

/** What a task holds here: its place, and the amount reserved for it. */
interface Holdings {
  readonly place: TaskPlace;
  readonly paid: Reservation;
}

const free: Reservation = { amount: undefined, release: async () => {}, taken: async () => {} };

async function holdings(
  user: GatewayUser,
  fields: Record<string, unknown>,
  rates: Rates,
  budget: Budget | undefined,
): Promise<Holdings | Response> {
  const paid = budget === undefined ? free : await budget.reserve(user, await budget.costOf(videoRequest(user, fields)));
  if (isResponse(paid)) return paid;
  const place = await rates.task(user);
  if (!isResponse(place)) return { place, paid };
  await paid.release();
  return place;
}

export function createTasks(
  { state, limits, publicUrl }: Pick<GatewaySettings, 'state' | 'limits' | 'publicUrl'>,
  backends: Backends,
  rates: Rates,
  parts: TaskParts,
): Tasks {
  const { ids, sealer, events, budget, watch } = parts;
  const idempotency = createIdempotency({ state, digest: ids.digest, waitMs: limits.timeoutMs });
  const names = naming(parts);
  // A request names the address that pages use, where no proxy stands before this gateway.
  const send = createSend(rates, parts, ({ url }) => publicUrl?.replace(/\/+$/, '') ?? url.origin, names);

  return {
    async make(call, fields, offering) {
      const { request, user } = call;
      const key = request.headers.get('idempotency-key')?.trim() ?? '';
      if (key === '') return (await send(offering, call, fields)).response;
      // One in doubt may be with any of several, and is sent again to none.
      const repeatable = offering.length === 1 && offering[0]?.repeatable === true;
      const once = { userId: user.id, key, body: JSON.stringify(fields), signal: request.signal, repeatable };
      return idempotency.once(once, (sent) => send(offering, call, fields, sent));
    },
    async known(user, signedId) {
      const sealed = await sealer?.open('task', user.id, signedId);
      const [backendId = upstreamId, id = await ids.verify(user.id, signedId), model = '', state = ''] = sealed ?? [];
      const backend = backends.byId(backendId);
      if (backend === undefined || id === undefined) return undefined;
      return { backend, id, model, state: state === '' ? undefined : state, place: names.placeOf(backend, id) };
    },
    async told(user, task, signedId, said) {
      if (hasEnded(said)) {
        const end = endIn(said);
        events.tell({ ...end, ...about(user, task, signedId) });
        watch?.hurry(task.place);
        await rates.taskEnded(user, task.place);
        if (end.type === 'failed') await budget?.refund(task.place);
      }
      return withSignedId(said, task.id, signedId);
    },
    async removed(user, task, signedId) {
      events.tell({ type: 'removed', ...about(user, task, signedId) });
      await Promise.all([rates.taskEnded(user, task.place), watch?.remove(task.place)]);
    },
  };
}

type OriginOf = (call: Call) => string;

const beginning = (
  { request, user }: Call,
  { taskId, model, origin, fields }: { readonly taskId: string; readonly model: string; readonly origin: string; readonly fields: Fields },
): WatchedTask => ({
  user: { id: user.id, group: user.group },
  taskId,
  model,
  idempotencyKey: request.headers.get('idempotency-key')?.trim() ?? '',
  draft: draftOf(fields),
  origin,
  createdAt: Date.now(),
});

const about = ({ id: userId }: GatewayUser, { backend, id, model }: KnownTask, taskId: string) => ({
  userId,
  service: backend.id,
  id,
  taskId,
  model: model === '' ? undefined : model,
});

const isDown = ({ response, outcome }: Created): boolean => outcome === 'untouched' && (response.status === 502 || response.status === 503);

async function taken(
  answer: Response,
  { place, paid }: Holdings,
  placeOf: (id: string) => string,
  signed: (id: string) => Promise<string>,
): Promise<Response> {
  // A service that says no more than that it is at it says nothing here.
  const said = await valueOf(answer);
  // It may have made one, and nobody can ask after it: the place is kept for a while.
  if (said === undefined) return refuse(502, 'upstream_error', 'The service answered without a task.');
  const id = taskIdIn(said);
  if (id === undefined) {
    await place.release();
    return answered(answer, said);
  }
  const shown = await signed(id);
  if (shown.length > longestId) return refuse(502, 'upstream_error', 'The service answered with an id that is too long.');
  const ended = hasEnded(said);
  await (ended ? place.release() : place.taken(placeOf(id)));
  await (ended && endIn(said).type === 'failed' ? paid.release() : paid.taken(placeOf(id)));
  return answered(answer, withSignedId(said, id, shown));
}

const answered = (answer: Response, body: unknown): Response => json(answer.status, body, paceOf(answer));

// From a draft to a request that is ready to leave, and the record to write before it does. Sends and writes nothing.
import { randomHex } from '../../../base/hex.js';
import { VoxreelError } from '../../errors.js';
import type { Prices } from '../../catalog/own-prices.js';
import { isOffered } from '../../catalog/offered-provider.js';
import { prepareDraft } from '../../drafts/prepare-draft.js';
import type { PlacePicture, PreparedDraft } from '../../drafts/prepare-draft.js';
import type { VideoDraft, VideoProvider } from '../../providers/provider.js';
import { recordVersion } from '../../store/task-record.js';
import type { VideoTask } from '../../store/tasks-state.js';
import { estimateCost } from '../history/estimate.js';
import type { ServicePower } from './queue-service.js';
import type { CreateRequest, ServiceClient } from './service-client.js';
import type { TaskProviders } from './task-providers.js';
import type { VideoQueueOptions } from './video-queue.js';

export interface Intent {
  /** `waiting` where it cannot leave now: its request is not to be sent. */
  readonly task: VideoTask;
  readonly request: CreateRequest;
}

/** Where a task comes from. */
export type TaskOrigin = Pick<VideoTask, 'parentId' | 'groupId' | 'continues' | 'leadsTo'>;

export interface Intents {
  /** Throws `invalid_input` or `unauthorized` (no headers): nothing is written or sent. */
  prepare(draft: VideoDraft, origin?: TaskOrigin, signal?: AbortSignal): Promise<Intent>;
  /** What was written while offline, as it leaves now. Throws as `prepare` does, and `network` (still offline). */
  prepareWaiting(task: VideoTask, draft: VideoDraft): Promise<Intent>;
  /** The same request once more, under its own key. */
  prepareAgain(task: VideoTask, draft: VideoDraft): Promise<Intent>;
  /** May a request be repeated under its key? */
  repeatable(provider: VideoProvider): boolean;
}

export interface IntentsOptions {
  readonly options: VideoQueueOptions;
  readonly client: ServiceClient;
  readonly providers: Pick<TaskProviders, 'forModel' | 'of'>;
  /** Where pictures go before a request that names them. */
  readonly service: () => Promise<Pick<ServicePower, 'place'>>;
  /** Fires when the queue closes: pictures are made ready no longer. */
  readonly signal: AbortSignal;
}

const deadlineMs = 86_400_000;

export function createIntents({ options, client, providers, service, signal: closing }: IntentsOptions): Intents {
  let latest = 0;
  /** Never twice the same, so that tasks made at once stay in order. */
  const now = () => (latest = Math.max(Date.now(), latest + 1));
  const repeatable = ({ service }: VideoProvider) => (service ? service.idempotent : options.idempotent) === true;
  const placeFor = (provider: VideoProvider, model: string, signal: AbortSignal): PlacePicture | undefined =>
    isOffered(provider) && provider.offered.uploads === true
      ? async (picture, how) => (await service()).place(picture, provider, model, { ...how, signal })
      : undefined;
  // What is made on this device needs neither a login nor a network.
  const requestOf = async (provider: VideoProvider, prepared: PreparedDraft, key: string, leaves = true) =>
    client.pack(provider, prepared, key, leaves && provider.local !== true ? await client.headers() : {});
  const canLeave = (provider: VideoProvider) => provider.local === true || client.reachable();
  const sent = (provider: VideoProvider, prepared: PreparedDraft) => sentBy(provider, prepared, repeatable(provider), options.prices);
  const timesOf = (provider: VideoProvider) => {
    const at = now();
    return { updatedAt: at, deadlineAt: at + (options.poll?.deadlineMs ?? provider.poll?.deadlineMs ?? deadlineMs) };
  };

  return {
    async prepare(draft, { parentId, groupId, continues, leadsTo } = {}, signal = closing) {
      const provider = await providers.forModel(draft.model);
      const leaves = canLeave(provider);
      const prepared = await prepareDraft(provider, draft, closing, leaves ? placeFor(provider, draft.model, signal) : undefined);
      // The record's id too: by it a gateway with a library knows which record the page has, or will have.
      const idempotencyKey = newId(now());
      // Packed in either case: what can never be sent is refused now.
      const request = await requestOf(provider, prepared, idempotencyKey, leaves);
      // It may have gone offline while it was made ready.
      const status = leaves && canLeave(provider) ? 'submitting' : 'waiting';
      const birth = { status, parentId, groupId, continues, leadsTo, idempotencyKey, ...timesOf(provider) } as const;
      const task = newTask(prepared, { ...birth, ...(await sent(provider, prepared)) });
      return { task, request };
    },
    async prepareWaiting(task, draft) {
      const provider = await providers.forModel(task.model);
      if (!canLeave(provider)) throw offline();
      const prepared = await prepareDraft(provider, draft, closing, placeFor(provider, task.model, closing));
      const request = await requestOf(provider, prepared, task.idempotencyKey);
      if (!canLeave(provider)) throw offline();
      const times = timesOf(provider);
      const unwatchedMs = times.updatedAt - task.createdAt;
      const waited = { ...task, confirmation: undefined, pollError: undefined, unwatchedMs };
      return { task: { ...waited, ...times, ...(await sent(provider, prepared)), status: 'submitting' }, request };
    },
    async prepareAgain(task, draft) {
      const provider = await providers.of(task);
      // Another's service has never seen the key.
      if (provider.id !== task.providerId)
        throw new VoxreelError('unsupported', 'The provider that sent this is not here.', { retryable: true });
      const prepared = await prepareDraft(provider, draft, closing, placeFor(provider, draft.model, closing));
      return { task, request: await requestOf(provider, prepared, task.idempotencyKey) };
    },
    repeatable,
  };
}

/** What a task says of the provider that it goes to. */
async function sentBy(provider: VideoProvider, { kept, files, warnings }: PreparedDraft, repeatable: boolean, prices: Prices | undefined) {
  return {
    providerId: provider.id,
    ownService: provider.service ? (true as const) : undefined,
    draft: kept,
    files: files.length > 0 ? files : undefined,
    seed: kept.seed,
    cost: await estimateCost(kept, provider, prices),
    idempotent: repeatable || undefined,
    cancels: cancels(provider),
    warnings: warnings.length > 0 ? warnings : undefined,
  };
}

type Birth = Omit<VideoTask, 'version' | 'id' | 'model' | 'prompt' | 'createdAt' | 'outputs'>;

function newTask({ kept: { model, prompt } }: PreparedDraft, birth: Birth): VideoTask {
  return {
    version: recordVersion,
    id: birth.idempotencyKey,
    model,
    prompt,
    createdAt: birth.updatedAt,
    outputs: [],
    ...birth,
  };
}

const cancels = (provider: VideoProvider) => (isOffered(provider) && provider.offered.cancels === true) || undefined;

export const offline = () => new VoxreelError('network', 'The browser is offline.', { retryable: true });

/** In the order of time, which keeps the list sorted in every tab; then 128 random bits. */
const newId = (ms: number): string => ms.toString(36).padStart(9, '0') + randomHex();

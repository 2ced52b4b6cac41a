// From a draft to a request that is ready to leave, and the record to write before it does. Sends and writes nothing.
import { VoxreelError } from '../../errors.js';
import { isOffered } from '../../catalog/offered-provider.js';
import { prepareDraft } from '../../drafts/prepare-draft.js';
import type { PlacePicture, PreparedDraft } from '../../drafts/prepare-draft.js';
import type { VideoDraft, VideoProvider } from '../../providers/provider.js';
import { recordVersion } from '../../store/task-record.js';
import type { VideoTask } from '../../store/tasks-state.js';
import type { ServicePower } from './queue-service.js';
import type { CreateRequest, ServiceClient } from './service-client.js';
import type { TaskProviders } from './task-providers.js';
import type { VideoQueueOptions } from './video-queue.js';

export interface Intent {
  readonly task: VideoTask;
  readonly request: CreateRequest;
}

export interface Intents {
  /** Throws `invalid_input`, `unauthorized` (no headers) or `network` (offline): nothing is written or sent. */
  prepare(draft: VideoDraft, parentId?: string, signal?: AbortSignal): Promise<Intent>;
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
  const requestOf = async (provider: VideoProvider, prepared: PreparedDraft, key: string) =>
    // What is made on this device needs neither a login nor a network.
    client.pack(provider, prepared, key, provider.local === true ? {} : await client.headers());

  return {
    async prepare(draft, parentId, signal = closing) {
      const provider = await providers.forModel(draft.model);
      const prepared = await prepareDraft(provider, draft, closing, placeFor(provider, draft.model, signal));
      const idempotencyKey = randomId();
      const request = await requestOf(provider, prepared, idempotencyKey);
      if (provider.local !== true && !client.reachable()) throw new VoxreelError('network', 'The browser is offline.', { retryable: true });
      const lifeMs = options.poll?.deadlineMs ?? provider.poll?.deadlineMs ?? deadlineMs;
      const birth = {
        now: now(),
        lifeMs,
        parentId,
        idempotencyKey,
        idempotent: repeatable(provider) || undefined,
        cancels: cancels(provider),
      };
      return { task: newTask(provider, prepared, birth), request };
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

const cancels = (provider: VideoProvider) => (isOffered(provider) && provider.offered.cancels === true) || undefined;

interface Birth extends Pick<VideoTask, 'parentId' | 'idempotencyKey' | 'idempotent' | 'cancels'> {
  readonly now: number;
  readonly lifeMs: number;
}

function newTask(provider: VideoProvider, { kept, files, warnings }: PreparedDraft, { now, lifeMs, ...birth }: Birth): VideoTask {
  return {
    version: recordVersion,
    // Ids in the order of time keep the list sorted, in every tab.
    id: now.toString(36).padStart(9, '0') + randomId(),
    status: 'submitting',
    model: kept.model,
    prompt: kept.prompt,
    providerId: provider.id,
    ownService: provider.service ? true : undefined,
    draft: kept,
    files: files.length > 0 ? files : undefined,
    createdAt: now,
    updatedAt: now,
    deadlineAt: now + lifeMs,
    seed: kept.seed,
    outputs: [],
    warnings: warnings.length > 0 ? warnings : undefined,
    ...birth,
  };
}

/** 128 random bits, where `crypto.randomUUID` is missing too (plain http). */
const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

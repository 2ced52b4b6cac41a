// The half of the queue that deals with services: drafts made ready, sent once, and asked about. Knows no storage.
// Loaded when there is something to do.
import { VoxreelError } from '../errors.js';
import { entriesOf, loadProvider, providerOf } from '../providers/choose.js';
import { prepareDraft } from '../providers/prepare-draft.js';
import type { PreparedDraft } from '../providers/prepare-draft.js';
import type { VideoDraft, VideoProvider } from '../providers/provider.js';
import { providers as registry } from '../providers/registry.js';
import type { TaskNews, VideoTask } from '../store/tasks-state.js';
import { createAsking, taskError } from './asking.js';
import { createPoller, firstWaitMs } from './poller.js';
import { createServiceClient } from './service-client.js';
import type { VideoQueueOptions } from './video-queue.js';

/** A request ready to go, and the record to write before it goes. */
export interface Intent {
  readonly task: VideoTask;
  readonly provider: VideoProvider;
  readonly prepared: PreparedDraft;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Engine {
  /** Throws `invalid_input`, `unauthorized` (no headers) or `network` (offline). */
  prepare(draft: VideoDraft, parentId?: string): Promise<Intent>;
  /** The same request once more, under its own key. */
  prepareAgain(task: VideoTask, draft: VideoDraft): Promise<Intent>;
  /** The one POST of a task; resolves when what came of it is told. */
  send(intent: Intent): Promise<void>;
  /** Asks once, now. Trouble is told in the task. */
  ask(task: VideoTask): Promise<void>;
  /** Only the tab that leads asks by itself. */
  run(leading: boolean): void;
  /** Looks again: tasks came or went. */
  look(): void;
  close(): void;
}

export interface EngineOptions extends VideoQueueOptions {
  /** Tasks worth asking about. */
  readonly watched: () => readonly VideoTask[];
  /** Folds and keeps. Never rejects. */
  readonly tell: (news: TaskNews) => Promise<void>;
}

const deadlineMs = 86_400_000;

export function createEngine(options: EngineOptions): Engine {
  const { poll, watched, tell } = options;
  const stop = new AbortController();
  let latest = 0;
  /** Never twice the same, so that tasks made at once stay in order. */
  const now = () => (latest = Math.max(Date.now(), latest + 1));
  const client = createServiceClient(options);
  const entries = () => entriesOf(options.providers ?? [], registry.list());
  /** The one that sent it; where it was taken away, the one that answers for its model now. */
  const providerFor = async ({ providerId, model }: VideoTask) => {
    const entry = entries().find(({ id }) => id === providerId);
    return entry ? loadProvider(entry) : providerOf(model, entries());
  };
  const ask = createAsking({ client, providerFor, tell });
  const reachable = ({ providerId }: VideoTask) =>
    client.reachable() || entries().find(({ id }) => id === providerId)?.local === true;
  const poller = createPoller({ watched, ask, reachable, poll });

  return {
    async prepare(draft, parentId) {
      const provider = await providerOf(draft.model, entries());
      const prepared = await prepareDraft(provider, draft);
      // What is made on this device needs neither a login nor a network.
      const headers = provider.local === true ? {} : await client.headers();
      if (provider.local !== true && !client.reachable()) throw new VoxreelError('network', 'The browser is offline.', { retryable: true });
      const task = newTask(provider, prepared, {
        parentId,
        now: now(),
        lifeMs: poll?.deadlineMs ?? provider.poll?.deadlineMs ?? deadlineMs,
      });
      return { task, provider, prepared, headers };
    },
    async prepareAgain(task, draft) {
      const provider = await providerFor(task);
      return { task, provider, prepared: await prepareDraft(provider, draft), headers: await client.headers() };
    },
    async send({ task: { id, idempotencyKey }, provider, prepared, headers }) {
      const created = await client.create(provider, prepared, idempotencyKey, headers);
      const at = Date.now();
      if (created.outcome === 'taken') {
        poller.expect(id, firstWaitMs(poll, provider.poll, created.waitMs));
        await tell({ type: 'created', id, at, reading: created.reading });
        poller.resume();
      } else await tell({ type: created.outcome === 'refused' ? 'failed' : 'unconfirmed', id, at, error: taskError(created.error) });
    },
    async ask(task) {
      const { error } = await ask(task, stop.signal);
      if (!error) poller.resume();
    },
    run: (leading) => poller.run(leading),
    look: () => poller.look(),
    close() {
      stop.abort();
      poller.close();
    },
  };
}

interface Birth {
  readonly parentId: string | undefined;
  readonly now: number;
  readonly lifeMs: number;
}

function newTask(provider: VideoProvider, { kept, files, warnings }: PreparedDraft, { parentId, now, lifeMs }: Birth): VideoTask {
  return {
    version: 1,
    // Ids in the order of time keep the list sorted, in every tab.
    id: now.toString(36).padStart(9, '0') + randomId(),
    status: 'submitting',
    model: kept.model,
    prompt: kept.prompt,
    providerId: provider.id,
    draft: kept,
    files: files.length > 0 ? files : undefined,
    createdAt: now,
    updatedAt: now,
    deadlineAt: now + lifeMs,
    idempotencyKey: randomId(),
    seed: kept.seed,
    outputs: [],
    parentId,
    warnings: warnings.length > 0 ? warnings : undefined,
  };
}

/** 128 random bits, where `crypto.randomUUID` is missing too (plain http). */
const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

// What runs in the page that is killed: a queue like any site's, and gates at everything it waits for. The n-th gate announces itself and never opens.
import { accountStorage, createVideoQueue, drawPoster } from 'voxreel';
import type { AccountStorage, VideoQueue } from 'voxreel';
import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';

/** What a service's pages ask for. */
export interface CrashDraft {
  readonly model: string;
  readonly prompt: string;
  readonly n?: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface CrashRun {
  readonly name: string;
  /** The service knows keys. */
  readonly idempotent: boolean;
  /** Results are kept; gates count from the end of the task on. */
  readonly keep: boolean;
  /** Submitted while the browser says that it is offline, which it then is no more. */
  readonly offline?: boolean;
  /** The drafts are a group that continues a first video; gates count from the end of that one on. */
  readonly chained?: boolean | undefined;
  /** Kept in the library of the run's name, which is its user's too. */
  readonly account?: boolean | undefined;
  readonly drafts: number;
  readonly draft: CrashDraft;
  /** Stops at the n-th gate, or at the first of this name; 0 never does. */
  readonly gate: number | string;
}

export interface CrashStop {
  /** Undefined where the run came to its end before the gate. */
  readonly gate: string | undefined;
  /** The latest record of each task that is known to be written, by its key. */
  readonly written: Readonly<Record<string, string>>;
}

export interface CrashPage {
  /** Submits and waits for the end, or for the gate. */
  run(run: CrashRun): Promise<CrashStop>;
  /** The queue once more: its tasks when nothing is under way, or after 15 s, and the bytes of their files. */
  recover(run: CrashRun): Promise<{ readonly tasks: readonly VideoTask[]; readonly bytes: number }>;
}

const patienceMs = 60_000;

type Listener = (this: unknown, event: Event) => void;

const written: Record<string, string> = {};
let counting = false;
let passed = 0;
let stopAt: CrashRun['gate'] = 0;
let isShut = false;
let stopped: (gate: string) => void;
const stop = new Promise<string>((resolve) => (stopped = resolve));

/** False for the one that stays shut. Those after it are shut too: the page stands still. */
function pass(gate: string): boolean {
  if (isShut) return false;
  if (!counting) return true;
  passed += 1;
  if (stopAt !== passed && stopAt !== gate) return true;
  isShut = true;
  stopped(gate);
  return false;
}

const through = async (gate: string): Promise<void> => (pass(gate) ? undefined : new Promise(() => undefined));

/** What a method gave is held back behind a gate. */
function gateMethod(target: object, method: string, gate: string): void {
  const original = Reflect.get(target, method) as (...given: unknown[]) => Promise<unknown>;
  Object.defineProperty(target, method, {
    async value(this: unknown, ...given: unknown[]) {
      const result = await Reflect.apply(original, this, given);
      await through(gate);
      return result;
    },
  });
}

/** A transaction must be used while its event lasts: these gates open at once or never. */
function gateEvents(): void {
  const behind = (listener: Listener): Listener =>
    function (event) {
      if (pass(`${event.type} of ${this instanceof IDBTransaction ? 'transaction' : 'request'}`)) Reflect.apply(listener, this, [event]);
    };
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (this: EventTarget, type: string, listener: unknown, ...rest: never[]) {
    const held = (this instanceof IDBRequest || this instanceof IDBTransaction) && (type === 'success' || type === 'complete');
    Reflect.apply(add, this, [type, held ? behind(listener as Listener) : listener, ...rest]);
  };
  for (const [target, name] of [
    [IDBRequest.prototype, 'onsuccess'],
    [IDBTransaction.prototype, 'oncomplete'],
  ] as const) {
    const property = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, {
      set(this: object, listener: Listener) {
        property?.set?.call(this, behind(listener));
      },
    });
  }
}

/** Notes what is known to be on disk before the queue hears of it. */
function noteWrites(): void {
  const put = IDBObjectStore.prototype.put;
  const add = EventTarget.prototype.addEventListener;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    const { record } = value as { readonly record?: object };
    const { idempotencyKey, status } = (record ?? value) as Partial<VideoTask>;
    if (idempotencyKey !== undefined && status !== undefined)
      Reflect.apply(add, this.transaction, ['complete', () => (written[idempotencyKey] = status)]);
    return Reflect.apply(put, this, [value, key]);
  };
}

function gateLocks(): void {
  const request = LockManager.prototype.request as (
    name: string,
    options: LockOptions,
    work: (lock: unknown) => unknown,
  ) => Promise<unknown>;
  Object.defineProperty(LockManager.prototype, 'request', {
    async value(this: LockManager, name: string, ...given: [LockOptions, () => unknown] | [() => unknown]) {
      const work = given.at(-1) as (lock: unknown) => unknown;
      const options = given.length > 1 ? (given[0] as LockOptions) : {};
      const held = async (lock: unknown) => {
        await through('lock taken');
        return work(lock);
      };
      const result = await Reflect.apply(request, this, [name, options, held]);
      await through('lock given back');
      return result;
    },
  });
}

function gateFetch(): void {
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const what = init?.method ?? 'GET';
    await through(`before ${what}`);
    const answer = await real(input, init);
    await through(`after ${what}`);
    return answer;
  };
  for (const method of ['text', 'arrayBuffer', 'blob']) gateMethod(Response.prototype, method, method);
  gateMethod(Blob.prototype, 'arrayBuffer', 'bytes of a file');
  gateMethod(ReadableStreamDefaultReader.prototype, 'read', 'read');
}

function gatePictures(): void {
  gateMethod(globalThis, 'createImageBitmap', 'picture of a file');
  const toBlob = HTMLCanvasElement.prototype.toBlob;
  HTMLCanvasElement.prototype.toBlob = function (this: HTMLCanvasElement, take: BlobCallback, ...rest: never[]) {
    Reflect.apply(toBlob, this, [(blob: Blob | null) => pass('poster') && take(blob), ...rest]);
  };
}

/** Until the function it gives is called. */
function goOffline(): () => void {
  let isOnline = false;
  Object.defineProperty(navigator, 'onLine', { get: () => isOnline, configurable: true });
  return () => {
    isOnline = true;
    dispatchEvent(new Event('online'));
  };
}

/** A service on this machine needs no network: this one only seems to be elsewhere. */
const elsewhere = 'http://service.invalid';

const storageOf = ({ name, account }: CrashRun): AccountStorage<VideoTask> | undefined =>
  account ? accountStorage({ baseUrl: location.origin, headers: { 'x-owner': name }, user: name, name }) : undefined;

const queueOf = ({ name, idempotent, keep, offline }: CrashRun, storage: AccountStorage<VideoTask> | undefined) => {
  const queue = createVideoQueue({
    ...(offline
      ? {
          baseUrl: elsewhere,
          fetch: (url, init) => globalThis.fetch(typeof url === 'string' ? url.replace(elsewhere, location.origin) : url, init),
        }
      : { baseUrl: location.origin }),
    headers: { 'x-owner': name },
    name,
    ...(storage && { storage, user: name }),
    idempotent: idempotent || undefined,
    keepResults: keep,
    poll: { firstMs: 5, everyMs: 5 },
  });
  queue.results.drawPoster = drawPoster;
  return queue;
};

const underWay =
  ({ idempotent, keep }: CrashRun) =>
  ({ status, outputs }: VideoTask) =>
    status === 'waiting' ||
    status === 'submitting' ||
    status === 'processing' ||
    (status === 'unconfirmed' && idempotent) ||
    (status === 'succeeded' && keep && !outputs.every(({ kept }) => kept));

async function submitAll(queue: VideoQueue, { draft, drafts, chained }: CrashRun): Promise<void> {
  const prompts = Array.from({ length: drafts }, (_, at) => ({ ...draft, prompt: `${draft.prompt} ${at}` }));
  if (!chained) return void (await Promise.all(prompts.map((each) => queue.submit(each))));
  const [{ id } = { id: '' }] = queue.tasks.get();
  await queue.submitAll(prompts, { parentId: id, continues: { id, atS: 1 } });
}

/** So many tasks of which none does this. */
const when = (queue: VideoQueue, count: number, still: (task: VideoTask) => boolean): Promise<void> =>
  new Promise((resolve) => {
    const look = (tasks: readonly VideoTask[]) => {
      if (tasks.length >= count && !tasks.some(still)) resolve();
    };
    queue.tasks.subscribe(look);
    look(queue.tasks.get());
  });

const page: CrashPage = {
  async run(given) {
    stopAt = given.gate;
    counting = !given.keep && !given.chained;
    for (const set of [noteWrites, gateEvents, gateLocks, gateFetch, gatePictures]) set();
    const whole = async () => {
      const storage = storageOf(given);
      const queue = queueOf(given, storage);
      const count = given.drafts + (given.chained ? 1 : 0);
      if (given.chained) {
        await queue.submit(given.draft);
        await when(queue, 1, ({ status }) => status !== 'succeeded');
        counting = !given.keep;
      }
      const goOnline = given.offline ? goOffline() : undefined;
      const submitted = submitAll(queue, given);
      if (goOnline) void submitted.then(goOnline);
      if (given.keep) await when(queue, count, ({ status }) => status !== 'succeeded');
      counting = true;
      await when(queue, count, underWay(given));
      await storage?.synchronize();
      if (given.keep) await when(queue, count, ({ outputs }) => !outputs.every(({ kept }) => kept?.poster));
      return undefined;
    };
    return { gate: await Promise.race([stop, whole()]), written };
  },
  async recover(given) {
    const storage = storageOf(given);
    const queue = queueOf(given, storage);
    await queue.ready;
    const patience = new Promise((resolve) => setTimeout(resolve, patienceMs));
    await Promise.race([patience, when(queue, 0, underWay(given))]);
    await storage?.synchronize();
    const tasks = queue.tasks.get();
    let bytes = 0;
    for (const { id, outputs } of tasks) for (const at of outputs.keys()) bytes += (await queue.results.file(id, at))?.size ?? 0;
    return { tasks, bytes };
  },
};

Object.assign(globalThis, { crashPage: page });

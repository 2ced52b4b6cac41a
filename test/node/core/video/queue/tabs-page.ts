// What runs in each of many tabs: a queue like any site's, which notes when it shows the end of a task.
import { accountStorage, createVideoQueue } from 'voxreel';
import type { VideoQueue } from 'voxreel';

export interface TabScope {
  readonly tab: {
    readonly queue: VideoQueue;
    /** Milliseconds since 1970 at which it showed a task's end, by the service's id. */
    readonly shown: Readonly<Record<string, number>>;
  };
}

const words = new URLSearchParams(location.search);
const shown: Record<string, number> = {};
// As plain http has it: the specification gives locks to secure origins alone, and this machine counts as one.
if (words.has('plain')) Object.defineProperty(navigator, 'locks', { value: undefined });
const name = words.get('queue') ?? undefined;
// The site's user where a request names none.
const account = words.has('account') && { user: 'nobody', name };
const queue = createVideoQueue({
  baseUrl: location.origin,
  name,
  ...(account && { user: account.user, storage: accountStorage({ baseUrl: location.origin, ...account }) }),
  headers: { 'x-tab': words.get('tab') ?? '' },
  // The page says when it asked: on a busy machine the way to the service takes a while, and not always the same.
  fetch: (input, init) => {
    const request = new Request(input, init);
    request.headers.set('x-asked-at', String(Date.now()));
    return fetch(request);
  },
  poll: { firstMs: Number(words.get('tick')), everyMs: Number(words.get('tick')) },
});
queue.tasks.subscribe((tasks) => {
  for (const { taskId, status } of tasks) if (taskId !== undefined && status === 'succeeded') shown[taskId] ??= Date.now();
});
await queue.ready;
const scope: TabScope = { tab: { queue, shown } };
Object.assign(globalThis, scope);

// What runs in an iframe that plays a second tab: one queue of the same account. It counts what it asks of the library.
import { accountStorage, createVideoQueue } from 'voxreel';
import type { VideoTask } from 'voxreel';

export interface AccountTab {
  ids(): string[];
  readonly asked: string[];
  put(task: VideoTask): Promise<void>;
}

declare global {
  interface Window {
    accountTab?: AccountTab;
  }
}

const address = new URLSearchParams(location.search);
const [user, database] = [address.get('user') ?? '', address.get('database') ?? ''];
const asked: string[] = [];
const fetch: typeof globalThis.fetch = async (input) => {
  asked.push(new Request(input).url);
  throw new TypeError('This tab asks nothing.');
};
const storage = accountStorage<VideoTask>({ baseUrl: 'https://gateway.example', user, database, fetch });
const queue = createVideoQueue({ baseUrl: 'https://api.example', storage, user, name: 'tab', fetch });
await queue.ready;
window.accountTab = {
  ids: () => queue.tasks.get().map(({ id }) => id),
  asked,
  put: (task) => storage.put(task.id, task),
};

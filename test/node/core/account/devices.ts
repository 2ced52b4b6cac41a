// Devices of one user, each with its own storage, before the real library of a gateway. What lies between may lose requests and answers.
import { accountStorage } from 'voxreel';
import type { AccountStorage, VideoTask } from 'voxreel';
import type { Gateway } from 'voxreel/server';

import { createClock } from '../../../../src/core/clock.js';
import { stampTask } from '../../../../src/core/store/organization.js';
import { origin } from '../../server/library/library-client.js';

export interface Network {
  /** `request`: lost on its way there. `answer`: done, and nobody learns of it. */
  lost: (method: string, path: string) => 'request' | 'answer' | undefined;
  /** What was asked, as `GET /changes`. */
  readonly asked: string[];
}

export interface Device {
  /** Whom the browser's cookies name. */
  login: string;
  readonly storage: AccountStorage<VideoTask>;
  readonly network: Network;
  create(id: string, fields?: Partial<VideoTask>): Promise<void>;
  change(id: string, change: (task: VideoTask) => VideoTask): Promise<void>;
  tasks(): Promise<readonly VideoTask[]>;
  get(id: string): Promise<VideoTask | undefined>;
}

let count = 0;
const open = new Set<Device>();

/** A device that stays open keeps the process alive. */
export function closeDevices(): void {
  for (const { storage } of open) storage.close();
  open.clear();
}

export const offline: Network['lost'] = () => 'request';
export const online: Network['lost'] = () => undefined;

export function openDevice(gateway: () => Gateway, user: string, database = `device ${count++}`): Device {
  const clock = createClock(`d${count}`);
  const network: Network = { lost: online, asked: [] };
  /** Node lets go of a request whose signal alone is held, and then the signal never fires. */
  const held: Request[] = [];
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const request = new Request(url, init);
    const path = new URL(request.url).pathname.replace('/v1/library', '');
    if (path === '/events') held.push(request);
    network.asked.push(`${request.method} ${path}`);
    const lost = network.lost(request.method, path);
    if (lost === 'request') throw new TypeError('The network is gone.');
    request.headers.set('origin', origin);
    request.headers.set('cookie', `user=${device.login}`);
    const answer = await gateway()(request);
    if (lost !== 'answer') return answer;
    await answer.body?.cancel();
    throw new TypeError('The answer is lost.');
  };
  const storage = accountStorage<VideoTask>({ baseUrl: 'http://gateway.test', user, database, fetch });
  const all = async () => (await storage.all()).map(({ record }) => record);
  const device: Device = {
    login: user,
    storage,
    network,
    create: (id, fields = {}) => storage.put(id, { ...newTask(id, user), time: clock.tick(), times: {}, ...fields }, { durable: true }),
    change: (id, change) =>
      storage.update(id, (stored) => {
        const task = stored ?? newTask(id, user);
        return stampTask(task, change(task), clock);
      }),
    tasks: async () => (await all()).toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    get: async (id) => (await all()).find((task) => task.id === id),
  };
  open.add(device);
  return device;
}

export const newTask = (id: string, user: string): VideoTask => ({
  version: 2,
  kind: 'video',
  user,
  id,
  status: 'processing',
  taskId: `service ${id}`,
  model: 'vidu-q2',
  prompt: `The sea, ${id}`,
  providerId: 'vidu',
  draft: { model: 'vidu-q2', prompt: `The sea, ${id}` },
  createdAt: 1,
  updatedAt: 1,
  deadlineAt: 2,
  idempotencyKey: id,
  outputs: [],
});

/** As text, whatever the order of the fields; what is absent is undefined. */
export const plain = (tasks: readonly VideoTask[]): string =>
  JSON.stringify(tasks, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

import { createVideoQueue } from 'voxreel/video-queue';

import { check, equal, eventually } from '../check.mjs';

/** A host that is not this machine: a queue takes loopback for reachable without asking the runtime. */
const baseUrl = 'http://service.example';

/** Makes a video, finds it again in a second queue over the same storage, and has a refusal named. */
export async function queue({ serviceUrl, key }) {
  const records = new Map();
  const storage = {
    all: async () => [...records].map(([id, record]) => ({ key: id, record })),
    put: async (id, record) => void records.set(id, record),
    remove: async (id) => void records.delete(id),
    clear: async () => records.clear(),
  };
  const reach = (address, init) => fetch(String(address).replace(baseUrl, serviceUrl), init);
  const open = (token) =>
    createVideoQueue({
      baseUrl,
      headers: { authorization: `Bearer ${token}` },
      storage,
      fetch: reach,
      poll: { firstMs: 50, intervalMs: 50 },
    });
  const draft = { model: 'vidu-q2', prompt: 'A heron over water', duration: 1, width: 64, height: 64 };

  const first = open(key);
  const { id } = await first.submit(draft);
  const task = await eventually(() => {
    const now = first.tasks.get().find((each) => each.id === id);
    check(!['failed', 'unknown'].includes(now?.status), `the video ended as ${JSON.stringify(now)}`);
    return now?.status === 'succeeded' ? now : undefined;
  }, 'A finished video');
  const file = await reach(task.outputs[0].url);
  check(file.headers.get('content-type')?.startsWith('video/'), `the file is ${file.headers.get('content-type')}`);
  check((await file.arrayBuffer()).byteLength > 1000, 'the file is too short');
  first.close();

  const second = open('wrong key');
  await second.ready;
  equal(
    second.tasks.get().map((each) => [each.id, each.status]),
    [[id, 'succeeded']],
    'what a second queue finds',
  );
  const { status, error } = await second.submit(draft);
  equal([status, error?.code], ['failed', 'invalid_api_key'], 'a wrong key');
  second.close();
}

// Many tasks in one list: what it costs to have them back, and to change one of them. Runs in a page.
import { median } from './fold.mjs';

const progressOf = (at) => (at % 97) / 100;

/** A task as a queue leaves it when its video has come, or while it is on its way. */
const taskOf = (at, status = 'succeeded') => ({
  version: 1,
  id: `${(1_700_000_000_000 + at * 60_000).toString(36).padStart(9, '0')}${String(at).padStart(32, '0')}`,
  taskId: `task_${String(at).padStart(32, '0')}`,
  status,
  model: ['kling-v1', 'viduq1', 'jimeng_v30'][at % 3],
  prompt: `Take ${at}: a heron crosses the lake at dawn, low over the water, mist between the reeds, one slow pan from left to right`,
  providerId: ['kling', 'vidu', 'jimeng'][at % 3],
  draft: {
    model: 'kling-v1',
    prompt: 'a heron',
    duration: 5,
    fps: 24,
    width: 1280,
    height: 720,
    seed: at,
    metadata: { negative_prompt: 'rain' },
  },
  createdAt: 1_700_000_000_000 + at * 60_000,
  updatedAt: 1_700_000_060_000 + at * 60_000,
  endedAt: status === 'succeeded' ? 1_700_000_060_000 + at * 60_000 : undefined,
  deadlineAt: 4e12,
  idempotencyKey: String(at).padStart(32, '0'),
  seed: at,
  progress: 1,
  outputs:
    status === 'succeeded'
      ? [{ url: `https://cdn.example/${at}.mp4?Expires=1900000000&Signature=${'s'.repeat(64)}`, width: 1280, height: 720 }]
      : [],
});

/** So many that have ended, and the newest still on its way. */
export const tasksOf = (count) => Array.from({ length: count }, (_, at) => taskOf(at, at === count - 1 ? 'processing' : 'succeeded'));

/** Forty labels, some of them on many videos. */
const labelOf = (at) => `label ${at % 40}`;

/** The same as people leave them who organize theirs: of groups of three, each group made from an older video, all with labels. */
export const organizedTasksOf = (count) =>
  tasksOf(count).map((task, at, tasks) => ({
    ...task,
    groupId: `group-${Math.floor(at / 3)}`,
    parentId: tasks[at - 50]?.id,
    labels: [labelOf(at), labelOf(at * 7), labelOf(at * 11)].toSorted(),
    collections: [`Collection ${at % 12}`],
    ...(at % 5 === 0 && { rating: 1 + (at % 4) }),
    ...(at % 9 === 0 && { favorite: true }),
    ...(at % 3 === 1 && { best: true }),
  }));

const opened = (name) =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });

/** The least there is to do: open, read all, close. */
async function readRaw(name) {
  const db = await opened(name);
  const request = db.transaction('records').objectStore('records').getAll();
  await new Promise((resolve) => request.addEventListener('success', resolve));
  db.close();
  return request.result.length;
}

const timed = async (action) => {
  const started = performance.now();
  await action();
  return performance.now() - started;
};

/** Pairs in turn, as `inTurn`, for what has to be awaited. */
export async function awaitedInTurn(base, other, { pairs, warm }) {
  const rounds = [];
  for (let round = -warm; round < pairs; round++) {
    const [baseMs, otherMs] = [await timed(base), await timed(other)];
    if (round >= 0) rounds.push({ baseMs, otherMs, ratio: otherMs / baseMs });
  }
  const middle = (key) => median(rounds.map((round) => round[key]));
  return { baseMs: middle('baseMs'), otherMs: middle('otherMs'), ratio: middle('ratio') };
}

/** @param core the built modules */
export function createListBench({
  createVideoQueue,
  indexedDbStorage,
  memoryStorage,
  createStore,
  foldNews,
  foldTasks,
  followTasks,
  initialTasks,
}) {
  const baseUrl = location.origin;
  let queues = 0;

  async function filled(name, count) {
    const storage = indexedDbStorage(`voxreel-video-${name}`);
    await storage.putAll(tasksOf(count).map((record) => ({ key: record.id, record })));
    storage.close();
  }

  /** From nothing to the first list, over reading the same records raw. */
  async function restore(counts) {
    const rows = [];
    for (const size of counts) {
      const { baseMs, otherMs, ratio } = await restored(size);
      rows.push({ size, base: baseMs, value: otherMs, ratio });
    }
    return rows;
  }

  async function restored(count) {
    const name = `restore-${count}`;
    await filled(name, count);
    const need = (found) => {
      if (found !== count) throw new Error(`${found} tasks, not ${count}.`);
    };
    return awaitedInTurn(
      async () => need(await readRaw(`voxreel-video-${name}`)),
      async () => {
        const queue = createVideoQueue({ baseUrl, name, poll: { firstMs: 1e9 } });
        await queue.ready;
        need(queue.tasks.get().length);
        queue.close();
      },
      { pairs: 11, warm: 3 },
    );
  }

  /** Until the first of them are listed, over the same with `few`. */
  async function firstListed(few, counts) {
    const name = (count) => `first-${count}`;
    const listed = async (count) => {
      const queue = createVideoQueue({ baseUrl, name: name(count), poll: { firstMs: 1e9 } });
      const ms = await timed(() => new Promise((resolve) => void queue.tasks.subscribe(resolve)));
      await queue.ready;
      if (queue.tasks.get().length !== count) throw new Error(`${queue.tasks.get().length} tasks, not ${count}.`);
      queue.close();
      return ms;
    };
    for (const count of [few, ...counts]) await filled(name(count), count);
    const rows = [];
    for (const size of counts) {
      const times = { base: [], value: [] };
      for (let round = -3; round < 15; round++) {
        const [base, value] = [await listed(few), await listed(size)];
        if (round >= 0) (times.base.push(base), times.value.push(value));
      }
      const [base, value] = [median(times.base), median(times.value)];
      rows.push({ size, base, value, ratio: value / base });
    }
    return rows;
  }

  /** An event folded, the listener told, the list taken. */
  function folding(count) {
    const store = createStore(initialTasks, (state, event) => (event.type === 'polled' ? foldNews : foldTasks)(state, event));
    store.dispatch({ type: 'restored', tasks: tasksOf(count) });
    const listOf = followTasks();
    const [{ id }] = listOf(store.get());
    let seen = 0;
    store.subscribe((state) => (seen += listOf(state)[0].progress));
    let at = 0;
    return async () => {
      at += 1;
      store.dispatch({ type: 'polled', id, at: 1e12 + at, reading: { status: 'processing', progress: progressOf(at), outputs: [] } });
      await Promise.resolve();
      if (seen === 0) throw new Error('Nobody was told.');
    };
  }

  /** A whole answer through a queue: asked, read, folded, told, kept. */
  async function answering(count, given) {
    let at = 0;
    let written = Promise.resolve();
    const storage = { ...given, put: (...record) => (written = given.put(...record)) };
    const fetch = async () => new Response(JSON.stringify({ task_id: 't', status: 'processing', progress: progressOf((at += 1)) }));
    await storage.putAll?.(tasksOf(count).map((record) => ({ key: record.id, record })));
    if (!storage.putAll) for (const record of tasksOf(count)) await storage.put(record.id, record);
    const queue = createVideoQueue({
      baseUrl,
      fetch,
      storage,
      name: `update-${(queues += 1)}`,
      poll: { firstMs: 1e9, everyMs: 1e9 },
    });
    await queue.ready;
    const [{ id }] = queue.tasks.get();
    let told = 0;
    queue.tasks.subscribe((tasks) => (told += tasks.length));
    return async () => {
      const before = told;
      await queue.refresh(id);
      await written;
      if (told === before) throw new Error('Nobody was told.');
    };
  }

  const many = (action, times) => async () => {
    for (let time = 0; time < times; time++) await action();
  };

  const ways = {
    folded: [folding, () => undefined, 400, 60],
    asked: [answering, () => memoryStorage(), 40, 30],
    kept: [answering, (of) => indexedDbStorage(`bench-${of}`), 10, 30],
  };

  /** One change with so many in the list, over the same with few; microseconds. `way`: `folded`, `asked` through a queue, or `kept` too. */
  async function update({ way, few, counts }) {
    const [make, storage, times, pairs] = ways[way];
    const rows = [];
    for (const size of counts) {
      const [base, other] = [await make(few, storage(`${few}-beside-${size}`)), await make(size, storage(size))];
      const { baseMs, otherMs, ratio } = await awaitedInTurn(many(base, times), many(other, times), { pairs, warm: 10 });
      rows.push({ size, base: (baseMs / times) * 1000, value: (otherMs / times) * 1000, ratio });
    }
    return rows;
  }

  return { restore, firstListed, update };
}

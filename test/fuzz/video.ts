// Properties of the video half: replies of any service, the fold of tasks, records, histories, drafts and forms. For Node.
import assert from 'node:assert/strict';

import fc from 'fast-check';
import { generic } from 'voxreel/providers/generic';
import { jimeng } from 'voxreel/providers/jimeng';
import { kling } from 'voxreel/providers/kling';
import { vidu } from 'voxreel/providers/vidu';
import { findTasks, isVoxreelError, lineage } from 'voxreel';
import type { VideoDraft, VideoProvider } from 'voxreel';

import { parseJson } from '../../src/core/http.js';
import { fieldsOf } from '../../src/core/drafts/metadata-fields.js';
import { readHead } from '../../src/core/drafts/image-type.js';
import { prepareDraft } from '../../src/core/drafts/prepare-draft.js';
import type { StandardSchema, VideoReading } from '../../src/core/providers/provider.js';
import { readVideoAnswer } from '../../src/core/wire/read-answer.js';
import { zodJsonSchema } from '../../src/core/zod-schema.js';
import { foldNews } from '../../src/core/store/task-news.js';
import { readTask, recordOf } from '../../src/core/store/task-record.js';
import { withOutput } from '../../src/core/store/task-output.js';
import { ended, foldTasks, initialTasks, taskOf, tasksOf } from '../../src/core/store/tasks.js';
import type { TasksState, VideoTask } from '../../src/core/store/tasks-state.js';
import { downloadName } from '../../src/core/video/files/download-name.js';
import { estimateTime } from '../../src/core/video/history/estimate.js';
import { readHistory, writeHistory } from '../../src/core/video/history/history-file.js';
import { createServiceClient } from '../../src/core/video/queue/service-client.js';
import { sniffVideo } from '../../src/core/video/files/sniff-video.js';
import { imageHeader } from '../../src/local/video/image-header.js';
import { goodHosts, hostileAnswers } from '../node/core/wire/hostile-answers.js';
import { anyJson, brokenText, frozen, isSame, mutated, mutations, textOf, weightOf } from './hostile-json.js';
import { formSchema } from './hostile-pages.js';
import { property, type Property } from './property.js';
import { foldRecords } from '../node/core/store/fold-records.js';

const base = 'https://api.example/gateway/v1/video/generations';
const providers: readonly VideoProvider[] = [generic, kling, jimeng, vidu];

/** No part of it is taken from the code it holds to account. */
export function requireSafe(url: string, hosts?: ReadonlySet<string>): void {
  const { protocol, username, password, host } = new URL(url);
  assert.ok(protocol === 'https:' || protocol === 'http:', `${protocol} got through: ${url}`);
  assert.equal(username + password, '', `a login got through: ${url}`);
  if (hosts !== undefined) assert.ok(hosts.has(host), `another host got through: ${url}`);
}

function requireSound({ status, outputs, progress, taskId, statusWord, error }: VideoReading): void {
  assert.ok(['processing', 'succeeded', 'failed', 'unknown'].includes(status));
  for (const { url, width, height, fps, duration, seed, expiresAt } of outputs) {
    requireSafe(url);
    for (const figure of [width, height, fps, duration, seed, expiresAt]) assert.ok(figure === undefined || Number.isFinite(figure));
  }
  assert.ok(outputs.length <= 64);
  assert.ok(progress === undefined || (progress >= 0 && progress <= 1));
  for (const text of [taskId, statusWord, error?.code, error?.message, error?.param])
    assert.ok(text === undefined || (typeof text === 'string' && text.length <= 1000));
}

/** What services say of a task, in several shapes. */
const answers: readonly unknown[] = [
  { task_id: 't', status: 'queued', progress: 0.1, error: null },
  {
    task_id: 't',
    status: 'succeeded',
    format: 'mp4',
    url: 'https://cdn.example/v.mp4',
    metadata: { duration: 5, fps: 24, height: 360, width: 640, seed: 7 },
  },
  {
    task_id: 't',
    status: 'failed',
    error: { code: 'content_policy', message: 'Refused.', param: 'prompt', type: 'invalid_request_error' },
  },
  {
    code: 'success',
    message: '',
    data: { task_id: 't', status: 'SUCCESS', fail_reason: 'https://cdn.example/v.mp4', progress: '100%', data: { id: 'x' } },
  },
  {
    code: 0,
    data: {
      task_id: 't',
      task_status: 'succeed',
      task_result: { videos: [{ id: 'v', url: 'https://cdn.example/1.mp4', duration: '5.1' }] },
    },
  },
  { id: 't', state: 'success', creations: [{ id: 'c', url: 'https://cdn.example/v.mp4', cover_url: 'https://cdn.example/c.jpg' }] },
  { task_id: 't', status: 'succeeded', outputs: [{ url: '/files/1.webm', expires_at: 1_795_000_000 }, { url: '/files/2.webm' }] },
  { code: 'task_not_exist', message: 'There is no such task.', param: 'task_id', type: 'invalid_request_error' },
];

const replies: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom(...answers), mutations(5)).map(([answer, changes]) => textOf(mutated(answer, changes))),
  },
  { weight: 3, arbitrary: hostileAnswers.map(({ text, link }) => text(link)) },
  { weight: 1, arbitrary: anyJson.map(textOf) },
  { weight: 1, arbitrary: fc.string() },
);

const videoAnswers = property({ name: 'video-answers', share: 15, sample: 400 }, replies, (text) => {
  const body = parseJson(text);
  const reading = readVideoAnswer(frozenWhere(body), base);
  requireSound(reading);
  assert.ok(isSame(readVideoAnswer(parseJson(text), base), reading));
  assert.ok(weightOf(reading) <= 2 * text.length + 70_000);
});

const hostileHosts = property({ name: 'video-links', share: 15, sample: 300 }, hostileAnswers, ({ text, link }) => {
  for (const { url } of readVideoAnswer(parseJson(text(link)), base).outputs) requireSafe(url, goodHosts);
});

/** Too deep to be frozen is seldom worth it. */
function frozenWhere<T>(value: T): T {
  return weightOf(value) < 5000 ? frozen(value) : value;
}

const wire = fc.record({
  text: replies,
  how: fc.nat(20),
  at: fc.nat(500),
  status: fc.constantFrom(200, 200, 200, 201, 202, 204, 301, 400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 504, 522),
  type: fc.constantFrom('application/json', 'text/html', 'video/mp4', '', 'application/json; charset=utf-16'),
  wait: fc.constantFrom('', '5', '-1', '1e999', '99999999999999', 'Tue, 01 Jan 2999 00:00:00 GMT', 'now'),
  provider: fc.nat(providers.length - 1),
  taskId: fc.oneof(fc.constantFrom('t', '..', '../x', '\uD800', '%', ''), fc.string()),
});

const draft: VideoDraft = { model: 'm', prompt: 'p' };

const videoService = property({ name: 'video-service', share: 6, sample: 200 }, wire, async (told) => {
  const { text, how, at, status, type, wait, provider: nth, taskId } = told;
  const provider = providers[nth] ?? generic;
  const body = status === 204 ? null : brokenText(text, how, at);
  const asked: string[] = [];
  const fetch = async (input: RequestInfo | URL) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return new Response(body, { status, headers: { 'content-type': type, 'retry-after': wait } });
  };
  const client = createServiceClient({ baseUrl: 'https://api.example/gateway', fetch });
  const request = client.pack(provider, { draft, body: { model: 'm', prompt: 'p' }, kept: draft, files: [], warnings: [] }, 'k', {});
  const created = await client.create(request);
  if (created.outcome === 'taken') requireSound(created.reading);
  else requireError(created.error);
  const known = readVideoAnswer({ task_id: taskId }, base).taskId ?? 't';
  const answer = await client.query(provider, { taskId: known, draft }, new AbortController().signal);
  if (answer.error !== undefined) requireError(answer.error);
  else requireSound(answer.reading);
  for (const waitMs of ['waitMs' in created ? created.waitMs : 0, 'waitMs' in answer ? answer.waitMs : 0])
    assert.ok((waitMs ?? 0) < 2 ** 31);
  for (const address of asked) assert.ok(address.startsWith('https://api.example/gateway/v1/video/generations'), address);
});

function requireError(error: unknown): void {
  assert.ok(isVoxreelError(error));
  assert.equal(typeof error.code, 'string');
  assert.equal(typeof error.message, 'string');
  assert.ok(error.code !== '' && error.code.length <= 1000);
  assert.ok((error.retryAfterMs ?? 0) < 2 ** 31);
}

const record: VideoTask = {
  version: 2,
  id: 'a',
  taskId: 't',
  status: 'processing',
  model: 'm',
  prompt: 'p',
  providerId: 'generic',
  draft: { model: 'm', prompt: 'p', duration: 5, image: 'https://a.example/i.png', metadata: { style: 's', deep: { list: [1] } } },
  files: ['lastImage'],
  createdAt: 1000,
  updatedAt: 1000,
  deadlineAt: 9000,
  idempotencyKey: 'k',
  seed: 7,
  progress: 0.5,
  statusWord: 'queued',
  outputs: [
    {
      url: 'https://a.example/v.mp4',
      format: 'mp4',
      width: 640,
      duration: 5,
      expiresAt: 1_795_000_000_000,
      kept: { bytes: 1, type: 'video/mp4', poster: true },
    },
  ],
  error: { code: 'c', message: 'm', param: 'p', retryable: false },
  pollError: { code: 'c', message: 'm', retryable: true },
  parentId: 'b',
  warnings: ['w'],
};

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ type: fc.constantFrom('created', 'polled'), text: replies }) },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constantFrom(
          'failed',
          'unconfirmed',
          'troubled',
          'stopped',
          'expired',
          'kept',
          'removed',
          'restored',
          'submitted',
          'linked',
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('restored'), changes: mutations(4) }) },
  ),
  { maxLength: 8 },
);

const error = { code: 'network', message: 'gone', retryable: true };

const videoFold = property(
  { name: 'video-fold', share: 8, sample: 300 },
  fc.tuple(fc.constantFrom('submitting', 'processing', 'unconfirmed', 'succeeded', 'stopped'), steps),
  ([status, told]) => {
    const task = { ...record, status, outputs: status === 'succeeded' ? record.outputs : [] } as VideoTask;
    const run = (): TasksState => {
      let state = foldTasks(initialTasks, { type: 'submitted', task });
      for (const [nth, step] of told.entries()) {
        frozen(state.list);
        const next = after(state, step, nth);
        const before = taskOf(state, 'a');
        const now = taskOf(next, 'a');
        if (before !== undefined && now !== undefined) requireForward(before, now);
        // The same news once more is none.
        const again = after(next, step, nth);
        // A doubt that is reported again is one that no repetition settles.
        if (step.type !== 'unconfirmed') assert.ok(isSame(plain(taskOf(again, 'a')), plain(now)), step.type);
        state = next;
      }
      return state;
    };
    const state = run();
    assert.ok(isSame(tasksOf(run()), tasksOf(state)));
    for (const { id } of tasksOf(state)) assert.equal(tasksOf(state).filter((one) => one.id === id).length, 1);
    for (const one of tasksOf(state)) for (const { url } of one.outputs) if (url !== '' && url !== 'blob:here') requireSafe(url);
    for (const one of tasksOf(state)) assert.ok(readTask(recordOf(one)) !== undefined);
    for (const id of state.open) assert.notEqual(taskOf(state, id), undefined);
  },
);

/** When it was last touched is reported again each time. */
const plain = (task: VideoTask | undefined): unknown => task && { ...task, updatedAt: 0 };

type Step = { readonly type: string; readonly text?: string; readonly changes?: Parameters<typeof mutated>[1] };

function after(state: TasksState, { type, text, changes }: Step, nth: number): TasksState {
  const happening = { id: 'a', at: 2000 + nth };
  switch (type) {
    case 'created':
    case 'polled':
      return foldNews(state, { type, ...happening, reading: readVideoAnswer(parseJson(text ?? ''), base) });
    case 'failed':
    case 'unconfirmed':
    case 'expired':
    case 'troubled':
      return foldNews(state, { type, ...happening, error });
    case 'stopped':
      return foldNews(state, { type, ...happening });
    case 'kept':
      return foldNews(state, { type, ...happening, output: nth, kept: { bytes: 1, type: 'video/mp4', poster: false } });
    case 'removed':
      return foldTasks(state, { type, id: 'a' });
    case 'linked':
      return linked(state);
    case 'submitted':
      return foldTasks(state, { type, task: record });
    default: {
      const restored = readTask(JSON.parse(textOf(mutated(record, changes ?? []))));
      return foldRecords(state, restored === undefined ? [] : [restored]);
    }
  }
}

/** As a page that has the file shows it. */
function linked(state: TasksState): TasksState {
  const task = taskOf(state, 'a');
  return task === undefined ? state : foldTasks(state, { type: 'changed', task: withOutput(task, 0, { url: 'blob:here' }) });
}

/** An end is never undone, and neither a video nor the service's id is lost. */
function requireForward(before: VideoTask, now: VideoTask): void {
  if (ended(before.status)) assert.equal(now.status, before.status);
  if (before.taskId !== undefined) assert.notEqual(now.taskId, undefined);
}

const records = property(
  { name: 'task-records', share: 6, sample: 250 },
  fc.oneof(
    { weight: 5, arbitrary: mutations(5).map((changes) => textOf(mutated(record, changes))) },
    { weight: 1, arbitrary: anyJson.map(textOf) },
  ),
  (text) => {
    const task = readTask(JSON.parse(text));
    if (task === undefined) return;
    for (const { url } of task.outputs) if (url !== '') assert.match(url, /^https?:\/\//);
    const state = foldTasks(initialTasks, { type: 'restored', tasks: [task] });
    assert.equal(tasksOf(state).length, 1);
    recordOf(task);
  },
);

const history = {
  format: 'voxreel-video-history',
  version: 1,
  exportedAt: 5,
  tasks: [record, { ...record, id: 'b', status: 'succeeded' }],
};

const histories = property(
  { name: 'video-history', share: 6, sample: 250 },
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .tuple(mutations(6), fc.nat(25), fc.nat(2000))
        .map(([changes, how, at]) => brokenText(textOf(mutated(history, changes)), how, at)),
    },
    { weight: 1, arbitrary: anyJson.map(textOf) },
    { weight: 1, arbitrary: fc.string() },
  ),
  (text) => {
    let read;
    try {
      read = readHistory(text, 10_000);
    } catch (error) {
      if (!isVoxreelError(error) || error.code !== 'invalid_input') throw error;
      return;
    }
    const { tasks } = read;
    assert.ok(weightOf(tasks) <= 8 * text.length + 20_000);
    for (const task of tasks) {
      requireShown(task);
      assert.ok(!['submitting', 'unconfirmed'].includes(task.status));
      assert.notEqual(readTask(task), undefined);
      lineage(tasks, task.id);
    }
    findTasks(tasks, { text: text.slice(0, 100) });
    estimateTime(tasks, { model: 'm', providerId: 'generic' });
    const state = foldTasks(initialTasks, { type: 'imported', tasks });
    assert.equal(tasksOf(state).length, new Set(tasks.map(({ id }) => id)).size);
    const again = readHistory(JSON.parse(JSON.stringify(writeHistory(tasks, 10_000))), 10_000);
    assert.ok(isSame(JSON.parse(JSON.stringify(again.tasks)), JSON.parse(JSON.stringify(tasks))));
  },
);

/** What a card draws of a task is of its kind. */
function requireShown(task: VideoTask): void {
  for (const { url, kept, expiresAt } of task.outputs) {
    requireSafe(url);
    assert.equal(kept, undefined);
    assert.ok(expiresAt === undefined || !Number.isNaN(new Date(expiresAt).getTime()));
  }
  for (const image of [task.draft.image, task.draft.lastImage]) if (typeof image === 'string') requireSafe(image);
  for (const text of [task.id, task.prompt, task.model, task.error?.message ?? '', ...(task.warnings ?? []), ...(task.files ?? [])])
    assert.equal(typeof text, 'string');
  for (const time of [task.createdAt, task.updatedAt, task.endedAt ?? 0]) assert.ok(!Number.isNaN(new Date(time).getTime()));
  const name = downloadName(task, 0);
  assert.ok(!/[\p{Cc}\p{Cs}/\\:*?"<>|]/u.test(name) && !name.startsWith('.'), name);
  assert.ok(new TextEncoder().encode(name).length <= 255, name);
}

const wholeDraft = {
  model: 'kling-v1',
  prompt: 'A fox.',
  duration: 5,
  fps: 24,
  width: 640,
  height: 360,
  image: 'https://a.example/i.png',
  lastImage: 'iVBORw0KGgo=',
  metadata: {
    seed: 3,
    negative_prompt: 'x',
    image_urls: ['https://a.example/i.png'],
    aspect_ratio: '16:9',
    bgm: true,
    payload: 'p',
    duration: 5,
  },
  n: 1,
  seed: 3,
  responseFormat: 'mp4',
  user: 'u',
};

const drafts = property(
  { name: 'drafts', share: 4, sample: 200 },
  fc.tuple(mutations(5), fc.nat(providers.length - 1)),
  async ([changes, nth]) => {
    const provider = providers[nth] ?? generic;
    const given = JSON.parse(textOf(mutated(wholeDraft, changes))) as VideoDraft;
    if (typeof given !== 'object' || given === null) return;
    try {
      const { body, warnings } = await prepareDraft(provider, given);
      assert.equal(typeof body.model, 'string');
      for (const warning of warnings) assert.equal(typeof warning, 'string');
    } catch (error) {
      if (!isVoxreelError(error) || error.code !== 'invalid_input') throw error;
    }
  },
);

const schemas: readonly unknown[] = [
  formSchema,
  ...[kling, jimeng, vidu].flatMap(({ metadata }) => (metadata === undefined ? [] : [zodJsonSchema(metadata)])),
];
const kinds = ['text', 'longtext', 'number', 'integer', 'boolean', 'choice', 'image', 'images', 'url', 'json', 'hidden'];

const forms = property(
  { name: 'provider-forms', share: 4, sample: 250 },
  fc.oneof(
    { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...schemas), mutations(6)).map(([schema, changes]) => mutated(schema, changes)) },
    { weight: 1, arbitrary: anyJson },
  ),
  async (schema) => {
    const told = JSON.parse(textOf(schema)) as unknown;
    const metadata = {
      '~standard': { version: 1, vendor: 'x', validate: (value: unknown) => ({ value }), jsonSchema: { input: () => told } },
    };
    for (const field of await fieldsOf({ ...kling, metadata: metadata as StandardSchema })) {
      assert.equal(typeof field.name, 'string');
      assert.ok(kinds.includes(field.kind ?? ''));
      for (const text of [field.label, field.description, field.placeholder])
        assert.ok(text === undefined || typeof text === 'string', `${field.name}: ${typeof text}`);
      for (const bound of [field.min, field.max, field.step]) assert.ok(bound === undefined || Number.isFinite(bound));
      for (const choice of field.choices ?? []) assert.ok(typeof choice === 'string' || typeof choice === 'number');
    }
  },
);

const heads = [
  [0xff, 0xd8, 0xff, 0xe1, 0, 40, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6],
  [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 10, 0, 10],
  [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
  [...Buffer.from('RIFF1234WEBPVP8X')],
  [...Buffer.from('RIFF1234WEBPVP8L')],
  [...Buffer.from('    ftypqt  ')],
  [0x1a, 0x45, 0xdf, 0xa3],
  [...Buffer.from(' <?xml version="1.0"?><!-- x --><svg ')],
];

const files = property(
  { name: 'file-heads', share: 8, sample: 300 },
  fc.record({
    head: fc.constantFrom(...heads, []),
    rest: fc.uint8Array({ maxLength: 80 }),
    cut: fc.nat(120),
    more: fc.nat(40),
    flip: fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 3 }),
  }),
  ({ head, rest, cut, more, flip }) => {
    const whole = Uint8Array.from([...head, ...rest, ...Array.from({ length: more }, () => 0xff)]);
    for (const [at, byte] of flip) if (at < whole.length) whole[at] = byte;
    const bytes = whole.subarray(0, cut);
    const { orientation, type } = readHead(bytes);
    assert.ok(orientation >= 1 && orientation <= 8);
    assert.ok(type === undefined || type.startsWith('image/'));
    const video = sniffVideo(bytes);
    assert.ok(video === undefined || /^(?:video|image)\/[\w-]+$/.test(video));
    const header = imageHeader(bytes);
    if (header !== undefined) assert.ok(header.width >= 0 && header.height >= 0);
  },
);

export const videoProperties: readonly Property[] = [
  videoAnswers,
  hostileHosts,
  videoService,
  videoFold,
  records,
  histories,
  drafts,
  forms,
  files,
];

// The check of services: silent for ours, against what each has said to its judge, and in words about every way to break one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { VoxreelError } from 'voxreel';
import {
  assemblyAi,
  azure,
  deepgram,
  elevenLabs,
  glm,
  google,
  openai,
  openaiLive,
  qwen,
  xai,
  askJson,
  complaint,
  contentUrl,
  defineService,
  failed,
  processing,
  segment,
  statusIn,
  succeeded,
  taskIdAt,
  textAt,
  unknown,
} from 'voxreel/services';
import type { Conversation, CreateOutside, Outside, Service, ServiceRealtime, ServiceTask, ServiceVideo, TaskRef } from 'voxreel/services';
import { checkService, recordService } from 'voxreel/testing';
import type { ServiceRecording } from 'voxreel/testing';
import type { VideoRequest } from 'voxreel';

import { createOutside } from '../../../src/server/backends/outside.js';
import { writingsOf } from '../../../src/base/key-writings.js';
import { judges } from '../services/judges.js';
import { recorded } from './recorded-service.js';

for (const judge of judges)
  describe(`checkService of ${judge.id} and its ${judge.model}`, () => {
    it('finds nothing wrong, with a recording and without', async () => {
      const { recording, url } = await recorded(judge);
      const service = judge.service(url);
      assert.ok(recording.calls.length >= 3);
      assert.deepEqual(await checkService(service), []);
      assert.deepEqual(await checkService(service, [recording]), []);
      const text = JSON.stringify(recording);
      assert.deepEqual(
        service.secrets.flatMap(writingsOf).filter((form) => text.includes(form)),
        [],
      );
    });
  });

describe('checkService of services for conversations', () => {
  const apiKey = 'key-0123456789abcdef';
  const endpoint = 'https://example.openai.azure.com';
  const glmKey = `${apiKey}.secret-0123456789`;
  const all = [
    openai({ apiKey }),
    openaiLive({ apiKey }),
    azure({ apiKey, endpoint }),
    google({ apiKey }),
    xai({ apiKey }),
    qwen({ apiKey }),
    glm({ apiKey: glmKey }),
    elevenLabs({ apiKey }),
    assemblyAi({ apiKey }),
    deepgram({ apiKey }),
  ];
  for (const service of all) it(`finds nothing wrong with ${service.id}`, async () => assert.deepEqual(await checkService(service), []));
});

/** A service as an author writes it, in its plainest form. */
const acme = defineService({
  id: 'acme',
  models: [{ model: 'acme-*', kind: 'video', limits: { durations: [4, 8] } }],
  secrets: ['acme-key-0123456789'],
  hosts: ['api.acme.example'],
  video: {
    idempotent: true,
    async create({ model, prompt }, outside) {
      const asked = { headers: { ...login, 'idempotency-key': outside.key ?? '' }, json: { model, prompt } };
      return processing(taskIdAt(await askJson(outside, jobs, asked), 'job.id'));
    },
    query: async ({ id }, outside) => read(await askJson(outside, `${jobs}/${segment(id)}`, { headers: login }), id),
    async cancel({ id }, outside) {
      await askJson(outside, `${jobs}/${segment(id)}`, { method: 'DELETE', headers: login });
    },
  },
});
const login = { authorization: 'Bearer acme-key-0123456789' };
const jobs = 'https://api.acme.example/v1/jobs';
const words = { waiting: 'processing', done: 'succeeded', broken: 'failed' } as const;

function read(body: unknown, id: string): ServiceTask {
  const word = textAt(body, 'job.phase');
  const meant = statusIn(words, word);
  if (meant === 'processing') return processing(id, { statusWord: word });
  if (meant === 'succeeded') return succeeded(id, [{ url: textAt(body, 'job.video') ?? '' }]);
  return meant === 'failed' ? failed(id, complaint(body)) : unknown(id, word);
}

/** What the maker says in turn. */
async function acmeRecording(prompts: readonly string[] = []): Promise<ServiceRecording> {
  const job = (more: object, prompt?: string) => Response.json({ job: { id: 'job-1', prompt, ...more } });
  const [waiting, done] = prompts;
  const answers = [
    job({}),
    job({ phase: 'waiting' }, waiting),
    job({ phase: 'done', video: 'https://cdn.acme.example/v.mp4' }, done),
    job({}),
  ];
  const recorder = recordService({ ...acme, fetch: async () => answers.shift() ?? Response.error() });
  const { video } = recorder.service;
  const outside = createOutside(recorder.service, { userId: 'ann', key: 'k-1' }, {}, { timeoutMs: 60_000 });
  const task = { id: 'job-1', model: 'acme-1' };
  await video?.create({ model: 'acme-1', prompt: 'a fox' }, outside);
  await video?.query(task, outside);
  await video?.query(task, outside);
  await video?.cancel?.(task, outside);
  return recorder.recording();
}

describe('checkService', () => {
  const finds = async (broken: unknown, ...words: readonly RegExp[]) => {
    const findings = await checkService(broken as Service, [await acmeRecording()]);
    for (const word of words) assert.match(findings.join('\n'), word);
  };
  const withVideo = (video: object) => ({ ...acme, video: { ...acme.video, ...video } });
  const queried = (change: (task: ServiceTask) => unknown) =>
    withVideo({ query: async (task: TaskRef, outside: Outside) => change(await acme.video.query(task, outside)) });

  it('finds nothing wrong with one that is right', async () => {
    assert.deepEqual(await checkService(acme, [await acmeRecording()]), []);
    assert.deepEqual(await checkService(acme), []);
  });

  it('takes no prompt that the maker repeats for a word that says how a task stands', async () => {
    assert.deepEqual(await checkService(acme, [await acmeRecording(['a red fox', 'a grey heron'])]), []);
  });

  it('says what is wrong with its form', async () => {
    await finds(null, /^service: is null, must be a plain object/);
    await finds({ ...acme, id: 'acme video' }, /^id:/);
    await finds({ ...acme, models: [] }, /^models: is empty/);
    await finds({ ...acme, models: [{ model: 'a', kind: 'realtime' }] }, /the service has no `realtime`/);
    await finds({ ...acme, models: [{ ...acme.models[0], price: { unit: 'USD', asOf: 'today', source: 'x' } }] }, /price.asOf: is "today"/);
    const rates = [
      { when: { resolution: '720p' }, perSecond: 0.1 },
      { when: { resolution: ['1080p'] }, perSecond: 0.2 },
    ];
    const price = { unit: 'USD', rates, asOf: '2026-11-24', source: 'x' };
    await finds(
      { ...acme, models: [{ ...acme.models[0], price }] },
      /price\.rates\[1\]\.when\.resolution: .*must be a text, a number, true or false/,
    );
    await finds({ ...acme, secrets: ['short'] }, /^secrets\[0\]: must be a text of at least eight/);
    await finds({ ...acme, hosts: ['https://api.acme.example/v1'] }, /^hosts\[0\]/);
    await finds({ ...acme, video: undefined }, /neither `video` nor `realtime`/);
    await finds(withVideo({ query: 'no' }), /^video.query: is "no", must be a function/);
    await finds(withVideo({ cancelled: () => undefined }), /^video.cancelled: there is no such member; `cancel` was meant\?/);
    await finds(
      { ...acme, models: [{ model: 'a', kind: 'video', cancels: true }] },
      /^models\[0\].cancels: is true, must be false, or left out/,
    );
  });

  it('names a recording that is none, or of another service', async () => {
    const recording = await acmeRecording();
    assert.match((await checkService(acme, [{} as ServiceRecording])).join(), /^recordings\[0\]: is no recording/);
    assert.match((await checkService({ ...acme, id: 'other' }, [recording])).join(), /of the service `acme`, not of `other`/);
  });

  it('notices a request and a reading that are not as recorded', async () => {
    const create = async (_: unknown, outside: CreateOutside) => acme.video.create({ model: 'acme-1', prompt: 'another' }, outside);
    await finds(withVideo({ create }), /create\(\), call 1 of the recording: sends something else than then.*`json.prompt` is "another"/);
    await finds(
      queried(({ taskId }) => ({ taskId, status: 'processing', outputs: [] })),
      /call 3 .*`reading.status` is "processing"/,
    );
    await finds(withVideo({ query: async ({ id }: TaskRef) => processing(id) }), /does not send GET/);
    const twice = async (task: TaskRef, outside: Outside) => {
      await acme.video.query(task, outside);
      return acme.video.query(task, outside);
    };
    await finds(withVideo({ query: twice }), /throws .*it ended well then/);
  });

  it('notices what is no reading', async () => {
    await finds(withVideo({ create: async () => 'job-1' }), /create\(\), call 1 .*gives "job-1"; it must give a reading/);
    await finds(
      queried((task) => ({ ...task, status: 'done' })),
      /gives the status "done"/,
    );
    await finds(
      queried((task) => ({ ...task, taskId: 'job-2' })),
      /asked for the task job-1, and answers about job-2/,
    );
    await finds(
      queried((task) => ({ ...task, outputs: undefined })),
      /for outputs; it must be a list/,
    );
    await finds(
      queried((task) => ({ ...task, outputs: [{ url: '/v.mp4' }] })),
      /whose url is "\/v.mp4"; it must be absolute/,
    );
    await finds(
      queried((task) => ({ ...task, progress: 40 })),
      /progress 40; it must be from 0 to 1/,
    );
    await finds(
      queried((task) => ({ ...task, state: 'x'.repeat(301) })),
      /state that is no text of at most 300/,
    );
    await finds(
      queried((task) => ({ ...task, statusWord: login.authorization })),
      /a reading with a secret in it/,
    );
    await finds(
      queried(({ taskId }) => ({ taskId, status: 'failed', outputs: [] })),
      /failed without an error/,
    );
    await finds(
      queried(({ taskId }) => ({ taskId, status: 'succeeded', outputs: [] })),
      /succeeded without a video/,
    );
  });

  it('notices a fault that is taken for an answer', async () => {
    const swallowing = async ({ id }: TaskRef, outside: Outside) =>
      acme.video.query({ id, model: 'acme-1' }, outside).catch(() => failed(id, { message: 'It failed.' }));
    await finds(
      withVideo({ query: swallowing }),
      ...[
        'a 401',
        'a 429',
        'a 500',
        'a maker that does not answer',
        'a connection that breaks',
        'an answer that is cut',
        'a page of HTML',
      ].map((what) => new RegExp(`query\\(\\): after ${what}.* it gives .*"failed".*it must throw`)),
    );
    const rude = async (task: TaskRef, outside: Outside) => {
      const answer = await outside.fetch(`${jobs}/${segment(task.id)}`, { headers: login });
      if (!answer.ok) throw new Error('no');
      return read(await answer.json(), task.id);
    };
    await finds(withVideo({ query: rude }), /after a 401 it throws no, which is no VoxreelError/);
    const forgetful = async (request: VideoRequest, outside: CreateOutside) => {
      try {
        return await acme.video.create(request, outside);
      } catch {
        throw new VoxreelError('server_error', 'Something went wrong.');
      }
    };
    await finds(
      withVideo({ create: forgetful }),
      /after a 401 .*with the status 401/,
      /after a 429 .*`retryAfterMs: 7000`/,
      /a maker that does not answer in time .*the code `timeout`/,
      /a connection that breaks .*the code `network`/,
    );
    await finds(withVideo({ cancel: async () => undefined }), /cancel\(\): after a 500 it gives undefined; it must throw/);
    await finds(withVideo({ upload: async () => ({ reference: 'x' }) }), /upload\(\): after a 401/);
    await finds({ ...acme, check: async () => undefined }, /check\(\): after a 401 it does not throw/);
  });

  it('notices words and ids that it has not thought of', async () => {
    await finds(
      queried((task) => (task.status === 'unknown' ? failed('job-1', {}) : task)),
      /the word "dreaming" at `job.phase` is read as failed/,
    );
    const raw = async ({ id }: TaskRef, outside: Outside) => read(await askJson(outside, `${jobs}/${id}`, { headers: login }), id);
    await finds(
      withVideo({ query: raw }),
      /the id "x\/\.\.\/\.\.\/\.\.\/y" leads to https:.*: put ids through `segment`/,
      /the id "x\?key=y" leads/,
      /the id "x#y" leads/,
    );
    const anyId = async ({ model, prompt }: VideoRequest, outside: CreateOutside) => {
      const headers = { ...login, 'idempotency-key': outside.key ?? '' };
      const body = await askJson(outside, jobs, { headers, json: { model, prompt } });
      return processing(String(textAt(body, 'job.id')));
    };
    await finds(withVideo({ create: anyId }), /answers with nothing for its id it gives .*"undefined"/, /answers with "" for its id/);
  });

  it('notices an option of the page that wins over a field of the service', async () => {
    const create: ServiceVideo['create'] = async ({ model, prompt, metadata }, outside) => {
      const json = { input: { prompt, ...(metadata as object) }, model };
      return processing(taskIdAt(await askJson(outside, jobs, { headers: login, json }), 'job.id'));
    };
    const video = { ...acme.video, idempotent: false, create };
    await finds({ ...acme, video }, /an option of the page stands at input\.prompt in place of the service's own/);
    const right = async ({ model, prompt, metadata }: VideoRequest, outside: CreateOutside) => {
      const json = { input: { ...(metadata as object), prompt }, model };
      return processing(taskIdAt(await askJson(outside, jobs, { headers: login, json }), 'job.id'));
    };
    assert.deepEqual(await checkService({ ...acme, video: { ...video, create: right } }), []);
  });

  it('notices promises about money, hosts and signatures that are not kept', async () => {
    const create = async ({ model, prompt }: VideoRequest, outside: CreateOutside) =>
      processing(taskIdAt(await askJson(outside, jobs, { headers: login, json: { model, prompt } }), 'job.id'));
    await finds(withVideo({ create }), /^idempotent: is true, but create\(\) sends `outside.key` nowhere/m);
    await finds({ ...acme, hosts: ['elsewhere.example'] }, /calls api\.acme\.example, which is none of its `hosts`/);
    const webhook = async (request: Request) => ({
      taskId: 'job-1',
      reading: succeeded('job-1', [{ url: 'https://x.example/v.mp4' }]),
      request,
    });
    await finds(withVideo({ webhook }), /webhook\(\): takes an announcement that nobody has signed/);
    await finds(
      queried((task) => (task.status === 'succeeded' ? { ...task, outputs: [{ url: contentUrl() }] } : task)),
      /query\(\): gives `contentUrl\(\)` for a result, but there is no `content`/,
    );
    const content = (of: NonNullable<ServiceVideo['content']>) => withVideo({ content: of });
    await finds(
      content(async () => ({ url: 'v.mp4' })),
      /content\(\): gives {"url":"v.mp4"}/,
    );
    await finds(
      content(async ({ id }) => ({ url: `${jobs}/${segment(id)}/file` })),
      /content\(\): gives no headers for https:\/\/api\.acme\.example/,
    );
    await finds(
      content(async ({ id }) => ({ url: `${jobs}/${id}/file`, headers: login })),
      /content\(\): the id "x\/\.\.\/\.\.\/\.\.\/y" leads to https:.*: put ids through `segment`/,
    );
    assert.deepEqual(
      await checkService(content(async ({ id }) => ({ url: `${jobs}/${segment(id)}/file`, headers: login })) as Service, [
        await acmeRecording(),
      ]),
      [],
    );
    const changing = async (request: VideoRequest, outside: CreateOutside) => {
      const task = await acme.video.create(request, outside);
      Object.assign(request, { seed: 7 });
      return task;
    };
    await finds(withVideo({ create: changing }), /create\(\) changes the request it is given/);
  });

  it('notices a conversation that throws, shares its memory or leads elsewhere', async () => {
    const talking = (realtime: Partial<ServiceRealtime>) => ({
      ...acme,
      models: [...acme.models, { model: 'acme-voice', kind: 'realtime' }],
      realtime,
    });
    const conversation: Conversation = { encode: (event) => ({ send: [event] }), decode: () => ({ events: [] }) };
    const open = () => ({ ...conversation });
    assert.deepEqual(await checkService(talking({ open, socket: () => ({ url: 'wss://api.acme.example/v1' }) }) as Service), []);
    await finds(talking({ open: () => conversation }), /open\(\): gives the same conversation for two connections/);
    await finds(
      talking({ open: () => ({ ...conversation, decode: (frame) => JSON.parse(String(frame)) as never }) }),
      /decode\(\): .*makes it throw/,
    );
    await finds(
      talking({
        open: () => ({
          ...conversation,
          encode: () => {
            throw new Error('no such event');
          },
        }),
      }),
      /encode\(\): .*session\.update.* makes it throw: no such event/,
    );
    await finds(
      talking({ open: () => ({ ...conversation, decode: () => ({ events: [{ type: 'mine' } as never] }) }) }),
      /becomes `mine`, which nobody knows/,
    );
    const deaf: Conversation['encode'] = (event) => (event.type === 'conversation.item.create' ? {} : { send: [event] });
    await finds(talking({ open: () => ({ ...conversation, encode: deaf }) }), /encode\(\): .*conversation\.item\.create.* is lost/);
    await finds(talking({ socket: () => ({ url: 'wss://elsewhere.example' }) }), /socket\(\): leads to elsewhere\.example/);
    await finds(talking({ mint: async () => ({ value: 'x' }) }), /mint\(\): after a 401 it does not throw/);
  });
});

// What is asked of the worker that makes a video of a recorded conversation: what a page says, and what it leaves unsaid.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import type { ExportVideoOptions } from 'voxreel';

import type { FilmJob } from '../../../../src/core/editing/film-job.js';
import type { MediaReport } from '../../../../src/core/media-worker/media-job.js';
import { exportVideo } from '../../../../src/core/realtime/history/export-video.js';

const jobs: FilmJob[] = [];
const afterwards: (() => void)[] = [];

function put(name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { configurable: true, value });
  afterwards.push(() =>
    before === undefined ? Reflect.deleteProperty(globalThis, name) : Object.defineProperty(globalThis, name, before),
  );
}

/** Makes every film at once. */
class FilmWorker extends EventTarget {
  constructor() {
    super();
    queueMicrotask(() => this.#say({ kind: 'ready' }));
  }
  postMessage(job: FilmJob): void {
    jobs.push(job);
    this.#say({ kind: 'step', done: 0.5 });
    this.#say({ kind: 'made', file: new Blob([new Uint8Array([1, 2, 3])], { type: 'video/mp4' }) });
  }
  terminate(): void {}
  #say(data: MediaReport): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

describe('the video of a conversation', () => {
  beforeEach(() => {
    jobs.length = 0;
    put('Worker', FilmWorker);
  });
  afterEach(() => {
    for (const undo of afterwards.splice(0)) undo();
  });

  const beganAt = Date.UTC(2026, 4, 3, 12);
  const said = (id: string, role: string, text: string) => ({
    at: 1000,
    from: 'server',
    event: { type: 'conversation.item.created', item: { id, type: 'message', role, content: [{ type: 'text', text }] } },
  });
  const log = [said('u', 'user', 'Which tree?'), said('a', 'assistant', 'The tallest.'), said('p', 'person', 'By the mill.')]
    .map((line) => JSON.stringify(line))
    .join('\n');
  const sound = (bytes = 48) => ({ file: new Blob([new Uint8Array(bytes)]), spans: [{ startedAt: beganAt, atMs: 0 }] });
  const jobOf = async (options?: ExportVideoOptions) => {
    const file = await exportVideo({ log, beganAt, sound: sound() }, options);
    assert.deepEqual([file.type, file.size], ['video/mp4', 3]);
    return jobs.pop() ?? assert.fail('no job');
  };
  const namesOf = ({ lines }: FilmJob) => lines.map(({ name, text }) => [name, text]);

  it('says where it comes from: a model where one is named, and when the conversation began', async () => {
    assert.deepEqual((await jobOf()).origin, { model: undefined, createdAt: beganAt });
    assert.deepEqual((await jobOf({ model: 'talker' })).origin, { model: 'talker', createdAt: beganAt });
  });

  it('has a title, a date and names of its own where the page gives none', async () => {
    const job = await jobOf();
    assert.deepEqual([job.title, job.theme, job.accent, job.format], ['Conversation', 'light', undefined, undefined]);
    assert.equal(job.subtitle, new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(beganAt));
    assert.deepEqual(namesOf(job), [
      ['You', 'Which tree?'],
      ['Assistant', 'The tallest.'],
      ['Person', 'By the mill.'],
    ]);
    assert.equal(job.sound.size, 48);
  });

  it('has what the page gives, a name at a time', async () => {
    const steps: number[] = [];
    const given = { title: '', subtitle: 'In May', theme: 'dark', accent: 'red', format: 'webm' } as const;
    const job = await jobOf({ ...given, names: { assistant: 'Ada' }, onProgress: (done) => steps.push(done) });
    const { title, subtitle, theme, accent, format } = job;
    assert.deepEqual({ title, subtitle, theme, accent, format }, given);
    assert.deepEqual(
      namesOf(job).map(([name]) => name),
      ['You', 'Ada', 'Person'],
    );
    assert.deepEqual(steps, [0.5]);
  });

  it('has the date in the page’s language', async () => {
    for (const [lang, expected] of [
      ['de', '3. Mai 2026'],
      ['fr', '3 mai 2026'],
      ['', new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(beganAt)],
    ]) {
      put('document', { documentElement: { lang } });
      assert.equal((await jobOf()).subtitle, expected);
    }
  });

  it('can be stopped', async () => {
    const reason = new Error('enough');
    await assert.rejects(jobOf({ signal: AbortSignal.abort(reason) }), { code: 'aborted' });
    assert.equal(jobs.length, 0);
  });

  it('is none where nothing was recorded: a WAV file without a sample', async () => {
    await assert.rejects(exportVideo({ log, beganAt, sound: sound(44) }), { code: 'unsupported', param: 'record' });
    await exportVideo({ log, beganAt, sound: sound(45) });
    assert.equal(jobs.length, 1);
  });

  it('is refused where nothing was said, and where the page asks for what there is not', async () => {
    await assert.rejects(exportVideo({ log: '', beganAt, sound: sound() }), { code: 'invalid_input', param: 'lines' });
    for (const [param, options] of [
      ['theme', { theme: 'blue' }],
      ['format', { format: 'gif' }],
    ] as const)
      await assert.rejects(jobOf(options as unknown as ExportVideoOptions), { code: 'invalid_input', param });
    assert.equal(jobs.length, 0);
  });
});

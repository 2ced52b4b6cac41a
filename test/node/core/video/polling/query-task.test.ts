// What one answer about a task does to the task: a service that no longer knows it is believed at the third answer in a row.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { generic } from 'voxreel/providers/generic';
import { VoxreelError } from 'voxreel';

import type { VideoReading } from '../../../../../src/core/providers/provider.js';
import type { TaskNews, VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { TaskQuery } from '../../../../../src/core/video/polling/query-task.js';
import type { QueryAnswer } from '../../../../../src/core/video/polling/query-task.js';

const task = { id: 'a', taskId: 't1', draft: { model: 'any' }, status: 'processing', createdAt: 0, updatedAt: 0, deadlineAt: Infinity };

/** What the task's listeners hear when the service gives these answers, one after another. */
async function toldOf(answers: readonly QueryAnswer[], asked = task as unknown as VideoTask): Promise<string[]> {
  const told: string[] = [];
  const left = [...answers];
  const broadcast = async (news: TaskNews) => void told.push('error' in news && news.error ? `${news.type} ${news.error.code}` : news.type);
  const query = new TaskQuery({ query: async () => left.shift() ?? assert.fail(), providerFor: async () => generic, broadcast });
  for (const _ of answers) await query.ask(asked, new AbortController().signal);
  return told;
}

const refused = (status: number, code = 'http_error'): QueryAnswer => ({ error: new VoxreelError(code, 'No.', { status }) });

describe('a task that its service no longer knows', () => {
  for (const [name, answer] of [
    ['404', refused(404)],
    ['410', refused(410)],
    ['the code task_not_exist', refused(400, 'task_not_exist')],
  ] as const)
    it(`expires at the third ${name} in a row`, async () => {
      const told = await toldOf([answer, answer, answer]);
      assert.deepEqual(
        told.map((line) => line.split(' ')[0]),
        ['troubled', 'troubled', 'expired'],
      );
      assert.equal(told[2], 'expired expired');
    });

  for (const status of [400, 409, 411, 500])
    it(`is not what ${status} says`, async () => {
      const told = await toldOf([refused(status), refused(status), refused(status), refused(status)]);
      assert.deepEqual(new Set(told), new Set(['troubled http_error']));
    });

  for (const status of [401, 403])
    it(`is not what ${status} says: that is a login`, async () => {
      assert.deepEqual(await toldOf([refused(status)]), ['troubled unauthorized']);
    });
});

describe('one question about a task', () => {
  const reading = (more: Partial<VideoReading> = {}): QueryAnswer => ({ reading: { status: 'processing', outputs: [], ...more } });
  const output = { url: 'https://cdn.example/v.mp4' };
  const asked = (more: object = {}) => ({ ...task, ...more }) as unknown as VideoTask;
  const queryOf = (answers: readonly QueryAnswer[], more: Partial<ConstructorParameters<typeof TaskQuery>[0]> = {}) => {
    const told: TaskNews[] = [];
    const left = [...answers];
    const query = new TaskQuery({
      query: async () => left.shift() ?? assert.fail('asked too often'),
      providerFor: async () => ({ ...generic, poll: { everyMs: 7 } }),
      broadcast: async (news) => void told.push(news),
      ...more,
    });
    return { query, told, types: () => told.map(({ type }) => type) };
  };
  const signal = () => new AbortController().signal;

  it('tells what it read, and when the service wants to be asked again', async () => {
    const { query, told } = queryOf([{ ...reading(), waitMs: 900 } as QueryAnswer]);
    assert.deepEqual(await query.ask(asked(), signal()), { hint: { everyMs: 7 }, waitMs: 900 });
    assert.deepEqual(
      told.map((news) => [news.type, news.id, 'reading' in news && news.reading.status]),
      [['polled', 'a', 'processing']],
    );
  });

  it('is not asked of a task that has no id yet', async () => {
    const { query, told } = queryOf([]);
    assert.deepEqual([await query.ask(asked({ taskId: undefined }), signal()), told], [{}, []]);
  });

  it('says nothing where nobody wants to know any more', async () => {
    const stop = new AbortController();
    const { query, told } = queryOf([], { query: async () => (stop.abort(), refused(500)) });
    assert.deepEqual([await query.ask(asked(), stop.signal), told], [{}, []]);
  });

  it('passes on the pace of the provider after trouble as well', async () => {
    const { query } = queryOf([refused(503, 'busy')]);
    const { hint, error } = await query.ask(asked(), signal());
    assert.deepEqual([hint, error?.code], [{ everyMs: 7 }, 'busy']);
  });

  it('waits for a link, but not for ever', async () => {
    const empty = reading({ status: 'succeeded' });
    const { query, types } = queryOf([empty, empty, reading(), empty, empty, empty]);
    for (let times = 0; times < 3; times++) await query.ask(asked(), signal());
    assert.deepEqual(types(), ['polled']);
    for (let times = 0; times < 3; times++) await query.ask(asked(), signal());
    assert.deepEqual(types(), ['polled', 'polled']);
    const whole = queryOf([reading({ status: 'succeeded', outputs: [output] })]);
    await whole.query.ask(asked(), signal());
    assert.deepEqual(whole.types(), ['polled']);
  });

  it('counts what was missed in a row, of each task that is here', async () => {
    const gone = refused(404);
    const { query, told } = queryOf([gone, gone, reading(), gone, gone, gone, gone, gone, gone]);
    const outcome = () => told.splice(0).map(({ type, id }) => `${type} ${id}`);
    for (let times = 0; times < 5; times++) await query.ask(asked(), signal());
    assert.deepEqual(outcome(), ['troubled a', 'troubled a', 'polled a', 'troubled a', 'troubled a']);
    for (let times = 0; times < 2; times++) await query.ask(asked({ id: 'b' }), signal());
    query.forget((id) => id === 'a');
    await query.ask(asked(), signal());
    await query.ask(asked({ id: 'b' }), signal());
    assert.deepEqual(outcome(), ['troubled b', 'troubled b', 'troubled a', 'expired b']);
  });

  it('may be asked again about a task that the service does not know yet', async () => {
    const { query, told } = queryOf([
      refused(404),
      { reading: { status: 'unknown', outputs: [], error: { code: 'task_not_exist', message: 'No.' } } },
    ]);
    assert.equal((await query.ask(asked(), signal())).error, undefined);
    await query.ask(asked(), signal());
    assert.deepEqual(
      told.map((news) => [news.type, 'error' in news && news.error?.retryable]),
      [
        ['troubled', true],
        ['troubled', true],
      ],
    );
    const other = queryOf([{ reading: { status: 'unknown', outputs: [], error: { code: 'odd', message: 'No.' } } }]);
    await other.query.ask(asked(), signal());
    assert.deepEqual(other.types(), ['polled']);
  });

  it('is the last one past the deadline', async () => {
    const now = Date.now();
    for (const [deadlineAt, expected] of [
      [now + 60_000, ['polled']],
      [now - 1, ['polled', 'expired']],
    ] as const) {
      const { query, told, types } = queryOf([reading()]);
      await query.ask(asked({ deadlineAt }), signal());
      assert.deepEqual(types(), expected);
      const last = told.at(-1);
      if (last?.type === 'expired') assert.deepEqual([last.error.code, last.error.retryable], ['timeout', false]);
    }
  });

  it('says when the task was last seen under way: here, or by another tab', async () => {
    const { query, told } = queryOf([reading(), reading(), reading({ status: 'succeeded', outputs: [output] }), reading()]);
    const seenAt = () => told.flatMap((news) => (news.type === 'polled' ? [news.seenAt] : [])).at(-1) ?? assert.fail();
    const known = { createdAt: 5, updatedAt: 9 };
    await query.ask(asked(known), signal());
    assert.equal(seenAt(), 9);
    await query.ask(asked(known), signal());
    const firstAt = told[0]?.at;
    assert.equal(seenAt(), firstAt);
    await query.ask(asked(known), signal());
    assert.equal(seenAt(), told[1]?.at);
    // What ended is not under way any more: its record is all there is.
    await query.ask(asked({ ...known, pollError: { code: 'x', message: 'x', retryable: true } }), signal());
    assert.equal(seenAt(), 5);
    const other = queryOf([reading()]);
    await other.query.ask(asked({ ...known, status: 'unconfirmed' }), signal());
    const [news] = other.told;
    assert.equal(news?.type === 'polled' && news.seenAt, 5);
  });

  it('is over once a file that came with the answer is kept', async () => {
    let keep = () => {};
    const kept = new Promise<void>((resolve) => (keep = resolve));
    const { query } = queryOf([reading({ status: 'succeeded', outputs: [{ ...output, file: new Blob() }] })], { broadcast: () => kept });
    let isOver = false;
    const over = query.ask(asked(), signal()).then(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isOver, false);
    keep();
    await over;
    const { query: other } = queryOf([reading({ status: 'succeeded', outputs: [output] })], {
      broadcast: () => new Promise(() => undefined),
    });
    await other.ask(asked(), signal());
  });

  it('waits for a provider that is not here, to its deadline and some tries past it', async () => {
    const missing = new VoxreelError('unsupported', 'Not here.', { retryable: true });
    const { query, types } = queryOf([], { providerFor: () => Promise.reject(missing) });
    for (let times = 0; times < 5; times++) assert.equal((await query.ask(asked(), signal())).error, missing);
    assert.deepEqual(new Set(types()), new Set(['troubled']));
    const late = queryOf([], { providerFor: () => Promise.reject(missing) });
    for (let times = 0; times < 3; times++) await late.query.ask(asked({ deadlineAt: Date.now() }), signal());
    assert.deepEqual(late.types(), ['troubled', 'troubled', 'expired']);
  });

  it('may be asked again where the code of its provider does not load', async () => {
    for (const cause of [new TypeError('no chunk'), new VoxreelError('network', 'No line.')]) {
      const { query, told } = queryOf([], { providerFor: () => Promise.reject(cause) });
      const { error } = await query.ask(asked({ deadlineAt: 0 }), signal());
      assert.deepEqual([error?.code, error?.retryable, error?.cause], ['network', true, cause]);
      const [news] = told;
      assert.equal(news?.type === 'troubled' && news.error?.message, 'The provider could not be loaded.');
    }
  });
});

// Who is asked about when: few at once, spread, paused by the service, and handed on from tab to tab. The clock is a mock.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

import { VoxreelError } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import type { Asked } from '../../../../../src/core/video/polling/pace.js';
import { Poller } from '../../../../../src/core/video/polling/poller.js';
import type { Plan, PolledTasks, PollerOptions, PollingTabs } from '../../../../../src/core/video/polling/poller.js';

interface Question {
  readonly id: string;
  readonly at: number;
}

const start = 1_000_000_000;
const taskOf = (id: string | number, createdAt = 0) => ({ id: String(id), createdAt }) as VideoTask;
const tasks = (count: number, createdAt?: number) => Array.from({ length: count }, (_, at) => taskOf(at, createdAt));
const refusal = (status: number, retryAfterMs?: number): Asked => ({ error: new VoxreelError('x', 'x', { status, retryAfterMs }) });

/** As long on the mock's clock, with every answer in between read. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10) {
    mock.timers.tick(Math.min(10, left));
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const pollers: Poller[] = [];

interface Given extends Partial<Omit<PolledTasks, 'open'>>, Partial<Pick<PollingTabs, 'caughtUp'>>, Pick<PollerOptions, 'poll'> {
  readonly watched?: () => readonly VideoTask[];
  readonly answer?: (question: Question) => Asked | Promise<Asked>;
}

function poller({ watched = () => [], reachable = () => true, serviceOf = () => 'service', ...given }: Given = {}) {
  const asked: Question[] = [];
  const shared: Plan[] = [];
  const made = new Poller({
    tasks: { open: watched, reachable, serviceOf },
    tabs: { share: (plans) => void shared.push(...plans), caughtUp: given.caughtUp ?? (() => undefined) },
    async ask({ id }) {
      const question = { id, at: Date.now() - start };
      asked.push(question);
      return (await given.answer?.(question)) ?? {};
    },
    poll: given.poll,
  });
  pollers.push(made);
  made.tasksChanged();
  return { asked, shared, poller: made, times: (id: string | number) => asked.filter((one) => one.id === String(id)).map(({ at }) => at) };
}

describe('Poller', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'], now: start }));
  afterEach(() => {
    for (const one of pollers.splice(0)) one.close();
    mock.timers.reset();
  });

  it('asks nothing before it knows, after the page stood still, whether it leads yet', async () => {
    const watched = tasks(1);
    let told = () => {};
    let still: Promise<void> | undefined = new Promise((resolve) => (told = resolve));
    const { asked, poller: one } = poller({ watched: () => watched, caughtUp: () => still });
    one.run(true);
    await pass(10_000);
    assert.equal(asked.length, 0);
    still = undefined;
    told();
    await pass(10_000);
    assert.ok(asked.length > 0);
  });

  it('asks only while it runs', async () => {
    const watched = tasks(1);
    const { asked, poller: one } = poller({ watched: () => watched });
    await pass(10_000);
    assert.equal(asked.length, 0);
    one.run(true);
    await pass(10_000);
    const { length } = asked;
    assert.ok(length > 0);
    one.run(false);
    await pass(60_000);
    assert.equal(asked.length, length);
  });

  it('hears what the tab that led asked last before it asks itself', async () => {
    const watched = tasks(1);
    const { times, poller: one } = poller({ watched: () => watched });
    const plan = { id: '0', service: 'service', pausedUntil: 0 };
    one.hear([{ ...plan, askedAt: start - 5000, dueAt: start }]);
    one.run(true);
    await pass(50);
    // Sent before this tab led, and still on its way then.
    one.hear([{ ...plan, askedAt: start, dueAt: start + 5000 }]);
    await pass(4900);
    assert.deepEqual(times(0), []);
    await pass(200);
    assert.deepEqual(times(0), [5000]);
  });

  it('does not ask when nobody could answer', async () => {
    const watched = tasks(1);
    const { asked, poller: one } = poller({ watched: () => watched, reachable: () => false });
    one.run(true);
    await pass(60_000);
    assert.equal(asked.length, 0);
  });

  it('asks about few of one service at once, whatever another does, and about each in its turn', async () => {
    const watched = [...tasks(40), taskOf('other')];
    let [active, most] = [0, 0];
    const { asked, poller: one } = poller({
      watched: () => watched,
      serviceOf: ({ id }) => (id === 'other' ? 'other' : 'service'),
      poll: { everyMs: 1000 },
      async answer({ id }) {
        // Too slow for them all: forty tasks of 300 ms each, four at once, take three seconds.
        if (id === 'other') return {};
        most = Math.max(most, (active += 1));
        await new Promise((resolve) => setTimeout(resolve, 300));
        active -= 1;
        return {};
      },
    });
    one.run(true);
    await pass(15_000);
    assert.equal(most, 4);
    const counts = watched.map(({ id }) => asked.filter((question) => question.id === id).length);
    const other = counts.pop() ?? 0;
    assert.ok(other >= 13, `the quick service is asked at its pace (${other})`);
    assert.ok(Math.min(...counts) >= 4 && Math.max(...counts) - Math.min(...counts) <= 1, `each in its turn (${counts.join()})`);
  });

  for (const leads of ['before', 'after'] as const) {
    it(`spreads hundreds of tasks that are restored ${leads} this tab leads`, async () => {
      let watched: VideoTask[] = leads === 'before' ? tasks(300) : [];
      const { asked, poller: one } = poller({ watched: () => watched });
      await pass(20_000);
      one.run(true);
      watched = tasks(300);
      one.tasksChanged();
      await pass(16_000);
      const seconds = Array.from({ length: 16 }, (_, second) => asked.filter(({ at }) => Math.floor(at / 1000) - 20 === second).length);
      assert.equal(new Set(asked.map(({ id }) => id)).size, 300);
      assert.ok(Math.max(...seconds) < 45, `about twenty a second (${seconds.join()})`);
    });
  }

  for (const status of [429, 503]) {
    it(`asks a service that answers ${status} nothing until it may`, async () => {
      const watched = [...tasks(10), taskOf('other')];
      let first = true;
      const { asked, poller: one } = poller({
        watched: () => watched,
        serviceOf: ({ id }) => (id === 'other' ? 'other' : 'service'),
        poll: { everyMs: 1000 },
        answer({ id }) {
          if (id === 'other' || !first) return {};
          first = false;
          return refusal(status, 20_000);
        },
      });
      one.run(true);
      await pass(30_000);
      const times = asked.filter(({ id }) => id !== 'other').map(({ at }) => at);
      const [refused = 0] = times;
      // A question of the same instant was on its way before the refusal came.
      const next = times.find((at) => at > refused) ?? 0;
      assert.ok(next - refused >= 20_000, `${refused}, then ${next}`);
      assert.ok(asked.filter(({ id }) => id === 'other').length >= 25);
    });
  }

  it('tries a service in trouble with one question at a time', async () => {
    const watched = tasks(100);
    const { asked, poller: one } = poller({ watched: () => watched, answer: () => refusal(502) });
    one.run(true);
    await pass(120_000);
    assert.ok(asked.length <= 12, `${asked.length} questions in two minutes`);
  });

  it('asks nothing more after a refused login until a request goes through, in this tab or another', async () => {
    const watched = tasks(5);
    let login = false;
    const {
      asked,
      shared,
      poller: one,
    } = poller({
      watched: () => watched,
      poll: { everyMs: 1000 },
      answer: () => (login ? {} : refusal(401)),
    });
    one.run(true);
    await pass(60_000);
    const refused = asked.length;
    assert.ok(refused <= 4);
    login = true;
    const other = poller({ watched: () => watched });
    other.poller.hear(shared);
    other.poller.resume();
    other.poller.expect('4', 500);
    one.hear(other.shared);
    await pass(3000);
    assert.equal(new Set(asked.slice(refused).map(({ id }) => id)).size, 5);
  });

  it('waits as usual after a tab that was gone before its answer came', async () => {
    const watched = tasks(1, start);
    const options = { watched: () => watched, poll: { everyMs: 1000, firstMs: 100 } };
    const before = poller({ ...options, answer: () => new Promise<Asked>(() => undefined) });
    before.poller.run(true);
    await pass(150);
    before.poller.close();
    const heir = poller(options);
    heir.poller.hear(before.shared);
    heir.poller.run(true);
    await pass(1200);
    const [first = 0] = heir.times(0);
    assert.ok(first - (before.times(0)[0] ?? 0) >= 890, `asked ${before.times(0).join()}, then ${first}`);
  });

  it('leaves a service alone that another tab was told to leave alone', async () => {
    const watched = tasks(3, start);
    const before = poller({ watched: () => watched, poll: { everyMs: 1000, firstMs: 100 }, answer: () => refusal(429, 20_000) });
    before.poller.run(true);
    await pass(500);
    const heir = poller({ watched: () => watched, poll: { everyMs: 1000, firstMs: 100 } });
    heir.poller.hear(before.shared);
    // A tab that knows of no pause ends none.
    heir.poller.hear([{ id: '0', askedAt: Date.now(), dueAt: Date.now() + 100, service: 'service', pausedUntil: 0 }]);
    before.poller.close();
    heir.poller.run(true);
    await pass(19_000);
    assert.equal(heir.asked.length, 0);
    await pass(3000);
    assert.equal(new Set(heir.asked.map(({ id }) => id)).size, 3);
  });

  it('goes on where another left off: neither at once nor twice in a tick', async () => {
    const watched = tasks(20, start);
    const options = { watched: () => watched, poll: { everyMs: 1000, firstMs: 100 } };
    let leader = poller(options);
    leader.poller.run(true);
    const questions: Question[] = [];
    const said: Plan[] = [];
    for (let turn = 0; turn < 10; turn++) {
      await pass(730);
      const before = leader;
      questions.push(...before.asked);
      // One dies, and its heir has heard it all along; another hands over to one that has just come.
      if (turn % 2 === 0) said.push(...before.shared);
      else {
        said.splice(0);
        before.poller.run(false);
        said.push(...before.shared.slice(-watched.length));
      }
      before.poller.close();
      leader = poller(options);
      leader.poller.hear(said);
      leader.poller.run(true);
    }
    questions.push(...leader.asked);
    for (const { id } of watched) {
      const at = questions.filter((question) => question.id === id).map((question) => question.at);
      const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0));
      assert.ok(Math.min(...gaps) >= 890, `${id}: ${gaps.join()}`);
      assert.ok(Math.max(...gaps) <= 1200, `${id}: ${gaps.join()}`);
    }
  });

  it('does not ask again what is being asked', async () => {
    const watched = tasks(1, start);
    const { asked, poller: one } = poller({
      watched: () => watched,
      poll: { everyMs: 100, firstMs: 100 },
      answer: () => new Promise<Asked>(() => undefined),
    });
    one.run(true);
    await pass(5000);
    assert.equal(asked.length, 1);
  });

  it('asks at once when told to, and then at the usual pace from there', async () => {
    const watched = tasks(1, start);
    const { times, poller: one } = poller({ watched: () => watched, poll: { everyMs: 1000, firstMs: 1000 } });
    one.run(true);
    await pass(800);
    await one.ask(watched[0] ?? taskOf(0));
    await pass(850);
    assert.deepEqual(times(0), [800]);
    await pass(300);
    assert.equal(times(0).length, 2);
  });

  for (const [name, answer, other] of [
    ['of the service, about every task', refusal(429, 20_000), true],
    ['of one task, about that task alone', { waitMs: 20_000 }, false],
  ] as const)
    it(`asks nothing before a Retry-After ${name}, even when told to`, async () => {
      const watched = tasks(2, start);
      const { asked, poller: one } = poller({ watched: () => watched, answer: ({ at }) => (at === 0 ? answer : {}) });
      await one.ask(taskOf(0));
      assert.deepEqual(await one.ask(taskOf(0)), {});
      await one.ask(taskOf(1));
      assert.deepEqual(
        asked.map(({ id }) => id),
        other ? ['0'] : ['0', '1'],
      );
      await pass(20_000);
      await one.ask(taskOf(0));
      assert.equal(asked.at(-1)?.id, '0');
      assert.equal(asked.at(-1)?.at, 20_000);
    });

  it('asks when told to in a pause that the service did not ask for', async () => {
    const watched = tasks(1, start);
    const { asked, poller: one } = poller({ watched: () => watched, answer: () => refusal(503) });
    await one.ask(taskOf(0));
    await one.ask(taskOf(0));
    assert.equal(asked.length, 2);
  });

  it('takes the word of another tab about a question of the same moment, and of no earlier one', async () => {
    const watched = tasks(1, start);
    const { times, poller: one } = poller({ watched: () => watched, poll: { everyMs: 1000, firstMs: 100 } });
    one.expect('0', 400);
    const heard = { id: '0', service: 'service', pausedUntil: 0 };
    one.hear([{ ...heard, askedAt: start, dueAt: start + 600 }]);
    one.hear([{ ...heard, askedAt: start - 1, dueAt: start + 200 }]);
    one.hear([{ ...heard, id: 'of another tab', askedAt: start, dueAt: start }]);
    one.run(true);
    await pass(590);
    assert.deepEqual(times(0), []);
    await pass(20);
    assert.deepEqual(times(0), [600]);
  });

  it('asks what is due once the handover is over, however late that is', async () => {
    const watched = tasks(1, start - 5000);
    const { times, poller: one } = poller({ watched: () => watched, poll: { everyMs: 1000, firstMs: 100 } });
    one.expect('0', 0);
    await pass(50);
    one.run(true);
    await pass(110);
    assert.deepEqual(times(0), [150]);
  });

  it('keeps to a Retry-After that another tab was given', async () => {
    const watched = tasks(1, start);
    const { asked, poller: one } = poller({ watched: () => watched });
    one.hear([{ id: '0', askedAt: start, dueAt: start, service: 'service', pausedUntil: start + 20_000, retryAt: start + 20_000 }]);
    await one.ask(taskOf(0));
    assert.equal(asked.length, 0);
  });

  it('forgets what is no longer watched', async () => {
    let watched = tasks(2, start);
    const { times, poller: one } = poller({ watched: () => watched, poll: { everyMs: 1000, firstMs: 100 } });
    one.run(true);
    await pass(500);
    watched = watched.slice(1);
    one.tasksChanged();
    await pass(5000);
    assert.equal(times(0).length, 1);
    assert.ok(times(1).length >= 4);
  });
});

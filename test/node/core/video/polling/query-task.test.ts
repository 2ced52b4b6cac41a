// What one answer about a task does to the task: a service that no longer knows it is believed at the third answer in a row.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { generic } from 'voxreel/providers/generic';
import { VoxreelError } from 'voxreel';

import type { TaskNews, VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { TaskQuery } from '../../../../../src/core/video/polling/query-task.js';
import type { QueryAnswer } from '../../../../../src/core/video/polling/query-task.js';

const task = { id: 'a', taskId: 't1', draft: { model: 'any' }, status: 'processing', createdAt: 0, updatedAt: 0, deadlineAt: Infinity };

/** What is told of the task when the service gives these answers, one after another. */
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

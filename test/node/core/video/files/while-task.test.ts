// Work on a file ends with its task, with the queue, and for a while with a page that is frozen.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';

import { isVoxreelError } from 'voxreel';

import { createStore } from '../../../../../src/core/store/store.js';
import { foldTasks, initialTasks } from '../../../../../src/core/store/tasks.js';
import { whileTask } from '../../../../../src/core/video/files/while-task.js';
import { finishedTask } from '../finished-task.js';

let page: EventTarget;
beforeEach(() => Object.assign(globalThis, { document: (page = new EventTarget()) }));
afterEach(() => Reflect.deleteProperty(globalThis, 'document'));

/** How work ends that lasts until its signal fires. */
async function ended(end: (parts: { remove(): void; close(): void }) => void) {
  const store = createStore(initialTasks, foldTasks);
  store.dispatch({ type: 'restored', tasks: [finishedTask({ id: 'a' })] });
  const closing = new AbortController();
  const work = whileTask(
    { store },
    'a',
    closing.signal,
    (signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  end({ remove: () => store.dispatch({ type: 'removed', id: 'a' }), close: () => closing.abort() });
  const error: unknown = await work.catch((cause: unknown) => cause);
  return isVoxreelError(error) ? [error.code, error.retryable] : error;
}

it('ends for good with the task or the queue, and is tried again after a freeze', async () => {
  assert.deepEqual(await ended(({ remove }) => remove()), ['aborted', false]);
  assert.deepEqual(await ended(({ close }) => close()), ['aborted', false]);
  assert.deepEqual(await ended(() => page.dispatchEvent(new Event('freeze'))), ['network', true]);
});

// The studio of this device: one video at a time, and none that nobody waits for.
import { abortedError } from '../../../../src/core/abort.js';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { ordersOf } from '../../../../src/core/on-device/on-device-order.js';
import { createStudio } from '../../../../src/core/on-device/on-device-studio.js';
import type { Thread } from '../../../../src/core/on-device/on-device-thread.js';
import { isFreed } from '../../garbage.js';

const orders = (prompt: string) => () => ordersOf({ model: 'on-device', prompt });
const { signal } = new AbortController();

/** Makes nothing until told; remembers what was begun and what was stopped. */
function scriptedThread() {
  const begun: string[] = [];
  const stopped: string[] = [];
  const thread: Thread = ({ prompt }, options) =>
    new Promise((_, reject) => {
      begun.push(prompt);
      options.signal.addEventListener('abort', () => {
        stopped.push(prompt);
        reject(abortedError(options.signal));
      });
    });
  return { thread, begun, stopped };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('the studio', () => {
  it('ends at once what is stopped, and goes on with the next', async () => {
    const { thread, begun, stopped } = scriptedThread();
    const studio = createStudio(thread);
    studio.ask('1', orders('one'), signal);
    studio.ask('2', orders('two'), signal);
    studio.ask('3', orders('three'), signal);
    await turn();
    studio.stop('2');
    studio.stop('1');
    studio.stop('unknown');
    await turn();
    assert.deepEqual([begun, stopped], [['one', 'three'], ['one']]);
  });

  it('starts over what is asked about again', async () => {
    const { thread, begun } = scriptedThread();
    const studio = createStudio(thread);
    studio.ask('1', orders('one'), signal);
    await turn();
    studio.stop('1');
    assert.equal(studio.ask('1', orders('one'), signal).status, 'processing');
    await turn();
    assert.equal(studio.ask('1', orders('never'), signal).status, 'processing');
    assert.deepEqual(begun, ['one', 'one']);
  });

  it('lets go of a video once it was told of', async () => {
    const studio = createStudio(async () => new Blob([new ArrayBuffer(8)], { type: 'video/webm' }));
    studio.ask('1', orders('one'), signal);
    await turn();
    const told = () => {
      const { status, outputs } = studio.ask('1', orders('one'), signal);
      assert.equal(status, 'succeeded');
      return new WeakRef(outputs[0]?.file ?? {});
    };
    assert.equal(await isFreed(told()), true);
  });
});

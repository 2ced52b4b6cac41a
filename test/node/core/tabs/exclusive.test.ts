// Works of one name where there are no Web Locks: one after another, whatever becomes of them.
import assert from 'node:assert/strict';
import { it } from 'node:test';

import { exclusively } from '../../../../src/core/tabs/exclusive.js';

it('works of one name wait for each other, in their order, however they end', async () => {
  const log: string[] = [];
  const work = (name: string, isBroken = false) => {
    let end = () => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    const done = exclusively('files', async () => {
      log.push(`${name} begins`);
      await over;
      log.push(`${name} ends`);
      if (isBroken) throw new Error(name);
      return name;
    });
    return { done, end: () => end() };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const [first, second] = [work('first', true), work('second')];
  first.end();
  await assert.rejects(first.done, /first/);
  await settled();
  const third = work('third');
  await settled();
  assert.deepEqual(log, ['first begins', 'first ends', 'second begins']);
  second.end();
  third.end();
  assert.deepEqual([await second.done, await third.done], ['second', 'third']);
  await settled();
  const last = work('last');
  await settled();
  last.end();
  await last.done;
  assert.deepEqual(log.slice(3), ['second ends', 'third begins', 'third ends', 'last begins', 'last ends']);
});

it('works of different names do not wait for each other', async () => {
  let end = () => {};
  const long = exclusively('one', () => new Promise<void>((resolve) => (end = resolve)));
  assert.equal(await exclusively('other', async () => 'done'), 'done');
  await new Promise((resolve) => setImmediate(resolve));
  end();
  await long;
});

// What an error carries, and what it does not.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { VoxreelError } from 'voxreel';

import { isFreed } from '../garbage.js';

test('an error that is kept keeps nothing of who made it', async () => {
  class Element {
    refuse(): VoxreelError {
      return new VoxreelError('closed', 'The session was closed.');
    }
  }
  const refused = () => {
    const element = new Element();
    return { error: element.refuse(), element: new WeakRef(element) };
  };
  const { error, element } = refused();
  assert.equal(await isFreed(element), true);
  assert.match(error.stack ?? '', /refuse/);
});

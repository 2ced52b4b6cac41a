// Drafts as they are kept: newest first, with their pictures, each with the page that has it open.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

import { frameOf, originOf } from '../../../../../src/core/frame-origin.js';
import { openKeptDrafts, type KeptDrafts } from '../../../../../src/core/video/drafts/kept-drafts.js';

const open: KeptDrafts[] = [];
afterEach(() => open.splice(0).forEach((drafts) => drafts.close()));

let galleries = 0;
const opened = (): KeptDrafts => {
  const drafts = openKeptDrafts({ user: 'ann', name: `gallery-${(galleries += 1)}`, persistent: false });
  open.push(drafts);
  return drafts;
};
const draft = (prompt: string, more: object = {}) => ({ model: 'm', prompt, ...more });
const bytesOf = async (file: unknown) => (file instanceof Blob ? [file.type, await file.text()] : file);

describe('kept drafts', () => {
  it('come back newest first, with the task they were taken from', async () => {
    const drafts = opened();
    await drafts.put({ id: 'one', draft: draft('first'), updatedAt: 1 });
    await drafts.put({ id: 'two', draft: draft('second'), parentId: 'task-1', updatedAt: 2 });
    assert.deepEqual(
      (await drafts.all()).map(({ id, parentId, draft: { prompt } }) => [id, parentId, prompt]),
      [
        ['two', 'task-1', 'second'],
        ['one', undefined, 'first'],
      ],
    );
  });

  it('bring their pictures back, in fields and in metadata', async () => {
    const drafts = opened();
    const image = new Blob(['boat'], { type: 'image/png' });
    const tail = new Blob(['dusk'], { type: 'image/webp' });
    await drafts.put({ id: 'one', draft: draft('sea', { image, metadata: { image_tail: tail, style: 'ink' } }), updatedAt: 1 });
    const [kept] = await drafts.all();
    assert.deepEqual(await bytesOf(kept?.draft.image), ['image/png', 'boat']);
    assert.deepEqual(await bytesOf(kept?.draft.metadata?.['image_tail']), ['image/webp', 'dusk']);
    assert.equal(kept?.draft.metadata?.['style'], 'ink');
    await drafts.put({ id: 'one', draft: draft('sea', { metadata: { style: 'ink' } }), updatedAt: 2 });
    const [without] = await drafts.all();
    assert.deepEqual([without?.draft.image, without?.draft.metadata], [undefined, { style: 'ink' }]);
  });

  it('come back without a list that holds a picture: it is chosen again', async () => {
    const drafts = opened();
    const picture = new Blob(['boat']);
    const metadata = { all: [picture], some: ['https://pictures.example/a.png', picture], none: ['https://pictures.example/a.png'] };
    await drafts.put({ id: 'one', draft: draft('sea', { metadata }), updatedAt: 1 });
    const [kept] = await drafts.all();
    assert.deepEqual(kept?.draft.metadata, { none: metadata.none });
  });

  it('know which moment of which video a frame is', async () => {
    const drafts = opened();
    const image = frameOf(new Blob(['boat'], { type: 'image/png' }), { id: 'task-1', output: 0, atS: 4.5 });
    await drafts.put({ id: 'one', draft: draft('sea', { image }), updatedAt: 1 });
    const [kept] = await drafts.all();
    const file = kept?.draft.image;
    assert.deepEqual(file instanceof Blob && originOf(file), { id: 'task-1', output: 0, atS: 4.5 });
  });

  it('are gone once removed, one or all', async () => {
    const drafts = opened();
    for (const id of ['one', 'two', 'three']) await drafts.put({ id, draft: draft(id, { image: new Blob([id]) }), updatedAt: 1 });
    await drafts.remove('two');
    assert.deepEqual((await drafts.all()).map(({ id }) => id).toSorted(), ['one', 'three']);
    await drafts.forget();
    assert.deepEqual(await drafts.all(), []);
  });
});

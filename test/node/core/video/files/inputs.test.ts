// The pictures a video was made from, kept so that it can be made again in another page.
import assert from 'node:assert/strict';
import { it } from 'node:test';

import type { VideoDraft } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { createFileStore } from '../../../../../src/core/video/files/file-store.js';
import { createInputs } from '../../../../../src/core/video/files/inputs.js';
import { memoryKeyValues } from '../../../../../src/core/video/files/key-values.js';

it('gives back each picture in its place as it was given: a file, text or a list of both', async () => {
  const files = createFileStore({ name: 'inputs', values: memoryKeyValues(), maxBytes: 10_000, onEvicted: () => assert.fail() });
  const inputs = createInputs(files);
  const picture = new Blob(['png'], { type: 'image/png' });
  const given: VideoDraft = {
    model: 'm',
    prompt: 'p',
    image: picture,
    lastImage: 'data:image/png;base64,AA==',
    metadata: { image_tail: picture, images: [picture, 'https://x.example/a.png'], seed: 7 },
  };
  const fields = ['image', 'lastImage', 'metadata.image_tail', 'metadata.images', 'metadata.seed'];
  await inputs.keep('a', given, fields);
  const task = { id: 'a', files: fields, draft: { model: 'm', prompt: 'p', metadata: { seed: 7 } } } as unknown as VideoTask;
  const { draft, missing } = await inputs.read(task);
  assert.deepEqual(missing, ['metadata.seed'], 'a number is no picture');
  assert.deepEqual({ ...draft, image: 0, metadata: 0 }, { ...given, image: 0, metadata: 0 });
  const text = async (value: unknown) => (value instanceof Blob ? [value.type, await value.text()] : value);
  const { image_tail: tail, images } = draft.metadata ?? {};
  const read = [draft.image, tail, ...(Array.isArray(images) ? (images as unknown[]) : [])];
  const png = ['image/png', 'png'];
  assert.deepEqual(await Promise.all(read.map(text)), [png, png, png, 'https://x.example/a.png']);
  assert.deepEqual(
    (await files.entries()).map(({ fixed }) => fixed),
    [true, true, true, true, true],
  );
});

it('gives back the pictures of references, each with its name and role', async () => {
  const files = createFileStore({ name: 'references', values: memoryKeyValues(), maxBytes: 10_000, onEvicted: () => assert.fail() });
  const inputs = createInputs(files);
  const link = { image: 'https://x.example/a.png', name: 'link' };
  const references = [{ image: new Blob(['ada'], { type: 'image/png' }), role: 'person', name: 'ada' } as const, link];
  await inputs.keep('a', { model: 'm', prompt: 'p', references }, ['references.0']);
  const draft = { model: 'm', prompt: 'p', references: [{ image: '', role: 'person', name: 'ada' }, link] };
  const task = { id: 'a', files: ['references.0', 'references.5'], draft } as unknown as VideoTask;
  const { draft: whole, missing } = await inputs.read(task);
  assert.deepEqual(missing, ['references.5']);
  const [ada, other] = whole.references ?? [];
  assert.deepEqual([ada?.role, ada?.name, ada?.image instanceof Blob && (await ada.image.text())], ['person', 'ada', 'ada']);
  assert.deepEqual(other, link);
});

// References of a draft on their way: checked, encoded, kept beside the record and put back for a request that leaves later.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

import { createVideoQueue, memoryStorage } from 'voxreel';
import type { VideoDraft, VideoProvider, VideoQueue, VideoReference } from 'voxreel';

import { scriptedService } from '../../../../browser/core/video/scripted-service.js';

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (one) => one.charCodeAt(0),
);
const file = new Blob([png], { type: 'image/png' });
const address = 'https://example.org/dog.png';
const provider = (limits: VideoProvider['limits'] = {}): VideoProvider => ({
  id: 'referring',
  models: ['m'],
  limits: { images: { encoding: 'data-url', max: 2, maxBytes: 10_000 }, references: { max: 2, alone: true }, ...limits },
});
const draft: VideoDraft = {
  model: 'm',
  prompt: '@ada and @dog',
  references: [
    { image: file, role: 'person', name: 'ada' },
    { image: address, name: 'dog' },
  ],
};

const open: VideoQueue[] = [];
afterEach(() => open.splice(0).forEach((queue) => queue.close()));

function queueWith(one: VideoProvider, service = scriptedService({})) {
  const poll = { firstMs: 3_600_000, everyMs: 3_600_000 };
  const queue = createVideoQueue({
    baseUrl: 'https://api.example',
    fetch: service.fetch,
    storage: memoryStorage(),
    providers: [one],
    poll,
  });
  open.push(queue);
  return { queue, service };
}

describe('references of a draft', () => {
  it('are sent as pictures with roles and names, and recorded without the files', async () => {
    const { queue, service } = queueWith(provider());
    const task = await queue.submit(draft);
    const [sent] = service.posts.map(({ body }) => body);
    const [ada, dog] = (sent?.['references'] ?? []) as readonly VideoReference[];
    assert.ok(typeof ada?.image === 'string' && ada.image.startsWith('data:image/png;base64,'));
    assert.deepEqual({ ...ada, image: '' }, { image: '', role: 'person', name: 'ada' });
    assert.deepEqual(dog, { image: address, name: 'dog' });
    assert.equal(sent?.['prompt'], '@ada and @dog');
    assert.deepEqual(task.files, ['references.0']);
    assert.deepEqual(task.draft.references, [
      { image: '', role: 'person', name: 'ada' },
      { image: address, name: 'dog' },
    ]);
  });

  it('are sent again with a task that is made again', async () => {
    const { queue, service } = queueWith(provider());
    const { id } = await queue.submit(draft);
    await queue.resubmit(id);
    const [first, second] = service.posts.map(({ body }) => body);
    assert.deepEqual(second?.['references'], first?.['references']);
  });

  it('are left out with a warning where the model takes none, and the prompt has their names alone', async () => {
    const { queue, service } = queueWith({ id: 'plain', models: ['m'] });
    const { warnings, prompt } = await queue.submit(draft);
    assert.deepEqual(warnings, ['plain takes no references: they are left out.']);
    assert.equal(prompt, '@ada and @dog');
    const [sent] = service.posts.map(({ body }) => body);
    assert.equal(sent?.['prompt'], 'ada and dog');
    assert.equal('references' in (sent ?? {}), false);
  });

  it('are refused, and nothing is sent, where they are not such as the model takes', async () => {
    const { queue, service } = queueWith(provider({ references: { max: 1, roles: ['object'], alone: true } }));
    const refused = async (references: unknown, more: Partial<VideoDraft> = {}) => {
      const one = { model: 'm', prompt: 'p', references, ...more } as VideoDraft;
      return queue.submit(one).then(
        () => 'taken',
        ({ code, param }: { code: string; param: string }) => `${code} ${param}`,
      );
    };
    const ok = { image: address, role: 'object', name: 'dog' };
    assert.equal(await refused([ok]), 'taken');
    assert.equal(await refused([ok, { ...ok, name: 'cat' }]), 'invalid_input references');
    assert.equal(await refused([ok, ok]), 'invalid_input references.1');
    assert.equal(await refused([ok], { image: address }), 'invalid_input references');
    assert.equal(await refused('ada'), 'invalid_input references');
    for (const wrong of [{ image: '' }, { image: 7 }, {}, { ...ok, role: 'person' }, { ...ok, name: 'two words' }])
      assert.equal(await refused([wrong]), 'invalid_input references.0', JSON.stringify(wrong));
    assert.equal(service.posts.length, 1);
  });

  it('are refused with a length that the model does not make of them', async () => {
    const { queue, service } = queueWith(provider({ durations: [4, 8], references: { max: 2, durations: [8] } }));
    await assert.rejects(queue.submit({ ...draft, duration: 4 }), { code: 'invalid_input', param: 'duration' });
    await queue.submit({ ...draft, references: [], duration: 4 });
    await queue.submit({ ...draft, duration: 8 });
    assert.equal(service.posts.length, 2);
  });
});

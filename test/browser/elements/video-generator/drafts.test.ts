// What one writes: it outlives the page, a crash and a login, stands beside other drafts, and is the page's to read and to fill in.
import { expect, fixture, html } from '@open-wc/testing';
import { createVideoQueue, memoryStorage } from 'voxreel';

import type { VideoTask } from '../../../../src/core/video/queue/video-queue.js';
import { openKeptDrafts } from '../../../../src/core/video/drafts/kept-drafts.js';
import type { VideoGenerator } from '../../../../src/elements/video-generator/define.js';
import { json, scriptedService } from '../../core/video/scripted-service.js';
import { until, waitUntil } from '../until.js';
import { staged, stage } from './stage.js';
import { picture } from './picture.js';

let count = 0;

/** Each test has drafts of its own. */
const freshName = () => `drafts-${Date.now()}-${count++}`;

async function opened(set: Partial<Pick<VideoGenerator, 'name' | 'user' | 'draft'>>) {
  const element = document.createElement('video-generator');
  element.models = 'my-own, kling-v2';
  element.model = 'my-own';
  Object.assign(element, set);
  const told: string[] = [];
  element.addEventListener('video-draft', ({ draft }) => told.push(draft.prompt));
  await fixture(html`${element}`);
  const found = staged(element);
  // Its studio is here.
  await found.says('No time estimate');
  return { ...found, told };
}

/** As a reload leaves it: nothing of the element but what it kept. */
function reopened({ element }: { readonly element: VideoGenerator }, set: Parameters<typeof opened>[0]): ReturnType<typeof opened> {
  element.remove();
  return opened(set);
}

/** What is kept, as a page that opens later finds it: the locks of this one are free by then. */
const kept = async (name: string, user = '') => {
  const store = openKeptDrafts({ user, name, persistent: true });
  const drafts = await store.all();
  store.close();
  return drafts;
};

const promptOf = ({ root }: { root: ShadowRoot }) => root.querySelector('textarea')?.value;

describe('what is written in <video-generator>', () => {
  it('is there after a reload, with its picture, model and fields', async () => {
    const name = freshName();
    const first = await opened({ name });
    await first.write('a heron over still water');
    first.element.draft = { ...first.element.draft, image: await picture(), seed: 7, model: 'kling-v2' };
    const again = await reopened(first, { name });
    await until(() => promptOf(again) === 'a heron over still water' || undefined, 'the prompt');
    const { draft } = again.element;
    expect([draft.seed, draft.model, draft.image instanceof Blob]).to.deep.equal([7, 'kling-v2', true]);
    await again.find('.tile.set .thumbnail');
  });

  it('is kept where the element goes before it has rendered', async () => {
    const name = freshName();
    const first = await opened({ name });
    // Nothing waits to be written.
    dispatchEvent(new PageTransitionEvent('pagehide'));
    first.element.draft = { model: 'my-own', prompt: 'a last-moment heron' };
    const again = await reopened(first, { name });
    await until(() => promptOf(again) === 'a last-moment heron' || undefined, 'the prompt');
  });

  it('is a page’s to read, to fill in and to hear of', async () => {
    const { element, told, write, says, root } = await opened({
      name: freshName(),
      draft: { model: 'kling-v2', prompt: 'from the page' },
    });
    await until(() => promptOf({ root }) === 'from the page' || undefined, 'the prompt of the page');
    expect(element.draft.model).to.equal('my-own', 'the attribute names the model');
    await write('from a person');
    await until(() => told.includes('from a person') || undefined, 'the event');
    expect(element.draft.prompt).to.equal('from a person');
    element.draft = { model: 'my-own', prompt: 'once more' };
    await element.updateComplete;
    expect(promptOf({ root })).to.equal('once more');
    await write('a last word');
    await until(() => told.includes('a last word') || undefined, 'the next event');
    expect(told).not.to.include('once more');
    await says('Generate');
  });

  it('goes along with who signs in, and stays with who wrote it', async () => {
    const name = freshName();
    const { element, write, root } = await opened({ name });
    await write('written before the login');
    element.user = 'ada';
    await element.updateComplete;
    expect(promptOf({ root })).to.equal('written before the login');
    await write('written as Ada');
    element.user = 'bob';
    await until(() => promptOf({ root }) === '' || undefined, 'an empty form');
    element.user = 'ada';
    await until(() => promptOf({ root }) === 'written as Ada' || undefined, 'her draft');
  });

  it('comes along through a login on another page', async () => {
    const name = freshName();
    const before = await opened({ name });
    await before.write('written before the login page');
    const after = await reopened(before, { name, user: 'ada' });
    await until(() => promptOf(after) === 'written before the login page' || undefined, 'the draft');
    after.element.remove();
    expect(await kept(name)).to.deep.equal([]);
  });

  it('stays where it was begun among others of the same millisecond', async () => {
    const name = freshName();
    const first = await opened({ name });
    const { now } = Date;
    const at = now();
    Date.now = () => at;
    const words = ['the first', 'the second', 'the third', 'the fourth', 'the fifth'];
    try {
      for (const text of words) {
        if (text !== words[0]) await first.press('New draft');
        await first.write(text);
      }
    } finally {
      Date.now = now;
    }
    const again = await reopened(first, { name });
    await until(() => again.all('.draft-title').length === words.length || undefined, 'all of them');
    expect(again.all('.draft-title').map(({ textContent }) => textContent?.trim())).to.deep.equal(words);
    again.element.remove();
  });

  it('is one of several, side by side', async () => {
    const name = freshName();
    const first = await opened({ name });
    const { element, write, press, all, root } = first;
    const titles = () => all('.draft-title').map(({ textContent }) => textContent?.trim());
    await write('the first');
    await press('New draft');
    expect(promptOf({ root })).to.equal('');
    expect(titles()).to.deep.equal(['the first', 'Untitled draft']);
    expect(root.activeElement?.id).to.equal('prompt');
    await write('the second');
    await press('the first');
    expect(promptOf({ root })).to.equal('the first');
    await write('the first, longer');
    await expect(element).to.be.accessible();
    const again = await reopened(first, { name });
    await until(() => again.all('.draft-title').length === 2 || undefined, 'both');
    expect(promptOf(again)).to.equal('the first, longer');
    await again.press('Delete this draft');
    expect(promptOf(again)).to.equal('the second');
    expect(again.all('.draft-title').length).to.equal(0);
    again.element.remove();
    await waitUntil(async () => (await kept(name)).length === 1, 'one draft');
  });

  it('is not kept once it was sent, unless it is changed', async () => {
    const name = freshName();
    const element = document.createElement('video-generator');
    Object.assign(element, { name, models: 'my-own', model: 'my-own', baseUrl: 'https://api.example' });
    const service = scriptedService({ create: () => json({ task_id: 't', status: 'queued' }) });
    const real = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      (typeof input === 'string' || input instanceof URL) && `${input}`.startsWith('https://api.example')
        ? service.fetch(input, init)
        : real(input, init);
    try {
      await fixture(html`${element}`);
      const { write, press, find } = staged(element);
      await write('sent');
      await press('Generate');
      await find('[data-status=processing]');
      element.remove();
      await waitUntil(async () => (await kept(name)).length === 0, 'no draft');
    } finally {
      globalThis.fetch = real;
    }
  });

  it('is open in one page at a time', async () => {
    const name = freshName();
    const one = await opened({ name });
    await one.write('in the first page');
    await waitUntil(async () => (await kept(name)).length === 0, 'held');
    const other = await opened({ name });
    await other.write('in the second page');
    expect(promptOf(one)).to.equal('in the first page');
    one.element.remove();
    other.element.remove();
    await waitUntil(async () => (await kept(name)).length === 2, 'both drafts');
  });

  it('is forgotten with all else, its database too', async () => {
    const name = freshName();
    const { element, write } = await opened({ name, user: 'ada' });
    await write('to be forgotten');
    await element.forget();
    await element.updateComplete;
    const names = (await indexedDB.databases()).map((database) => database.name ?? '');
    expect(names.filter((one) => one.includes(name) && one.includes('ada'))).to.deep.equal([]);
  });

  it('ends with the page where nothing is to be kept, or the page has a queue of its own', async () => {
    const name = freshName();
    const { element, write } = await opened({ name });
    element.persist = 'none';
    await write('for now');
    element.remove();
    expect(await kept(name)).to.deep.equal([]);
    const queue = createVideoQueue({ baseUrl: 'https://api.example', storage: memoryStorage<VideoTask>() });
    const own = await stage({ set: (other) => Object.assign(other, { name, queue }) });
    await own.write('on a queue of the page');
    own.element.remove();
    expect(await kept(name)).to.deep.equal([]);
    queue.close();
  });
});

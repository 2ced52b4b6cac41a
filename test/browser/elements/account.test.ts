// `persist="account"`: what a signed-in user makes is in their library, and what was made before the login comes along when they say so.
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { indexedDbStorage } from 'voxreel';
import type { VideoTakeAlongEvent, VideoTask } from 'voxreel';

import { finished, scriptedLibrary } from '../core/account/scripted-library.js';
import { finishMotion } from './motion.js';
import { until } from './until.js';
import { staged } from './video-generator/stage.js';
import '../../../src/elements/realtime-voice/define.js';

let names = 0;
const fresh = () => `account-element-${Date.now()}-${names++}`;
/** Some tab leads the account of a user whose name has this in it. */
const holds = async (user: string): Promise<boolean> =>
  (await navigator.locks.query()).held?.some(({ name }) => name?.includes(user)) ?? false;

describe('persist="account"', () => {
  const realFetch = globalThis.fetch;
  let library = scriptedLibrary();
  let fetched: string[] = [];
  beforeEach(() => {
    library = scriptedLibrary();
    fetched = [];
    globalThis.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : String(input);
      fetched.push(address);
      return address.includes('/v1/library') ? library.fetch(input, init) : realFetch(input, init);
    };
  });
  afterEach(async () => {
    // What a removed element sends last is no part of the next test.
    fixtureCleanup();
    while (await holds('account-element-')) await new Promise(requestAnimationFrame);
    globalThis.fetch = realFetch;
  });

  const madeBefore = async (name: string) => {
    const local = indexedDbStorage<VideoTask>(`voxreel-video-${name}`);
    for (const id of ['n1', 'n2']) await local.put(id, finished(id, ''), { durable: true });
    local.close?.();
  };
  const signedIn = async (name: string, user: string, listen?: (event: VideoTakeAlongEvent) => void) => {
    const element = document.createElement('video-generator');
    Object.assign(element, { baseUrl: location.origin, model: 'my-own', name, user, persist: 'account' });
    if (listen !== undefined) element.addEventListener('video-take-along', listen);
    await fixture(html`${element}`);
    return staged(element);
  };

  it('asks once whether to take along what was made before the login, and takes it', async () => {
    const [name, user] = [fresh(), fresh()];
    await madeBefore(name);
    const { element, press, card, says, all } = await signedIn(name, user);
    await says('This browser has 2 videos from before you signed in.');
    await expect(element).to.be.accessible();
    await press('Add to my account');
    await card('n2');
    await until(() => (library.ids.length === 2 ? true : undefined), 'both videos in the library');
    await until(() => (all('.take-along').length === 0 ? true : undefined), 'no question');
    element.remove();
    await madeBefore(name);
    const again = await signedIn(name, user);
    await again.card('n1');
    expect(again.all('.take-along')).to.deep.equal([]);
  });

  it('leaves the question to a page that wants to ask it', async () => {
    const [name, user] = [fresh(), fresh()];
    await madeBefore(name);
    const heard: number[] = [];
    const { element, all } = await signedIn(name, user, (event) => {
      event.preventDefault();
      heard.push(event.count);
    });
    await until(() => (heard.length > 0 ? true : undefined), 'video-take-along');
    expect([heard, all('.take-along')]).to.deep.equal([[2], []]);
    expect(await element.takeAlong()).to.equal(2);
  });

  it('shows what another device made, and signs out without deleting it there', async () => {
    const [name, user] = [fresh(), fresh()];
    library.put('video/n1', finished('n1', user));
    const { element, card, all } = await signedIn(name, user);
    await card('n1');
    await element.forget();
    await until(() => (all('[data-id="n1"]').length === 0 ? true : undefined), 'an empty gallery');
    expect(library.ids).to.deep.equal(['video/n1']);
  });

  it('shows the picture that another device has drawn, and fetches nothing of the video', async () => {
    const [name, user] = [fresh(), fresh()];
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
    canvas.getContext('2d')?.fillRect(0, 0, 64, 36);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    library.posters.set('n1/0', picture ?? new Blob());
    library.put('video/n1', finished('n1', user));
    const { card, all } = await signedIn(name, user);
    await card('n1');
    await until(() => (all('[data-id="n1"] canvas.poster').length === 1 ? true : undefined), 'the picture of another device');
    expect(library.asked).not.to.contain('PUT /posters/n1/0');
    expect(fetched).not.to.contain('https://cdn.example/v.mp4');
  });

  it('is `local` while nobody is signed in', async () => {
    const name = fresh();
    await madeBefore(name);
    const { card } = await signedIn(name, '');
    await card('n1');
    expect(library.asked).to.deep.equal([]);
  });

  it('shows what the account has room for, and restores or deletes for good what was deleted', async () => {
    const [name, user] = [fresh(), fresh()];
    for (const id of ['n1', 'n2', 'n3']) library.put(`video/${id}`, finished(id, user));
    const { element, card, press, says, all } = await signedIn(name, user);
    await card('n3');
    await press('History and storage');
    await says('6 MB of 10 MB in your account.');
    for (const id of ['n1', 'n2']) await element.removeTask(id);
    await until(() => (library.ids.join() === 'video/n3' ? true : undefined), 'one video in the library');
    await says('Recently deleted: 2');
    all('.deleted > summary')[0]?.click();
    await says('Deleted for good after 30 days.');
    await until(() => (all('.deleted li').length === 2 ? true : undefined), 'both deleted videos');
    finishMotion(element.shadowRoot);
    await expect(element).to.be.accessible();
    const [latest = ''] = all('.deleted .name').map(({ textContent }) => textContent);
    expect(latest).to.contain('n2');
    await press('Restore a heron over water, n2');
    await card('n2');
    await until(() => (all('.deleted li').length === 1 ? true : undefined), 'one deleted video');
    expect(library.ids).to.deep.equal(['video/n2', 'video/n3']);

    await press('Delete for good… a heron over water, n1');
    await press('Keep');
    expect(all('.deleted li').length).to.equal(1);
    await press('Delete all for good…');
    await press('Delete for good');
    await says('Nothing was deleted recently.');
    expect(library.asked).to.contain('DELETE /bin');
    await press('Clear…');
    await says('They can be restored for 30 days.');
  });

  describe('a link', () => {
    const realClipboard = Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard');
    let copied: string[] = [];
    let refuses = false;
    beforeEach(() => {
      copied = [];
      refuses = false;
      const write = async (items: ClipboardItem[]) => {
        const text = await (await items[0]?.getType('text/plain'))?.text();
        if (refuses) throw new DOMException('no', 'NotAllowedError');
        copied.push(text ?? '');
      };
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { write } });
    });
    afterEach(() => {
      Reflect.deleteProperty(navigator, 'clipboard');
      expect(Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard')).to.deep.equal(realClipboard);
    });
    const stored = (id: string, user: string) =>
      finished(id, user, { outputs: [{ url: 'https://cdn.example/v.mp4', libraryFile: `${id}-0` } as VideoTask['outputs'][number]] });

    it('to a video is made and copied at one press, is listed, and ends', async () => {
      const [name, user] = [fresh(), fresh()];
      library.put('video/n1', stored('n1', user));
      const { element, card, press, says, all } = await signedIn(name, user);
      await card('n1');
      await press('Share');
      await says('Link copied. Anyone who has it can see this until you stop sharing it.');
      expect(copied).to.deep.equal(['https://videos.example/v1/shared/token-n1']);
      await press('Share');
      await until(() => (copied.length === 2 ? true : undefined), 'the same link');
      expect([copied[1], library.shares.size, [...library.shares.values()][0]?.['content']]).to.deep.equal([copied[0], 1, {}]);

      await press('History and storage');
      await says('Shared links: 1');
      all('.links > summary')[0]?.click();
      await until(() => (all('.links .name')[0]?.textContent?.includes('a heron over water, n1') === true ? true : undefined), 'its name');
      await says('Visits: 3');
      finishMotion(element.shadowRoot);
      await expect(element).to.be.accessible();
      await press('Copy link a heron over water, n1');
      await until(() => (copied.length === 3 ? true : undefined), 'a third copy');
      await press('Stop sharing a heron over water, n1');
      await says('Nothing is shared.');
      expect(library.shares.size).to.equal(0);
    });

    it('says what stands in its way', async () => {
      const [name, user] = [fresh(), fresh()];
      library.put('video/n1', finished('n1', user));
      const { card, press, says } = await signedIn(name, user);
      await card('n1');
      await press('Share');
      await says('This video is not in your account yet. Try again in a minute.');
      library.hide();
      await press('Share');
      await says('This site does not offer links for sharing.');
      library.put('video/n2', stored('n2', user));
      expect(copied).to.deep.equal([]);
    });

    it('that the browser does not copy is made all the same', async () => {
      const [name, user] = [fresh(), fresh()];
      library.put('video/n1', stored('n1', user));
      refuses = true;
      const { card, press, says } = await signedIn(name, user);
      await card('n1');
      await press('Share');
      await says('Shared, but the link could not be copied. You will find it under \u201cShared links\u201d.');
      expect(library.shares.size).to.equal(1);
    });

    it('is offered only to who is signed in', async () => {
      const name = fresh();
      await madeBefore(name);
      const { card, all } = await signedIn(name, '');
      await card('n1');
      expect([all('[data-act="share"]').length, all('[data-act="copyLink"]').length > 0]).to.deep.equal([0, true]);
    });
  });

  it('shows, shares, deletes and restores conversations', async () => {
    const user = fresh();
    const item = (id: string, role: string, text: string) => ({
      id,
      type: 'message',
      role,
      status: 'completed',
      content: [{ type: 'text', text }],
    });
    const events = [item('u', 'user', 'Is the path open?'), item('a', 'assistant', 'Yes, it is.')].map((one) => ({
      type: 'conversation.item.created',
      event_id: `kept_${one.id}`,
      item: one,
    }));
    const owner = { service: location.origin, model: 'm', agent: '', user };
    const kept = { kind: 'conversation', version: 2, id: 'talk', ...owner, savedAt: Date.now(), events, pending: [], time: '', times: {} };
    library.put('conversation/talk', kept);
    const element = document.createElement('realtime-voice');
    Object.assign(element, { baseUrl: location.origin, model: 'm', user, persist: 'account', lang: 'en' });
    element.style.blockSize = '600px';
    await fixture(html`${element}`);
    const all = (selector: string) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
    const button = (label: string) =>
      until(() => all('button').find((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim() === label), label);
    const says = (text: string) => until(() => (element.shadowRoot?.textContent?.includes(text) === true ? true : undefined), text);
    const realClipboard = navigator.clipboard;
    const copied: string[] = [];
    const write = async ([one]: ClipboardItem[]) => void copied.push((await (await one?.getType('text/plain'))?.text()) ?? '');
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { write } });
    try {
      while ((await element.conversations()).length === 0) await new Promise(requestAnimationFrame);
      all('[data-sheet=more]')[0]?.click();
      (await button('Conversations')).click();
      await says('Is the path open?');
      (await button('Share Is the path open?')).click();
      await says('Link copied. Anyone who has it can see this until you stop sharing it.');
      expect(copied).to.deep.equal(['https://videos.example/v1/shared/token-talk']);
      expect([...library.shares.values()][0]?.['content']).to.deep.equal({
        title: 'Is the path open?',
        transcript: [
          { role: 'user', text: 'Is the path open?' },
          { role: 'assistant', text: 'Yes, it is.' },
        ],
      });
      await says('Shared links: 1');
      await expect(element).to.be.accessible();

      (await button('Delete Is the path open?')).click();
      await says('Delete this conversation on all your devices? Deleted for good after 30 days.');
      (await button('Delete')).click();
      await says('Recently deleted: 1');
      all('.deleted > summary')[0]?.click();
      await says('No conversations yet.');
      await expect(element).to.be.accessible();
      (await button('Restore Is the path open?')).click();
      await button('Rename Is the path open?');
      expect(library.ids).to.deep.equal(['conversation/talk']);
    } finally {
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: realClipboard });
      Reflect.deleteProperty(navigator, 'clipboard');
    }
  });

  describe('of <realtime-voice>', () => {
    const local = indexedDbStorage('voxreel-voice');
    after(() => local.close?.());
    const voice = async (user: string) => {
      const element = document.createElement('realtime-voice');
      Object.assign(element, { baseUrl: location.origin, model: 'm', user, persist: 'account' });
      await fixture(html`${element}`);
      return element;
    };
    /** A conversation of nobody in this browser. */
    const heldBefore = async () => {
      const id = fresh();
      const key = `conversation:${id}`;
      await local.put(key, { id, kind: 'conversation', version: 2, user: '', agent: '', events: [], pending: [], savedAt: 1 });
      return `conversation/${id}`;
    };
    const arrived = (name: string) => until(() => (library.ids.includes(name) ? true : undefined), 'the conversation in the library');

    it('takes conversations along', async () => {
      const name = await heldBefore();
      const element = await voice(fresh());
      expect(await element.takeAlong()).to.be.greaterThan(0);
      await arrived(name);
    });

    it('is the one of its own user where another element has another', async () => {
      const [mine, theirs] = [await voice(fresh()), await voice(fresh())];
      const name = await heldBefore();
      library.offline = true;
      expect(await mine.takeAlong()).to.be.greaterThan(0);
      await theirs.conversations();
      library.offline = false;
      await arrived(name);
    });

    it('sends what was written last before it is left with the element', async () => {
      const user = fresh();
      const name = await heldBefore();
      const element = await voice(user);
      expect(await element.takeAlong()).to.be.greaterThan(0);
      element.remove();
      await arrived(name);
      while (await holds(user)) await new Promise(requestAnimationFrame);
      // What it is asked later holds nothing either.
      await element.conversations();
      while (await holds(user)) await new Promise(requestAnimationFrame);
    });
  });
});

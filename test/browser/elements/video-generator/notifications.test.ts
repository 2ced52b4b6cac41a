// How a person hears of a video that ended while they were somewhere else: what they chose, once among all tabs, and nothing unasked.
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { VideoNotifyEvent } from 'voxreel';

import { scheduleChime } from '../../../../src/elements/video-generator/notifications/chime.js';
import type { VideoGenerator } from '../../../../src/elements/video-generator/define.js';
import { scriptedTask } from '../scripted-queue.js';
import { until } from '../until.js';
import { finishMotion } from '../motion.js';
import { sampleVideo, stage } from './stage.js';

/** What the browser would have shown. */
class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'default';
  static answer: NotificationPermission = 'granted';
  static asked = 0;
  static shown: FakeNotification[] = [];
  readonly title: string;
  readonly options: NotificationOptions;
  isClosed = false;

  constructor(title: string, options: NotificationOptions) {
    super();
    this.title = title;
    this.options = options;
    FakeNotification.shown.push(this);
  }

  static async requestPermission() {
    this.asked++;
    return (this.permission = this.answer);
  }

  close() {
    this.isClosed = true;
  }
}

const key = 'voxreel-notifications';
const undos: (() => void)[] = [];

/** A property of the browser's is another for one test. */
function replace(owner: object, name: string, value: unknown) {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { configurable: true, ...(typeof value === 'function' ? { value } : { get: () => value }) });
  undos.push(() => (before === undefined ? Reflect.deleteProperty(owner, name) : Object.defineProperty(owner, name, before)));
}

function look(isHere: boolean) {
  replace(document, 'hidden', !isHere);
  replace(document, 'visibilityState', isHere ? 'visible' : 'hidden');
  replace(document, 'hasFocus', () => isHere);
  document.dispatchEvent(new Event('visibilitychange'));
}

const choose = (...ways: readonly string[]) => localStorage.setItem(key, ways.join(' '));

async function waitingVideo(set?: (element: VideoGenerator) => void) {
  const shown = await stage({ tasks: [scriptedTask({ id: 'w', prompt: 'A heron' })], ...(set === undefined ? {} : { set }) });
  await shown.card('w');
  const heard: VideoNotifyEvent[] = [];
  shown.element.addEventListener('video-notify', (event) => heard.push(event));
  const url = await sampleVideo();
  const isTold = () => until(() => (heard.length > 0 ? true : undefined), 'video-notify');
  return { ...shown, heard, isTold, end: () => shown.queue.put({ id: 'w', status: 'succeeded', outputs: [{ url }] }) };
}

/** A page that is gone may hold its locks for a moment more. */
async function nobodyHoldsLocks(): Promise<void> {
  for (let held: LockInfo[] | undefined; held?.length !== 0;) {
    ({ held } = await navigator.locks.query());
    held = held?.filter(({ name }) => name?.startsWith('voxreel-'));
  }
}

const notified = () => until(() => FakeNotification.shown[0], 'a notification');

describe('<video-generator>: notifications', () => {
  const { title } = document;

  beforeEach(async () => {
    await nobodyHoldsLocks();
    Object.assign(FakeNotification, { permission: 'default', answer: 'granted', asked: 0, shown: [] });
    replace(globalThis, 'Notification', FakeNotification);
    localStorage.removeItem(key);
  });

  afterEach(() => {
    for (const undo of undos.splice(0).toReversed()) undo();
    localStorage.removeItem(key);
    document.dispatchEvent(new Event('visibilitychange'));
    document.title = title;
  });

  for (const scheme of ['light', 'dark'])
    it(`is accessible with its settings unfolded, ${scheme}`, async () => {
      const { element, press, find } = await waitingVideo();
      element.style.setProperty('color-scheme', scheme);
      await press('Notifications');
      await find('#notifications');
      finishMotion(element.shadowRoot);
      await expect(element).to.be.accessible();
    });

  it('does nothing unless a person asked for it', async () => {
    FakeNotification.permission = 'granted';
    look(false);
    const { element, end, heard } = await waitingVideo();
    const ready = new Promise((resolve) => element.addEventListener('video-ready', resolve, { once: true }));
    end();
    await ready;
    // The next video's news comes after whatever this one had set going.
    choose('title');
    const { end: endNext, isTold } = await waitingVideo();
    endNext();
    await isTold();
    expect(heard).to.deep.equal([]);
    expect([FakeNotification.asked, FakeNotification.shown.length]).to.deep.equal([0, 0]);
  });

  it('asks the browser only on the click, by keyboard too, and remembers the choice', async () => {
    const { press, find, root } = await waitingVideo();
    await press('Notifications');
    (await find('#notifications [name="system"]')).focus();
    expect(FakeNotification.asked).to.equal(0);
    await sendKeys({ press: ' ' });
    await until(() => (localStorage.getItem(key) === 'system' ? true : undefined), 'the choice to be kept');
    expect(FakeNotification.asked).to.equal(1);
    await until(() => (root.textContent?.includes('Notifications: on') ? true : undefined), 'the button to say so');
    await sendKeys({ press: ' ' });
    await until(() => (localStorage.getItem(key) === '' ? true : undefined), 'the choice to be taken back');
  });

  it('says how to allow notifications that the browser blocks', async () => {
    FakeNotification.answer = 'denied';
    const { press, find, says } = await waitingVideo();
    await press('Notifications');
    const box = await find<HTMLInputElement>('#notifications [name="system"]');
    box.click();
    await says('Your browser blocks notifications from this site.');
    expect([box.checked, localStorage.getItem(key)]).to.deep.equal([false, null]);
  });

  it('shows one notification, however many pages show the video, and its click leads to the card', async () => {
    choose('system');
    FakeNotification.permission = 'granted';
    look(false);
    const pages = [await waitingVideo(), await waitingVideo()];
    for (const { end } of pages) end();
    const { title: said, options } = await notified();
    expect([said, options.body]).to.deep.equal(['Your video is ready', 'A heron']);
    const [first, second] = pages.map(({ heard }) => heard.flatMap(({ ways }) => ways));
    expect([...(first ?? []), ...(second ?? [])]).to.deep.equal(['system']);
    const page = pages.find(({ heard }) => heard.length > 0);
    if (!page) throw new Error('Nobody told it.');
    const { element, queue } = page;
    for (let at = 0; at < 30; at++) queue.put({ id: `later-${at}`, status: 'failed' });
    FakeNotification.shown[0]?.dispatchEvent(new Event('click'));
    await until(() => element.shadowRoot?.activeElement?.matches('[data-id="w"]') || undefined, 'the card to have the focus');
    expect(FakeNotification.shown[0]?.isClosed).to.equal(true);
  });

  it('says what went wrong', async () => {
    choose('system');
    FakeNotification.permission = 'granted';
    look(false);
    const { queue } = await waitingVideo();
    queue.put({ id: 'w', status: 'failed', error: { code: 'server_error', message: '', retryable: true } });
    expect((await notified()).title).to.equal('The video could not be made');
  });

  it('shows none of a video that somebody is looking at, and takes it away when they come', async () => {
    choose('system', 'sound');
    replace(navigator, 'userActivation', { hasBeenActive: true, isActive: true });
    FakeNotification.permission = 'granted';
    look(false);
    const { end, queue, heard } = await waitingVideo();
    const fails = (id: string) => queue.put({ id, status: 'failed', error: { code: 'server_error', message: '', retryable: true } });
    const isTold = (id: string) => until(() => heard.find(({ task }) => task.id === id), id);
    end();
    await notified();
    look(true);
    expect(FakeNotification.shown[0]?.isClosed).to.equal(true);
    fails('x');
    expect((await isTold('x')).ways).to.deep.equal(['sound']);
    look(false);
    fails('y');
    expect((await isTold('y')).ways).to.deep.equal(['system', 'sound']);
  });

  it('counts in the title of a hidden page, whatever the page writes there meanwhile', async () => {
    choose('title');
    document.title = 'Studio';
    look(false);
    const { end, queue, isTold } = await waitingVideo();
    end();
    await isTold();
    expect(document.title).to.equal('(1) Studio');
    document.title = 'Studio, saved';
    queue.put({ id: 'x' });
    queue.put({ id: 'x', status: 'failed', error: { code: 'server_error', message: '', retryable: true } });
    await until(() => (document.title === '(2) Studio, saved' ? true : undefined), 'both counted');
    look(true);
    expect(document.title).to.equal('Studio, saved');
  });

  it('counts on the icon of the app until somebody comes back', async () => {
    const said: (number | string)[] = [];
    replace(navigator, 'setAppBadge', async (count: number) => void said.push(count));
    replace(navigator, 'clearAppBadge', async () => void said.push('clear'));
    choose('badge');
    look(false);
    const { end, isTold } = await waitingVideo();
    end();
    await isTold();
    look(true);
    expect(said).to.deep.equal([1, 'clear']);
  });

  it('lets the page tell it in its own way', async () => {
    choose('system', 'title');
    FakeNotification.permission = 'granted';
    document.title = 'Studio';
    look(false);
    const { end, isTold, element } = await waitingVideo();
    element.addEventListener('video-notify', (event) => event.preventDefault());
    end();
    await isTold();
    expect([document.title, FakeNotification.shown.length]).to.deep.equal(['Studio', 0]);
  });

  it('offers what the page lets it offer', async () => {
    const { element, press, find, all } = await waitingVideo((made) => (made.notifications = 'title, sound'));
    await press('Notifications');
    await find('#notifications');
    expect(all<HTMLInputElement>('#notifications input').map(({ name }) => name)).to.deep.equal(['title', 'sound']);
    element.setAttribute('notifications', 'off');
    await element.updateComplete;
    expect(all('[data-act="notify"], #notifications')).to.deep.equal([]);
  });

  it('plays a quiet sound when it is chosen, and once for each video', async () => {
    let played = 0;
    replace(globalThis, 'AudioContext', function (...rest: ConstructorParameters<typeof AudioContext>) {
      played++;
      return new RealAudioContext(...rest);
    });
    replace(navigator, 'userActivation', { hasBeenActive: true, isActive: true });
    const pages = [await waitingVideo(), await waitingVideo()];
    await pages[0]?.press('Notifications');
    (await pages[0]?.find('#notifications [name="sound"]'))?.click();
    expect(played).to.equal(1);
    for (const { end } of pages) end();
    await until(() => (pages.some(({ heard }) => heard.length > 0) ? true : undefined), 'video-notify');
    expect(played).to.equal(2);
  });

  for (const isReady of [true, false])
    it(`sounds short and soft, ${isReady ? 'ready' : 'failed'}`, async () => {
      const context = new OfflineAudioContext(1, 48_000, 48_000);
      const end = scheduleChime(context, isReady, 0);
      const samples = (await context.startRendering()).getChannelData(0);
      const peak = (from: number, to: number) =>
        samples.subarray(from * 48_000, to * 48_000).reduce((most, one) => Math.max(most, Math.abs(one)), 0);
      expect(end).to.be.within(0.2, 0.6);
      expect(peak(0, end)).to.be.within(0.03, 0.15);
      expect(peak(end, 1)).to.equal(0);
    });
});

const RealAudioContext = AudioContext;

// A call outside of the element's own box: media keys and lock screens, a small window above everything else, a key that talks.
import { expect } from '@open-wc/testing';
import type { AxeResults } from 'axe-core';

import { createScriptedSession, userSays } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { setStage, type Stage } from './stage.js';

const { mediaSession } = navigator;

/** Does what the system's own controls would. */
function watchHandlers(): Map<string, () => void> {
  const handlers = new Map<string, () => void>();
  Object.defineProperty(mediaSession, 'setActionHandler', {
    configurable: true,
    value(action: string, handler: (() => void) | null) {
      if (action === 'togglemicrophone') throw new TypeError('unknown');
      if (handler === null) handlers.delete(action);
      else handlers.set(action, handler);
    },
  });
  return handlers;
}

async function inCall(attributes: Record<string, string> = {}): Promise<Stage> {
  const stage = await setStage(attributes);
  await stage.element.connect();
  await stage.shows('.status', 'push-to-talk' in attributes ? 'Connected' : 'Listening');
  return stage;
}

/** Judged as a page of its own, by an axe of its own. */
async function violationsOf({ contentWindow }: HTMLIFrameElement): Promise<readonly string[]> {
  const page = contentWindow as (Window & { readonly axe: { run(): Promise<AxeResults> } }) | null;
  if (page === null) throw new Error('The window has closed.');
  const script = page.document.createElement('script');
  script.src = new URL('../../../../node_modules/axe-core/axe.js', import.meta.url).href;
  const loaded = new Promise((resolve, reject) => Object.assign(script, { onload: resolve, onerror: reject }));
  page.document.head.append(script);
  await loaded;
  const { violations } = await page.axe.run();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`);
}

const mutes = (stage: Stage) => stage.called('mute').map(([muted]) => muted);

describe('<realtime-voice> on a lock screen', () => {
  let handlers: Map<string, () => void>;
  beforeEach(() => (handlers = watchHandlers()));
  afterEach(() => {
    Reflect.deleteProperty(mediaSession, 'setActionHandler');
    mediaSession.metadata = null;
  });

  it('says who one talks with, mutes and hangs up, and leaves nothing behind', async () => {
    const stage = await inCall({ voice: 'aria' });
    expect(mediaSession.metadata?.title).to.equal('Aria');
    expect(mediaSession.playbackState).to.equal('playing');
    handlers.get('pause')?.();
    await waitUntil(() => mediaSession.playbackState === 'paused');
    handlers.get('play')?.();
    expect(mutes(stage)).to.deep.equal([true, false]);
    handlers.get('hangup')?.();
    await stage.shows('.status', 'Ended');
    expect([mediaSession.metadata, mediaSession.playbackState, handlers.size]).to.deep.equal([null, 'none', 0]);
  });

  it('tells the browser of the microphone when it changes, not with each rendering', async () => {
    const told: boolean[] = [];
    const setMicrophoneActive = async (active: boolean) => void told.push(active);
    Object.defineProperty(mediaSession, 'setMicrophoneActive', { configurable: true, value: setMicrophoneActive });
    try {
      const { element } = await inCall();
      for (let nth = 0; nth < 3; nth++) {
        element.requestUpdate();
        await element.updateComplete;
      }
      expect(told).to.deep.equal([true]);
      handlers.get('pause')?.();
      await waitUntil(() => told.length > 1);
      expect(told).to.deep.equal([true, false]);
    } finally {
      Reflect.deleteProperty(mediaSession, 'setMicrophoneActive');
    }
  });

  it('leaves what the page has set, and goes to the newest of two calls', async () => {
    const own = new MediaMetadata({ title: 'A song' });
    mediaSession.metadata = own;
    const first = await inCall();
    const second = await inCall();
    handlers.get('pause')?.();
    expect([mutes(first), mutes(second)]).to.deep.equal([[], [true]]);
    first.element.disconnect();
    await first.shows('.status', 'Ended');
    expect(handlers.has('hangup')).to.equal(true);
    second.element.remove();
    expect([mediaSession.metadata, handlers.size]).to.deep.equal([own, 0]);
  });
});

describe('<realtime-voice> hotkey', () => {
  const press = (target: EventTarget, init: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, composed: true, cancelable: true, ...init });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const letGo = (init: KeyboardEventInit) => document.body.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true, ...init }));
  const space: KeyboardEventInit = { key: ' ', code: 'Space', ctrlKey: true };
  /** Once its code is there. */
  const listens = (stage: Stage, target: EventTarget, init: KeyboardEventInit) =>
    waitUntil(() => press(target, init), `${stage.element.hotkey} is not heard`);

  it('begins a call, then mutes and unmutes, where the focus is in the element', async () => {
    const stage = await setStage({ hotkey: 'Control+Space' });
    expect(press(document.body, space)).to.equal(false);
    await listens(stage, stage.button('Talk'), space);
    await stage.shows('.status', 'Listening');
    const button = stage.button('Hang up');
    expect(button.getAttribute('aria-keyshortcuts')).to.equal('Control+Space');
    expect(button.title).to.equal('Hang up (Control+Space)');
    press(button, space);
    press(button, { ...space, repeat: true });
    press(button, { ...space, shiftKey: true });
    press(button, space);
    expect(mutes(stage)).to.deep.equal([true, false]);
  });

  it('talks while it is held, anywhere on the page, until one of its keys goes up', async () => {
    const stage = await inCall({ hotkey: 'ctrl+m', 'hotkey-scope': 'page', 'push-to-talk': '' });
    const talking = () => stage.session.calls.map(([name]) => name).filter((name) => name.endsWith('Talking'));
    const key = { key: 'm', code: 'KeyM', ctrlKey: true };
    await listens(stage, document.body, key);
    letGo({ key: 'x', ctrlKey: true });
    expect(talking()).to.deep.equal(['startTalking']);
    letGo({ key: 'Control' });
    press(document.body, key);
    letGo(key);
    expect(talking()).to.deep.equal(['startTalking', 'stopTalking', 'startTalking', 'stopTalking']);
  });

  it('is a letter to those who type', async () => {
    const stage = await setStage({ hotkey: 'm', 'hotkey-scope': 'page' });
    await listens(stage, document.body, { key: 'm' });
    expect(press(stage.message(), { key: 'm' })).to.equal(false);
  });

  it('says so where it names no key', async () => {
    const { warn } = console;
    const said: unknown[] = [];
    console.warn = (text: unknown) => void said.push(text);
    try {
      await setStage({ hotkey: 'Control+' });
      await waitUntil(() => said.length > 0);
      expect(said).to.deep.equal([
        '[voxreel] hotkey="Control+" is not a key. Write one key after its modifiers, for example "Control+Space" or "Alt+M".',
      ]);
    } finally {
      console.warn = warn;
    }
  });
});

describe('<realtime-voice> picture in picture', () => {
  const original = Object.getOwnPropertyDescriptor(window, 'documentPictureInPicture');
  let frame: HTMLIFrameElement;
  /** A window of its own, as the browser would open: headless ones do not. */
  const giveWindows = (requestWindow: () => Promise<Window | null>) =>
    Object.defineProperty(window, 'documentPictureInPicture', { configurable: true, value: { requestWindow } });
  beforeEach(() => {
    frame = document.createElement('iframe');
    document.body.append(frame);
  });
  afterEach(() => {
    if (original === undefined) Reflect.deleteProperty(window, 'documentPictureInPicture');
    else Object.defineProperty(window, 'documentPictureInPicture', original);
    frame.remove();
  });
  const item = (stage: Stage) => stage.all('[role=menuitem]').find((one) => /Picture in picture|refused/.test(one.textContent ?? ''));
  const openMenu = async (stage: Stage) => {
    stage.button('More').click();
    await stage.shows('[role=menu]', 'Copy transcript');
  };

  it('shows the newest words and both voices, mutes and hangs up, and closes with the call', async () => {
    giveWindows(async () => frame.contentWindow);
    const stage = await inCall({ voice: 'aria' });
    await openMenu(stage);
    item(stage)?.click();
    const page = frame.contentDocument?.body;
    await waitUntil(() => page?.querySelector('main') !== null);
    stage.session.receive(userSays('u1', 'A paper boat at dusk.'));
    await waitUntil(() => page?.textContent?.includes('A paper boat at dusk.') === true);
    expect(await violationsOf(frame)).to.deep.equal([]);
    stage.session.sound({ speaker: 0.4 });
    const canvas = page?.querySelector('canvas');
    const drawn = () =>
      canvas
        ?.getContext('2d')
        ?.getImageData(0, 0, canvas.width, canvas.height)
        .data.some((value) => value > 0);
    await waitUntil(() => canvas !== null && drawn() === true);
    const button = (name: string) => page?.querySelector<HTMLElement>(`[aria-label="${name}"]`);
    button('Mute microphone')?.click();
    await waitUntil(() => button('Unmute microphone') !== null);
    let closed = false;
    Object.assign(frame.contentWindow ?? {}, { close: () => (closed = true) });
    button('Hang up')?.click();
    await waitUntil(() => closed);
    expect(mutes(stage)).to.deep.equal([true]);
  });

  it('waits for a call, says where the browser refuses, and is not offered where the page does not want it', async () => {
    giveWindows(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
    const stage = await setStage();
    await openMenu(stage);
    expect(item(stage)?.getAttribute('aria-disabled')).to.equal('true');
    await stage.element.connect();
    await waitUntil(() => item(stage)?.hasAttribute('aria-disabled') === false);
    item(stage)?.click();
    await stage.shows('[role=menu]', 'The browser did not allow the window');
    const other = await setStage({ controls: 'text menu' }, createScriptedSession());
    await openMenu(other);
    expect(item(other)).to.equal(undefined);
  });
});

// The round button of <realtime-voice> and what it says about the connection: held, let go, lost, tried again.
import { expect } from '@open-wc/testing';
import { VoxreelError } from 'voxreel';

import { withRequest } from '../../../../src/core/failed-request.js';
import { createScriptedSession } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { countDrawings } from './drawings.js';
import { setStage, type Stage } from './stage.js';

const pointer = (type: string, init: PointerEventInit = {}) => new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, ...init });
const key = (type: string, init: KeyboardEventInit = {}) =>
  new KeyboardEvent(type, { key: ' ', bubbles: true, composed: true, cancelable: true, ...init });
const turns = (stage: Stage) => stage.session.calls.map(([name]) => name).filter((name) => name.endsWith('Talking'));

async function holding(): Promise<{ readonly stage: Stage; readonly button: HTMLButtonElement }> {
  const stage = await setStage({ 'push-to-talk': '' });
  await stage.element.connect();
  await stage.shows('.status', 'Connected');
  const button = stage.button('Hold to talk');
  button.setPointerCapture = () => {};
  return { stage, button };
}

describe('<realtime-voice> holding to talk', () => {
  for (const [how, end] of [
    ['the pointer is let go', 'pointerup'],
    ['the system takes the touch', 'pointercancel'],
    ['the pointer is lost', 'lostpointercapture'],
  ] as const)
    it(`ends when ${how}`, async () => {
      const { stage, button } = await holding();
      button.dispatchEvent(pointer('pointerdown', { pointerType: 'touch' }));
      await stage.shows('.status', 'Listening');
      button.dispatchEvent(pointer(end, { pointerType: 'touch' }));
      expect(turns(stage)).to.deep.equal(['startTalking', 'stopTalking']);
    });

  it('ends once for a press that ends twice, and a second finger begins nothing', async () => {
    const { stage, button } = await holding();
    button.dispatchEvent(pointer('pointerdown'));
    button.dispatchEvent(pointer('pointerdown', { pointerId: 2 }));
    button.dispatchEvent(pointer('pointerup'));
    button.dispatchEvent(pointer('lostpointercapture'));
    expect(turns(stage)).to.deep.equal(['startTalking', 'stopTalking']);
  });

  it('begins nothing for a finger that is gone already: nobody would tell of its end', async () => {
    const { stage, button } = await holding();
    button.setPointerCapture = Element.prototype.setPointerCapture;
    button.dispatchEvent(pointer('pointerdown', { pointerId: 77 }));
    expect(turns(stage)).to.deep.equal([]);
    expect(button.getAttribute('aria-pressed')).to.equal('false');
  });

  it('goes on through key repeat, and ends with the key, the window’s focus or a hidden page', async () => {
    const { stage, button } = await holding();
    button.dispatchEvent(key('keydown'));
    button.dispatchEvent(key('keydown', { repeat: true }));
    expect(turns(stage)).to.deep.equal(['startTalking']);
    button.dispatchEvent(key('keyup'));
    button.dispatchEvent(key('keydown'));
    window.dispatchEvent(new Event('blur'));
    button.dispatchEvent(key('keydown'));
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
    expect(turns(stage)).to.deep.equal(['startTalking', 'stopTalking', 'startTalking', 'stopTalking', 'startTalking', 'stopTalking']);
  });

  it('does not go on into the next connection', async () => {
    const { stage, button } = await holding();
    button.dispatchEvent(pointer('pointerdown'));
    await stage.shows('.status', 'Listening');
    stage.session.enter('reconnecting');
    await stage.shows('.status', 'Reconnecting');
    stage.session.enter('open');
    await stage.shows('.status', 'Connected');
    expect(stage.button('Hold to talk').getAttribute('aria-pressed')).to.equal('false');
  });

  it('is left to a menu key and to other buttons of the mouse', async () => {
    const { stage, button } = await holding();
    button.dispatchEvent(pointer('pointerdown', { button: 2 }));
    expect(turns(stage)).to.deep.equal([]);
  });
});

describe('<realtime-voice> connection', () => {
  it('tells which attempt is next and when, and makes it now on a press', async () => {
    const stage = await setStage();
    await stage.element.connect();
    stage.session.wait({ attempt: 3, at: Date.now() + 8000 });
    stage.session.enter('reconnecting');
    await stage.shows('.notice.calm', 'Reconnecting. Attempt 3 in');
    expect(stage.text('.notice')).to.match(/in [78] sec/);
    await stage.shows('[role=status]', 'Reconnecting.');
    await expect(stage.element).to.be.accessible();
    stage.button('Try now').click();
    expect(stage.called('connect')).to.have.length(2);
  });

  it('says nothing of an attempt that follows at once', async () => {
    const stage = await setStage();
    await stage.element.connect();
    stage.session.wait({ attempt: 1, at: undefined });
    stage.session.enter('reconnecting');
    await stage.shows('.status', 'Reconnecting');
    expect(stage.all('.notice')).to.have.length(0);
  });

  it('says that there is no network', async () => {
    const stage = await setStage();
    await stage.element.connect();
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    try {
      stage.session.enter('reconnecting');
      await stage.shows('.notice.calm', 'You are offline. The conversation resumes when you are back online.');
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
  });

  for (const [code, title, label] of [
    ['insufficient_quota', 'This page has used up its quota.', 'Connect again'],
    ['invalid_api_key', 'The service rejected this page’s key.', 'Connect again'],
    ['token_expired', 'The token for this connection has expired.', 'Connect again'],
    ['connection_failed', 'Could not connect. Try again.', 'Connect again'],
    ['microphone_missing', 'No microphone was found.', 'Settings'],
    ['microphone_busy', 'Another program is using the microphone.', 'Try again'],
    ['speaker_missing', 'The speaker is not available.', 'Settings'],
  ] as const)
    it(`tells what ${code} means, with a way out`, async () => {
      const stage = await setStage({}, createScriptedSession());
      if (code.startsWith('microphone') || code.startsWith('speaker')) await stage.element.connect();
      stage.session.report(new VoxreelError(code, 'raw'));
      await stage.shows('.notice', title);
      const wayOut = stage.find('.notice .way-out');
      expect(wayOut.textContent?.trim()).to.equal(label);
      if (label === 'Settings') {
        wayOut.click();
        await stage.shows('[role=dialog] h2', 'Settings');
      }
    });

  it('blames a firewall only where no network path was found', async () => {
    const stage = await setStage({}, createScriptedSession());
    const failed = () => new VoxreelError('connection_failed', 'raw');
    stage.session.report(withRequest(failed(), { method: 'GET', url: '/v1/realtime', transport: 'websocket' }));
    await stage.shows('.notice', 'Could not connect. Try again.');
    stage.session.report(withRequest(failed(), { method: 'POST', url: '/v1/realtime', transport: 'webrtc' }));
    await stage.shows('.notice', 'A firewall or proxy may be in the way');
  });

  it('reports an effect of the page that failed to the page, and shows the visitor nothing', async () => {
    const stage = await setStage({}, createScriptedSession());
    await stage.element.connect();
    const reported: string[] = [];
    stage.element.addEventListener('voice-error', ({ error }) => reported.push(error.code));
    stage.session.report(new VoxreelError('effect_failed', 'raw'));
    await stage.element.updateComplete;
    expect(reported).to.deep.equal(['effect_failed']);
    expect(stage.all('.notice')).to.have.length(0);
  });

  it('keeps the trace still and unpainted under a sheet', async () => {
    const stage = await setStage();
    await stage.element.connect();
    const { counted, restore } = countDrawings();
    try {
      stage.session.sound({ microphone: 0.3 });
      await waitUntil(() => counted.inWorker > 2, 'nothing is drawn');
      stage.button('Settings').click();
      await stage.shows('[role=dialog] h2', 'Settings');
      counted.inWorker = 0;
      let reads = 0;
      const { levels } = stage.session;
      Object.defineProperty(stage.session, 'levels', { get: () => ((reads += 1), levels) });
      await waitUntil(() => reads > 5, 'nobody asks how loud it is');
      expect(counted).to.deep.equal({ onPage: 0, inWorker: 0 });
    } finally {
      restore();
    }
  });
});

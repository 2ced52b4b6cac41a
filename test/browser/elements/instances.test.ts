// How both elements come to life and share a page: set before they are defined, many at once, moved, focused by the page, composed in.
import { expect, fixture, html } from '@open-wc/testing';

import { RealtimeVoice } from '../../../src/elements/realtime-voice/define.js';
import { VideoGenerator } from '../../../src/elements/video-generator/define.js';
import { focused, press } from './keyboard.js';
import { createScriptedSession, userSays } from './scripted-session.js';
import { scriptedQueue, scriptedTask } from './scripted-queue.js';
import { until } from './until.js';

const shown = (element: HTMLElement, text: string) =>
  until(() => (element.shadowRoot?.textContent?.includes(text) ? true : undefined), `"${text}"`);

const frames = async (count: number) => {
  for (let left = count; left > 0; left--) await new Promise((resolve) => requestAnimationFrame(resolve));
};

describe('upgrade', () => {
  it('takes what was set on the elements before they were defined', async () => {
    // Of another name, so that they are not defined yet.
    const [video, voice] = ['late-video', 'late-voice'].map((name) => document.createElement(name));
    if (video === undefined || voice === undefined) throw new Error('Nothing was made.');
    const queue = scriptedQueue({ tasks: [scriptedTask({ id: 'one', prompt: 'Herons' })] });
    const session = createScriptedSession();
    session.receive(userSays('u1', 'Is the trail open?'));
    Object.assign(video, { queue, models: 'my-own', model: 'my-own', lang: 'zh' });
    Object.assign(voice, { session, modalities: 'text', pushToTalk: true });
    voice.setAttribute('lang', 'ar');
    video.hidden = true;
    await fixture(html`<div>${video}${voice}</div>`);
    customElements.define('late-video', class extends VideoGenerator {});
    customElements.define('late-voice', class extends RealtimeVoice {});
    await shown(video, 'Herons');
    await shown(voice, 'Is the trail open?');
    await until(() => (video.shadowRoot?.querySelector('[part~=generate]')?.textContent?.includes('生成') ? true : undefined), 'Chinese');
    await until(() => (/[\u0600-\u06ff]/.test(voice.shadowRoot?.querySelector('.status')?.textContent ?? '') ? true : undefined), 'Arabic');
    expect(getComputedStyle(video).display).to.equal('none');
    expect((voice as RealtimeVoice).pushToTalk).to.equal(true);
    video.hidden = false;
    expect(getComputedStyle(video).display).to.equal('block');
  });

  for (const width of [280, 360, 768, 1200])
    it(`moves nothing on a page of ${width} pixels that keeps the place the guide asks for`, async () => {
      const names = { 'video-generator': `video-of-${width}`, 'realtime-voice': `voice-of-${width}` };
      const guide = await (await fetch(new URL('../../../stories/guides/server-rendering.mdx', import.meta.url))).text();
      const rule = Object.entries(names).reduce(
        (css, [tag, name]) => css.replaceAll(tag, name),
        /```css\n(.*?)```/s.exec(guide)?.[1] ?? '',
      );
      const [video, voice] = Object.values(names).map((name) => document.createElement(name));
      video?.setAttribute('models', 'my-own');
      for (const tag of [video, voice]) tag?.append('Not here yet.');
      const page = await fixture<HTMLElement>(html`
        <div style="width: ${width}px">
          <style>
            ${rule}
          </style>
          ${video}
          <p>Below the first</p>
          ${voice}
          <p>Below the second</p>
        </div>
      `);
      const below = () =>
        [...page.querySelectorAll('p')].map((line) => line.getBoundingClientRect().top - page.getBoundingClientRect().top);
      await frames(2);
      const before = below();
      const shifts: number[] = [];
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      });
      observer.observe({ type: 'layout-shift' });
      customElements.define(names['video-generator'], class extends VideoGenerator {});
      customElements.define(names['realtime-voice'], class extends RealtimeVoice {});
      // Long enough for what is loaded after the first frame.
      for (let frame = 0; frame < 30; frame++) {
        await frames(1);
        expect(below(), `after ${frame} frames`).to.deep.equal(before);
      }
      await until(() => video?.shadowRoot?.querySelector('[part~=generate]') ?? undefined, 'the form');
      await until(() => voice?.shadowRoot?.querySelector('button') ?? undefined, 'the talk button');
      observer.disconnect();
      expect(page.innerText).not.to.include('Not here yet.');
      expect(shifts.reduce((sum, value) => sum + value, 0)).to.be.below(0.01);
    });
});

describe('several on one page', () => {
  it('keeps drafts, filters, sheets and conversations apart', async () => {
    const [first, second] = [document.createElement('video-generator'), document.createElement('video-generator')];
    const [one, two] = [document.createElement('realtime-voice'), document.createElement('realtime-voice')];
    const sessions = [createScriptedSession(), createScriptedSession()] as const;
    [one.session, two.session] = sessions;
    for (const each of [first, second]) each.queue = scriptedQueue();
    await fixture(html`<div>${first}${second}${one}${two}</div>`);
    await until(() => one.shadowRoot?.querySelector('[role=status]') ?? undefined, 'the conversation');
    const area = first.shadowRoot?.querySelector('textarea');
    if (!area) throw new Error('There is no prompt.');
    area.value = 'Only here';
    area.dispatchEvent(new Event('input', { bubbles: true }));
    sessions[0].receive(userSays('u1', 'Only in the first.'));
    one.shadowRoot?.querySelector<HTMLElement>('[data-sheet=settings]')?.click();
    await shown(one, 'Only in the first.');
    await until(() => one.shadowRoot?.querySelector('[role=dialog]') ?? undefined, 'the settings');
    expect(second.shadowRoot?.querySelector('textarea')?.value).to.equal('');
    expect(two.shadowRoot?.textContent).not.to.contain('Only in the first.');
    expect(two.shadowRoot?.querySelector('[role=dialog]')).to.equal(null);
  });

  it('shows one queue and one session of the page in as many elements as there are', async () => {
    const [queue, session] = [scriptedQueue(), createScriptedSession()];
    const videos = Array.from({ length: 3 }, () => Object.assign(document.createElement('video-generator'), { queue }));
    const voices = Array.from({ length: 3 }, () => Object.assign(document.createElement('realtime-voice'), { session }));
    await fixture(html`<div>${videos}${voices}</div>`);
    queue.put({ id: 'one', prompt: 'Herons' });
    session.receive(userSays('u1', 'Is the trail open?'));
    await Promise.all([...videos.map((each) => shown(each, 'Herons')), ...voices.map((each) => shown(each, 'Is the trail open?'))]);
    videos[0]?.remove();
    voices[0]?.remove();
    session.receive(userSays('u2', 'And now?'));
    await Promise.all(voices.slice(1).map((each) => shown(each, 'And now?')));
    expect(session.calls.filter(([name]) => name === 'close')).to.deep.equal([]);
  });

  it('shares its history with another of the same page, and tells it of what is new', async () => {
    const { gateway } = (await (await fetch('/test-service.json')).json()) as { gateway: string };
    const make = () => Object.assign(document.createElement('video-generator'), { baseUrl: gateway, model: 'my-own' });
    const [first, second] = [make(), make()];
    await fixture(html`<div>${first}${second}</div>`);
    const task = await first.generate({ prompt: 'Both see this', duration: 1, width: 64, height: 64, fps: 8 });
    await shown(second, 'Both see this');
    await first.removeTask(task?.id ?? '');
    await until(() => (second.shadowRoot?.textContent?.includes('Both see this') ? undefined : true), 'its end');
  });
});

describe('moving', () => {
  it('keeps an open conversation, and ends it once the element is really gone', async () => {
    const { gateway } = (await (await fetch('/test-service.json')).json()) as { gateway: string };
    const element = Object.assign(document.createElement('realtime-voice'), { baseUrl: gateway, model: 'rehearsal', modalities: 'text' });
    await fixture(html`<div>${element}</div>`);
    await element.connect();
    const { session } = element;
    const elsewhere = document.createElement('section');
    document.body.append(elsewhere);
    elsewhere.append(element);
    await element.updateComplete;
    expect([element.session, session?.phase]).to.deep.equal([session, 'open']);
    element.sendText('Good day.');
    await shown(element, 'Good day.');
    elsewhere.remove();
    await until(() => (session?.phase === 'closed' ? true : undefined), 'the end');
    document.body.append(element);
    await element.connect();
    expect(element.session?.phase).to.equal('open');
    element.remove();
  });
});

describe('focus and keys as the page has them', () => {
  it('takes the focus where one begins: by focus() and by autofocus', async () => {
    const video = await fixture<VideoGenerator>(html`<video-generator></video-generator>`);
    video.focus();
    expect(focused()?.id).to.equal('prompt');
    const voice = await fixture<RealtimeVoice>(html`<realtime-voice></realtime-voice>`);
    voice.focus();
    expect(focused()?.getAttribute('part')).to.equal('talk');
    focused()?.blur();
    const text = document.createElement('realtime-voice');
    text.modalities = 'text';
    text.autofocus = true;
    document.body.append(text);
    await text.updateComplete;
    expect(focused()?.getAttribute('part')).to.equal('input');
    const late = document.createElement('video-generator');
    late.autofocus = true;
    document.body.append(late);
    await late.updateComplete;
    expect(focused()?.getAttribute('part'), 'what has the focus keeps it').to.equal('input');
    text.remove();
    late.remove();
  });

  it('sends nothing while characters are being composed', async () => {
    const queue = scriptedQueue();
    const session = createScriptedSession();
    const video = Object.assign(document.createElement('video-generator'), { queue, model: 'my-own' });
    const voice = Object.assign(document.createElement('realtime-voice'), { session });
    await fixture(html`<div>${video}${voice}</div>`);
    await until(() => voice.shadowRoot?.querySelector('[role=status]') ?? undefined, 'the conversation');
    video.focus();
    const { sendKeys } = await import('@web/test-runner-commands');
    await sendKeys({ type: 'Snow' });
    const composing = { key: 'Enter', isComposing: true, bubbles: true, composed: true, cancelable: true };
    focused()?.dispatchEvent(new KeyboardEvent('keydown', { ...composing, ctrlKey: true }));
    const field = voice.shadowRoot?.querySelector<HTMLElement>('[part~=input]');
    field?.focus();
    await sendKeys({ type: 'Good' });
    field?.dispatchEvent(new KeyboardEvent('keydown', composing));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect([...queue.calls, ...session.calls.filter(([name]) => name === 'sendText')]).to.deep.equal([]);
    await press('Enter');
    expect(session.calls.filter(([name]) => name === 'sendText')).to.deep.equal([['sendText', 'Good']]);
  });
});

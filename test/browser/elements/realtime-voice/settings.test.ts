// The settings of <realtime-voice>: what each tells the session, when that holds, and what counts as speech.
import { expect, fixture, html } from '@open-wc/testing';
import type { RealtimeVoice } from 'voxreel';

import { createLoudnessScale } from '../../../../src/elements/realtime-voice/sheets/loudness.js';
import { formatsFor } from '../../../../src/elements/shared/formats.js';
import { assistantSpeaks, createScriptedSession } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { setStage, type Stage } from './stage.js';

async function settings(open = true, attributes: Record<string, string> = {}): Promise<Stage> {
  const stage = await setStage(attributes);
  if (open) await stage.element.connect();
  stage.button('Settings').click();
  await stage.shows('[role=dialog] h2', 'Settings');
  return stage;
}

function set(stage: Stage, field: HTMLInputElement | HTMLTextAreaElement | null | undefined, value: string): void {
  if (!field) throw new Error(`There is no such field in ${stage.text('.settings')}`);
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

const slider = (stage: Stage, name: string) =>
  stage.all('.slider input').find((input): input is HTMLInputElement => input.getAttribute('aria-label') === name);
const field = (stage: Stage, name: string) =>
  stage
    .all('.settings .field')
    .find((one) => one.querySelector('.label')?.textContent === name)
    ?.querySelector<HTMLInputElement>('input, textarea');

describe('<realtime-voice> settings', () => {
  it('lie over the transcript, take the focus and give it back', async () => {
    const stage = await setStage();
    await stage.element.connect();
    const opener = stage.button('Settings');
    opener.focus();
    opener.click();
    await stage.shows('[role=dialog] h2', 'Settings');
    await waitUntil(() => stage.element.shadowRoot?.activeElement?.getAttribute('aria-label') === 'Close');
    expect(stage.find('.scroller').inert).to.equal(true);
    await expect(stage.element).to.be.accessible();
    stage.find('.over').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
    await waitUntil(() => stage.all('[role=dialog]').length === 0);
    expect(stage.element.shadowRoot?.activeElement).to.equal(opener);
  });

  it('tell an open session at once, and say so', async () => {
    const stage = await settings();
    set(stage, slider(stage, 'Silence that ends your turn'), '2000');
    await stage.shows('.settings', `The answer starts ${formatsFor('en').seconds(2)} after you stop talking. Takes effect now.`);
    expect(stage.called('updateSession').at(-1)).to.deep.equal([
      { turn_detection: { type: 'server_vad', threshold: 0.5, prefix_padding_ms: 500, silence_duration_ms: 2000 } },
    ]);
    set(stage, field(stage, 'Instructions'), 'Be brief.');
    expect(stage.called('updateSession').at(-1)).to.deep.equal([{ instructions: 'Be brief.' }]);
    await stage.shows('[role=status]', 'Takes effect now.');
  });

  it('say that a change made at rest holds from the next connection on', async () => {
    const stage = await settings(false);
    set(stage, field(stage, 'Instructions'), 'Be brief.');
    await stage.shows('.settings', 'Takes effect with the next connection.');
  });

  it('leave a voice that has spoken until the next connection, and bring the change to it', async () => {
    const stage = await setStage({ 'base-url': 'http://127.0.0.1:9', model: 'm' });
    const own = createScriptedSession();
    // A page's own session hears it from the sheet itself.
    stage.element.session = own;
    await stage.element.connect();
    own.receive(...assistantSpeaks('a1', 'Good day.'));
    stage.button('Settings').click();
    await stage.shows('.settings', 'The voice has already spoken. A new one takes effect with the next connection.');
    set(stage, field(stage, 'Voice'), 'echo');
    await stage.shows('.settings', 'Takes effect with the next connection.');
    expect(own.calls.filter(([name]) => name === 'updateSession')).to.have.length(0);
    expect(stage.element.voice).to.equal('echo');
  });

  it('end turns by hand instead: the service detects none, and its sliders rest', async () => {
    const stage = await settings();
    stage.all('.check input')[0]?.click();
    await waitUntil(() => stage.all('.slider input:disabled').length === 3);
    expect(stage.element.pushToTalk).to.equal(true);
    expect(stage.called('updateSession').at(-1)).to.deep.equal([{ turn_detection: null }]);
  });

  it('hold what is rare behind More, and refuse what the documents do not allow', async () => {
    const stage = await settings();
    const further = stage.find('.further');
    expect(further.hasAttribute('open')).to.equal(false);
    further.querySelector('summary')?.click();
    set(stage, slider(stage, 'Creativity'), '1.6');
    await stage.shows('.further', 'More varied');
    expect(stage.called('updateSession').at(-1)).to.deep.equal([{ temperature: 1.6 }]);
    const longest = field(stage, 'Longest answer, in tokens');
    set(stage, longest, '5000');
    await waitUntil(() => longest?.getAttribute('aria-invalid') === 'true');
    expect(stage.element.sessionConfig?.max_output_tokens).to.equal(undefined);
    set(stage, longest, '300');
    await waitUntil(() => !longest?.hasAttribute('aria-invalid'));
    expect(stage.called('updateSession').at(-1)).to.deep.equal([{ max_output_tokens: 300 }]);
    set(stage, longest, '');
    expect(stage.element.sessionConfig?.max_output_tokens).to.equal('inf');
    await expect(stage.element).to.be.accessible();
  });

  it('draw the loudness of now against the threshold, while it is moved too', async () => {
    const stage = await settings();
    const place = stage.find('.settings');
    // The room first, then a voice over it.
    stage.session.sound({ microphone: 0.0005 });
    await waitUntil(() => place.dataset['level'] === 'quiet', 'silence counts as speech');
    await stage.shows('.said .quiet', 'This does not count as speech.');
    stage.session.sound({ microphone: 0.2 });
    await waitUntil(() => place.dataset['level'] === 'speech', 'a voice does not count');
    expect(getComputedStyle(stage.find('.said .speech')).display).not.to.equal('none');
    const threshold = slider(stage, 'Loudness that counts as speech');
    if (threshold === undefined) throw new Error('There is no threshold.');
    threshold.value = '0.8';
    threshold.dispatchEvent(new Event('input', { bubbles: true }));
    await waitUntil(() => place.style.getPropertyValue('--_mark') === '80%');
    // Not told before it is let go.
    expect(stage.called('updateSession')).to.have.length(0);
  });
});

describe('<realtime-voice> settings, with the local service', () => {
  it('bring another voice with the next connection, once one has spoken', async () => {
    const { gateway } = (await (await fetch('/test-service.json')).json()) as { gateway: string };
    const element = await fixture<RealtimeVoice>(html`<realtime-voice></realtime-voice>`);
    for (const [name, value] of Object.entries({ 'base-url': gateway, model: 'rehearsal', transport: 'websocket', voice: 'alloy' }))
      element.setAttribute(name, value);
    const voices: unknown[] = [];
    element.addEventListener('voice-event', ({ serverEvent }) => {
      if (serverEvent.type === 'session.updated') voices.push(serverEvent.session?.['voice']);
    });
    const spoken = () =>
      new Promise((resolve) =>
        element.addEventListener('voice-message', ({ message }) => message.role === 'assistant' && resolve(message)),
      );
    await element.connect();
    const first = spoken();
    element.sendText('Good day.');
    await first;
    element.setAttribute('voice', 'echo');
    element.setAttribute('instructions', 'Be brief.');
    await waitUntil(() => voices.length === 2, 'the instructions are not told');
    expect(voices).to.deep.equal(['alloy', 'alloy']);
    element.disconnect();
    await element.connect();
    await waitUntil(() => voices.length === 3, 'nothing is reported');
    expect(voices.at(-1)).to.equal('echo');
    element.disconnect();
  });
});

describe('the scale of loudness', () => {
  const after = (levels: readonly number[]) => {
    const scale = createLoudnessScale();
    return levels.reduce((_, level, at) => scale.read(level, at * 16), 0);
  };
  const room = Array.from({ length: 60 }, () => 0.001);

  it('puts a voice above the middle, and the room at the start', () => {
    expect(after(room)).to.equal(0);
    expect(after([...room, 0.05])).to.be.above(0.9);
    expect(after([])).to.equal(0);
  });

  it('takes a steady noise for the room, but not a voice over it', () => {
    const fan = Array.from({ length: 200 }, () => 0.008);
    expect(after([...room, ...fan, ...fan])).to.equal(0);
    expect(after([...fan, 0.08])).to.be.above(0.9);
  });
});

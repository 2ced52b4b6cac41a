// The gauges of <realtime-voice> in place, and the measurements behind them.
import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import type { RealtimeVoice } from 'voxreel';

import { assistantSpeaks, assistantStops } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { setStage, type Stage } from './stage.js';

const limits = {
  type: 'rate_limits.updated',
  rate_limits: [
    { name: 'requests', limit: 100, remaining: 98, reset_seconds: 0 },
    { name: 'input_tokens', limit: 50_000, remaining: 3204, reset_seconds: 42 },
  ],
};

async function measured(): Promise<Stage> {
  const stage = await setStage();
  await stage.element.connect();
  stage.session.receive({ type: 'input_audio_buffer.speech_stopped' }, { type: 'input_audio_buffer.committed', item_id: 'u1' });
  stage.session.receive(...assistantSpeaks('a1', 'Good day.'), limits);
  return stage;
}

async function open(stage: Stage): Promise<void> {
  await stage.shows('.gauges', 'answered after');
  stage.button('Measurements').click();
  await stage.shows('[role=dialog] h2', 'Measurements');
}

describe('<realtime-voice> gauges', () => {
  it('open the measurements in place, which give the focus back', async () => {
    const stage = await measured();
    await stage.shows('.gauges', 'input tokens left');
    const opener = stage.button('Measurements');
    opener.focus();
    await open(stage);
    await expect(stage.element).to.be.accessible();
    expect(stage.find('.under').inert).to.equal(true);
    stage.find('.over').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
    await waitUntil(() => stage.all('[role=dialog]').length === 0);
    expect(stage.element.shadowRoot?.activeElement).to.equal(opener);
  });

  it('show every limit, what is left of it and when it resets', async () => {
    const stage = await measured();
    await open(stage);
    const rows = stage.all('.limits li').map((row) => row.textContent?.replace(/\s+/g, ' ').trim());
    expect(rows[0]).to.equal('requests 98 of 100 left reset');
    expect(rows[1]).to.match(/^input tokens 3,204 of 50,000 left resets in 4[012] sec$/);
    const [roomy, scarce] = stage.all('.limits .bar');
    expect(roomy?.style.getPropertyValue('--_share-1')).to.equal('98%');
    expect(scarce?.classList.contains('few')).to.equal(true);
  });

  it('show each turn as stages on one scale, the newest first', async () => {
    const stage = await measured();
    stage.session.receive(...assistantStops('a1'));
    stage.session.receive({ type: 'input_audio_buffer.speech_stopped' });
    await aTimeout(30);
    stage.session.receive(...assistantSpeaks('a2', 'And good night.'));
    stage.session.sound({ speaker: 0.3 });
    await stage.shows('.gauges', 'heard after');
    stage.button('Measurements').click();
    await stage.shows('.turns', 'First sound');
    const [newest, first] = stage
      .all('.turns li')
      .map((turn) => [...turn.querySelectorAll('dt')].map((stageName) => stageName.textContent));
    expect(newest).to.deep.equal(['Answer started', 'First token', 'First sound']);
    expect(first).to.include.members(['Received', 'Answer started', 'First token', 'Complete']);
    // On a busy machine either turn may be the longer one.
    const bars = stage.all('.turns li .fall');
    const ends = bars.map(
      (bar) => parseFloat(bar.style.getPropertyValue('--_share-0')) + parseFloat(bar.style.getPropertyValue('--_share-1')),
    );
    expect(Math.max(...ends)).to.be.closeTo(100, 0.2);
  });

  it('count tokens by every kind the service tells, and measure the connection', async () => {
    const stage = await measured();
    const usage = { total_tokens: 500, input_tokens: 120, output_tokens: 380, input_token_details: { text_tokens: 20, audio_tokens: 100 } };
    stage.session.receive({ type: 'response.done', response: { id: 'r_a1', status: 'completed', output: [], usage } });
    stage.session.stats = async () => ({ ...stage.session.meters, roundTripMs: 23, underruns: 2, reconnects: 1 });
    await open(stage);
    await stage.shows('.measures', 'text 20 · audio 100');
    await stage.shows('.measures', 'Round trip 23 ms');
    const [, , tokens, connection] = stage.all('.measures section').map((section) => section.textContent?.replace(/\s+/g, ' '));
    expect(tokens).to.contain('Total 500').and.to.contain('Input 120').and.to.contain('Output 380');
    expect(connection).to.contain('Transport WebRTC').and.to.contain('Audio gaps 2').and.to.contain('Reconnects 1');
  });

  it('say that nothing was measured yet', async () => {
    const stage = await setStage();
    stage.button('More').click();
    await stage.shows('[role=menu]', 'Measurements');
    stage
      .all('[role=menuitem]')
      .find((item) => item.textContent?.trim() === 'Measurements')
      ?.click();
    await stage.shows('.measures', 'No answers yet.');
    await stage.shows('.measures', 'The service has not reported any limits yet.');
    await expect(stage.element).to.be.accessible();
  });

  it('measure a real conversation to its first sound and its end', async () => {
    const { gateway } = (await (await fetch('/test-service.json')).json()) as { gateway: string };
    const element = await fixture<RealtimeVoice>(html`<realtime-voice></realtime-voice>`);
    for (const [name, value] of Object.entries({ 'base-url': gateway, model: 'rehearsal', transport: 'websocket' }))
      element.setAttribute(name, value);
    await element.connect();
    element.session?.mute(true);
    element.sendText('Good day.');
    const text = (selector: string) => element.shadowRoot?.querySelector(selector)?.textContent?.replace(/\s+/g, ' ') ?? '';
    await waitUntil(() => text('.gauges').includes('heard after'), 'nothing is heard');
    element.shadowRoot?.querySelector<HTMLElement>('[data-sheet=gauges]')?.click();
    await waitUntil(() => /First token .*First sound .*Complete/.test(text('.turns')), 'the turn is not whole');
    expect(text('.measures')).to.match(/Total [1-9]/);
    element.disconnect();
  });
});

// What visitors say of answers and calls, and what a page may count of a conversation.
import { expect } from '@open-wc/testing';
import { VoxreelError, type VoiceFeedback, type VoiceTelemetry } from 'voxreel';

import { assistantCalls, assistantSpeaks, assistantStops, createScriptedSession, heard, userSays } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { setStage, type Stage } from './stage.js';

interface Told extends Stage {
  readonly feedback: VoiceFeedback[];
  readonly telemetry: VoiceTelemetry[];
}

async function setTold(attributes: Record<string, string> = {}): Promise<Told> {
  const stage = await setStage({ lang: 'en', ...attributes }, createScriptedSession());
  const [feedback, telemetry]: [VoiceFeedback[], VoiceTelemetry[]] = [[], []];
  stage.element.addEventListener('voice-feedback', ({ detail, itemId, rating, comment }) => {
    expect(detail).to.deep.equal({ itemId, rating, comment });
    feedback.push(detail);
  });
  stage.element.addEventListener('voice-telemetry', ({ detail }) => telemetry.push(detail));
  return Object.assign(stage, { feedback, telemetry });
}

const says = (id: string, text: string) => [...assistantSpeaks(id, text), ...assistantStops(id)];
const names = (stage: Told) => stage.telemetry.map(({ name }) => name);

describe('<realtime-voice feedback>', () => {
  it('asks about each answer that is complete, and of nothing else', async () => {
    const stage = await setTold({ feedback: '' });
    await stage.session.connect();
    stage.session.receive(userSays('u', 'Which trails?'), ...assistantSpeaks('a', 'The mill loop.'));
    await stage.shows('.lines', 'The mill loop.');
    expect(stage.all('.thumb')).to.deep.equal([]);
    stage.session.receive(...assistantStops('a'));
    await waitUntil(() => stage.all('.thumb').length === 2, 'no thumbs');
    await expect(stage.element).to.be.accessible();
    stage.element.feedback = false;
    await waitUntil(() => stage.all('.thumb').length === 0, 'it still asks');
  });

  it('tells the page a thumb, a comment, another thumb and that it was taken back', async () => {
    const stage = await setTold({ feedback: '' });
    await stage.session.connect();
    stage.session.receive(...says('a', 'The mill loop.'));
    await waitUntil(() => stage.all('.thumb').length === 2, 'no thumbs');
    stage.button('Good answer').click();
    await stage.shows('[role=status]', 'Thank you');
    expect(stage.find('.thumb.up').getAttribute('aria-pressed')).to.equal('true');
    await expect(stage.element).to.be.accessible();
    stage.field('[name=comment]').value = ' Short and right. ';
    stage.button('Send comment').click();
    await stage.shows('.feedback .note', 'Thank you');
    const isDown = (pressed: string) => () => stage.find('.thumb.down').getAttribute('aria-pressed') === pressed;
    stage.button('Bad answer').click();
    await waitUntil(isDown('true'), 'it is not pressed');
    stage.button('Bad answer').click();
    await waitUntil(isDown('false'), 'it was not taken back');
    const comment = 'Short and right.';
    expect(stage.feedback).to.deep.equal([
      { itemId: 'a', rating: 'up', comment: undefined },
      { itemId: 'a', rating: 'up', comment },
      { itemId: 'a', rating: 'down', comment },
      { itemId: 'a', rating: undefined, comment },
    ]);
  });

  it('is reached by keyboard: the newest answer by Tab, earlier ones by arrow keys', async () => {
    const stage = await setTold({ feedback: '' });
    await stage.session.connect();
    stage.session.receive(...says('a', 'The mill loop.'), ...says('b', 'The weir.'), userSays('u', 'Thanks.'));
    await waitUntil(() => stage.all('.thumb').length === 4, 'no thumbs');
    expect(stage.all('.thumb').map(({ tabIndex }) => tabIndex)).to.deep.equal([-1, -1, 0, 0]);
    const last = stage.all('.thumb').at(-1);
    last?.focus();
    last?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
    expect(stage.element.shadowRoot?.activeElement).to.equal(stage.all('.thumb.down')[0]);
  });

  it('asks about a call that has ended, until it is rated again, skipped or followed by another', async () => {
    const stage = await setTold({ feedback: '' });
    await stage.session.connect();
    stage.session.receive(...says('a', 'The mill loop.'));
    await waitUntil(() => stage.all('.thumb').length === 2, 'no thumbs');
    stage.session.close();
    await stage.shows('.of-call', 'How was the conversation?');
    await expect(stage.element).to.be.accessible();
    stage.button('4 of 5').click();
    await waitUntil(() => stage.all('.of-call form').length === 1, 'no room for a comment');
    stage.field('.of-call [name=comment]').value = 'Nice voice.';
    stage.button('Send comment').click();
    await stage.shows('.of-call .note', 'Thank you');
    expect(stage.feedback).to.deep.equal([
      { itemId: undefined, rating: 4, comment: undefined },
      { itemId: undefined, rating: 4, comment: 'Nice voice.' },
    ]);
    await stage.session.connect();
    await waitUntil(() => stage.all('.of-call').length === 0, 'it still asks');
    stage.session.close();
    await stage.shows('.of-call', 'How was the conversation?');
    expect(stage.all('.of-call [aria-pressed=true]')).to.deep.equal([]);
    stage.button('No rating').click();
    await waitUntil(() => stage.all('.of-call').length === 0, 'it is not skipped');
  });

  it('asks nothing about a call in which nothing was said', async () => {
    const stage = await setTold({ feedback: '' });
    await stage.session.connect();
    stage.session.close();
    await stage.shows('[part=status]', 'Ended');
    expect(stage.all('.of-call')).to.deep.equal([]);
  });
});

describe('voice-telemetry', () => {
  it('reports a call from its connection to its end', async () => {
    const stage = await setTold();
    await stage.session.connect();
    stage.session.receive(...says('a', 'The mill loop.'));
    stage.session.report(new VoxreelError('rate_limited', 'Too many.'));
    stage.session.close();
    expect(names(stage)).to.deep.equal(['connected', 'error', 'closed']);
    const [connected, error, closed] = stage.telemetry;
    expect(connected?.ms).to.be.a('number').and.at.least(0);
    expect(connected?.transport).to.equal('webrtc');
    expect(error).to.deep.equal({ name: 'error', code: 'rate_limited' });
    expect(closed?.ms).to.be.a('number').and.at.least(0);
  });

  it('reports when an answer is first heard', async () => {
    const stage = await setTold();
    await stage.session.connect();
    stage.session.receive({ type: 'input_audio_buffer.speech_stopped', item_id: 'u' }, ...assistantSpeaks('a', 'The mill loop.'));
    stage.session.sound({ speaker: 0.2 });
    await waitUntil(() => names(stage).includes('sound'), 'no sound is reported');
    expect(stage.telemetry.at(-1)?.ms).to.be.a('number').and.at.least(0);
  });

  it('reports an interruption once, though the service says it twice', async () => {
    const stage = await setTold();
    await stage.session.connect();
    stage.session.receive(
      ...assistantSpeaks('a', 'The mill loop.'),
      heard('a', 400),
      { type: 'response.done', response: { id: 'r_a', status: 'cancelled', output: [] } },
      { type: 'conversation.item.truncated', item_id: 'a', content_index: 0, audio_end_ms: 400 },
    );
    expect(stage.telemetry.slice(1)).to.deep.equal([{ name: 'interrupted', itemId: 'a' }]);
  });

  it('reports how each function call ended', async () => {
    const stage = await setTold();
    await stage.session.connect();
    const ended = (id: string, status: string) => stage.session.receive({ type: 'local.tool', call_id: `call_${id}`, status });
    for (const [id, status] of [
      ['a', 'completed'],
      ['b', 'failed'],
      ['c', 'denied'],
    ] as const) {
      stage.session.receive(...assistantCalls(id, `tool_${id}`, {}));
      ended(id, 'running');
      ended(id, status);
      await waitUntil(() => stage.telemetry.some(({ outcome }) => outcome === status), `${status} is not reported`);
    }
    expect(stage.telemetry.slice(1).map(({ name, tool, outcome }) => [name, tool, outcome])).to.deep.equal([
      ['tool', 'tool_a', 'completed'],
      ['tool', 'tool_b', 'failed'],
      ['tool', 'tool_c', 'denied'],
    ]);
  });

  it('reports that the panel of a launcher was opened', async () => {
    const stage = await setTold({ launcher: '' });
    await waitUntil(() => stage.all('dialog').length === 1, 'the launcher does not load');
    stage.element.openPanel();
    await waitUntil(() => names(stage).includes('opened'), 'it is not reported');
  });
});

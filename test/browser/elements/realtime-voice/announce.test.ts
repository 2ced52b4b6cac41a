// What a screen reader says of a conversation: written answers by sentence, without marks and not in a flood; nothing that is heard anyway.
import { aTimeout, expect } from '@open-wc/testing';

import { createSaidText } from '../../../../src/elements/realtime-voice/transcript/said-text.js';
import { createSpeech } from '../../../../src/elements/realtime-voice/transcript/speech.js';
import { assistantCalls, assistantSpeaks, userSays } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { setStage, type Stage } from './stage.js';

const begun = {
  type: 'response.output_item.added',
  response_id: 'r',
  item: { id: 'a1', type: 'message', role: 'assistant', status: 'in_progress' },
};
const writes = (delta: string) => ({ type: 'response.text.delta', response_id: 'r', item_id: 'a1', content_index: 0, delta });
const polite = (stage: Stage) => stage.text('[role=status]');
const urgent = (stage: Stage) => stage.text('[role=alert]');

describe('a written answer', () => {
  it('is said by whole sentences, without its marks, code by its name', () => {
    const said = createSaidText();
    expect(said('## Ways **up**\n- Take *the* [north path](https://a.b), `now`.\n', 'Code')).to.equal('Ways up Take the north path, now.');
    expect(said('| a | b |\n|---|---|\n| 1 | 2 |\n', 'Code')).to.equal('a, b 1, 2');
    expect(said('Like this:\n```js\nlet a = 1;\n', 'Code')).to.equal('Like this: Code.');
    expect(said('let b = 2;\n```\nThat is all. 2 * 3 = 6, snake_case.', 'Code')).to.equal('That is all. 2 * 3 = 6, snake_case.');
  });

  it('is gathered while the last of it is still being read out', async () => {
    const said: string[] = [];
    const speech = createSpeech(
      (text) => said.push(text),
      () => 'Code',
    );
    const sentence = 'This is a sentence that takes a while to be read out. ';
    const { pass, undo } = clockByHand();
    try {
      for (let count = 1; count <= 40; count++) {
        speech.add({ id: 'a', text: sentence.repeat(count) }, false);
        pass(25);
      }
      pass(10_000);
    } finally {
      undo();
    }
    expect(said.join(' ').length).to.equal(sentence.length * 40 - 1);
    expect(said.length).to.equal(2);
  });

  it('is said once though its end is reported twice; of answers long past nothing is known', async () => {
    const said: string[] = [];
    const speech = createSpeech(
      (text) => said.push(text),
      () => 'Code',
    );
    const ends = (id: string) => speech.add({ id, text: `Answer ${id}.` }, true);
    ends('one');
    ends('one');
    for (let count = 0; count < 30; count++) ends(`later ${count}`);
    ends('one');
    await waitUntil(() => said.length > 0);
    expect(said[0]?.match(/Answer one\./g)).to.have.length(2);
  });

  it('is not said again when the service names it once more, nor one of long ago', async () => {
    const stage = await setStage({ modalities: 'text' });
    stage.session.receive({
      type: 'conversation.item.created',
      item: { id: 'old', type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'text', text: 'Of yesterday.' }] },
    });
    stage.session.receive(begun, writes('Of today. '));
    await waitUntil(() => polite(stage) !== '');
    expect(polite(stage)).to.equal('Of today.');
  });
});

describe('what is spoken', () => {
  it('is not read out where it is heard; the person’s own words are, once understood', async () => {
    const stage = await setStage();
    stage.session.receive({ type: 'session.created', session: { id: 's', input_audio_transcription: {} } });
    stage.session.receive({ type: 'input_audio_buffer.committed', item_id: 'u1', previous_item_id: null });
    stage.session.receive(...assistantSpeaks('a1', 'It is sixty metres high. And it grows.'));
    stage.session.receive({
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: 'u1',
      content_index: 0,
      transcript: 'How high is it?',
    });
    await waitUntil(() => polite(stage) === 'You: How high is it?');
    await aTimeout(900);
    expect(polite(stage)).not.to.contain('sixty');
    stage.session.receive({ type: 'input_audio_buffer.committed', item_id: 'u2', previous_item_id: 'a1' });
    stage.session.receive({
      type: 'conversation.item.input_audio_transcription.failed',
      item_id: 'u2',
      content_index: 0,
      error: { type: 'transcription_error', code: 'audio_unintelligible', message: 'No words.' },
    });
    await waitUntil(() => polite(stage) === 'This could not be transcribed.');
  });

  it('leaves what one typed oneself unsaid', async () => {
    const stage = await setStage();
    stage.session.receive(userSays('u1', 'Hello there.'));
    await stage.shows('.lines', 'Hello there.');
    await aTimeout(900);
    expect(polite(stage)).to.equal('');
  });
});

describe('a function call', () => {
  it('asks at once, and says when it failed', async () => {
    const stage = await setStage();
    stage.session.receive(...assistantCalls('f1', 'look', { at: 'sea' }));
    stage.session.askApproval({ callId: 'call_f1', name: 'look', arguments: '{"at":"sea"}' });
    await waitUntil(() => urgent(stage).includes('look("sea")'));
    expect(urgent(stage)).to.contain('Allow or deny it.');
    stage.button('Allow look').click();
    stage.session.receive({ type: 'local.tool', call_id: 'call_f1', status: 'failed' });
    await waitUntil(() => polite(stage) === 'look failed.');
  });
});

/** Time passes when the test says so. */
function clockByHand() {
  const [realTimeout, realNow] = [globalThis.setTimeout, performance.now];
  const due: { readonly at: number; readonly work: () => void }[] = [];
  let now = 0;
  const at = (work: () => void, ms = 0) => due.push({ at: now + ms, work });
  Object.assign(globalThis, { setTimeout: at });
  performance.now = () => now;
  return {
    pass(ms: number) {
      const end = now + ms;
      while ((due[0]?.at ?? Infinity) <= end) {
        const next = due.shift();
        now = next?.at ?? end;
        next?.work();
      }
      now = end;
    },
    undo() {
      Object.assign(globalThis, { setTimeout: realTimeout });
      performance.now = realNow;
    },
  };
}

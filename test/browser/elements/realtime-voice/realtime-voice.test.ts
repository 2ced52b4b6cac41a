// What a person and a page see of <realtime-voice> in every state, over a scripted session.
import { aTimeout, expect, oneEvent } from '@open-wc/testing';
import { VoxreelError, setWords } from 'voxreel';
import type { VoiceErrorEvent, VoiceToolCallEvent } from 'voxreel';

import { RealtimeVoice } from '../../../../src/elements/realtime-voice/define.js';
import { assistantCalls, assistantSpeaks, assistantStops, createScriptedSession, heard, userSays } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { countDrawings, inked, withoutOffscreen } from './drawings.js';
import { setStage, stageOf, type Stage } from './stage.js';
import { strictFrame } from '../../strict-frame.js';

const sentence = 'The Douglas fir by the old mill, at about sixty-one metres.';

async function talking(attributes: Record<string, string> = {}): Promise<Stage> {
  const stage = await setStage(attributes);
  await stage.element.connect();
  await stage.element.updateComplete;
  return stage;
}

describe('<realtime-voice> at rest', () => {
  it('teaches in one sentence and is accessible', async () => {
    const stage = await setStage();
    expect(stage.text('.status')).to.equal('Ready');
    expect(stage.text('.lesson')).to.equal('Press the round button and speak, or type below.');
    await expect(stage.element).to.be.accessible();
  });

  it('is defined once, however often it is asked for', async () => {
    const again = new URL('../../../../src/elements/realtime-voice/define.js?again', import.meta.url).href;
    await import(again);
    expect(customElements.get('realtime-voice')).to.equal(RealtimeVoice);
  });

  it('takes properties that were set before it was upgraded', async () => {
    const session = createScriptedSession();
    const early = document.createElement('realtime-voice-late');
    Object.assign(early, { session, pushToTalk: true, model: 'm' });
    document.body.append(early);
    class Late extends RealtimeVoice {}
    customElements.define('realtime-voice-late', Late);
    expect(early).to.be.instanceOf(Late);
    if (!(early instanceof Late)) return;
    await early.updateComplete;
    expect(early.session).to.equal(session);
    expect(early.pushToTalk).to.equal(true);
    expect(early.model).to.equal('m');
    early.remove();
  });
});

describe('<realtime-voice> connecting', () => {
  it('opens the connection and the microphone with one press, and tells the page', async () => {
    const stage = await setStage();
    const phases: string[] = [];
    stage.element.addEventListener('voice-phase', (event) => phases.push(`${event.previous}>${event.phase}`));
    stage.button('Talk').click();
    await stage.shows('.status', 'Listening');
    expect(phases).to.deep.equal(['idle>connecting', 'connecting>open']);
    expect(stage.called('setMicrophone')).to.deep.equal([[true]]);
    expect(stage.text('.transport')).to.equal('WebRTC');
    expect(stage.text('.clock')).to.match(/^0:0\d$/);
    expect(stage.element.matches(':state(open)')).to.equal(true);
    await expect(stage.element).to.be.accessible();
  });

  it('can be cancelled while it connects', async () => {
    const stage = await setStage({}, createScriptedSession({ instant: false }));
    stage.button('Talk').click();
    await stage.shows('.status', 'Connecting');
    stage.button('Cancel').click();
    await stage.shows('.status', 'Ended');
    expect(stage.called('close')).to.have.length(1);
  });

  it('hangs up, mutes and unmutes', async () => {
    const stage = await talking();
    stage.button('Mute microphone').click();
    await stage.shows('.status', 'Muted');
    stage.button('Unmute microphone').click();
    await stage.shows('.status', 'Listening');
    stage.button('Hang up').click();
    await stage.shows('.status', 'Ended');
    expect(stage.called('mute')).to.deep.equal([[true], [false]]);
  });

  it('says why no connection could be made, and tries again', async () => {
    const stage = await setStage();
    stage.session.failNext('connect', new VoxreelError('unauthorized', 'Incorrect key provided: sk-abcdef123456.', { status: 401 }));
    const told = oneEvent<VoiceErrorEvent>(stage.element, 'voice-error');
    const rejected = await stage.element.connect().catch((error: unknown) => error);
    expect(rejected).to.have.property('code', 'unauthorized');
    expect((await told).error).to.equal(rejected);
    await stage.shows('.notice', 'You are not signed in.');
    expect(stage.text('.frame')).not.to.contain('sk-abcdef');
    await expect(stage.element).to.be.accessible();
    stage.button('Connect again').click();
    await stage.shows('.status', 'Listening');
    expect(stage.all('.notice')).to.have.length(0);
  });

  it('goes on in writing when the microphone is blocked, and asks again', async () => {
    const stage = await setStage();
    stage.session.failNext('setMicrophone', new VoxreelError('microphone_denied', 'Permission denied'));
    await stage.element.connect();
    await stage.shows('.stage ~ .notice', 'The microphone is blocked.');
    expect(stage.text('.status')).to.equal('Connected');
    stage.button('Try again').click();
    await stage.shows('.status', 'Listening');
    expect(stage.all('.notice')).to.have.length(0);
  });

  it('shows a lost connection calmly', async () => {
    const stage = await talking();
    stage.session.enter('reconnecting');
    await stage.shows('.status', 'Reconnecting');
    expect(stage.element.matches(':state(reconnecting)')).to.equal(true);
    expect(stage.all('.notice')).to.have.length(0);
    stage.session.enter('open');
    await stage.shows('.status', 'Listening');
  });
});

describe('<realtime-voice> transcript', () => {
  it('names who speaks and keeps true order', async () => {
    const stage = await talking();
    stage.session.receive({ type: 'session.created', session: { id: 's', voice: 'aria' } }, userSays('u1', 'What is the tallest tree?'));
    stage.session.receive(...assistantSpeaks('a1', sentence));
    await stage.shows('.lines', sentence);
    expect(stage.all('.name').map((name) => name.textContent)).to.deep.equal(['You', 'Aria']);
    await expect(stage.element).to.be.accessible();
  });

  it('sets heard words in ink, and the rest paler', async () => {
    const stage = await talking();
    stage.session.receive(...assistantSpeaks('a1', sentence, 2000), heard('a1', 1000));
    const unheard = () => stage.all('[part=unheard]').map((word) => word.textContent);
    await waitUntil(() => unheard().at(-1) === 'metres.', 'the end is not shown as unheard');
    expect(unheard().join('')).to.equal('at about sixty-one metres.');
    const [heardInk, unheardInk] = [stage.find('.words'), stage.find('[part=unheard]')].map((part) => getComputedStyle(part).color);
    expect(heardInk).not.to.equal(unheardInk);
    stage.session.receive(heard('a1', 2000));
    await waitUntil(() => stage.all('[part=unheard]').length === 0);
    expect(stage.text('.words')).to.equal(sentence);
  });

  it('strikes through what was cut, and says so without color', async () => {
    const stage = await talking();
    stage.session.receive(...assistantSpeaks('a1', sentence, 2000), heard('a1', 1000), ...assistantStops('a1'));
    stage.session.receive({ type: 'conversation.item.truncated', item_id: 'a1', content_index: 0, audio_end_ms: 1000 });
    await stage.shows('s', 'metres.');
    expect(getComputedStyle(stage.find('s')).textDecorationLine).to.equal('line-through');
    expect(stage.text('.words')).to.contain('Cut off:');
  });

  it('shows a wait and a failure of transcription', async () => {
    const stage = await talking();
    stage.session.receive({ type: 'session.created', session: { id: 's', input_audio_transcription: {} } });
    stage.session.receive({ type: 'input_audio_buffer.committed', item_id: 'u1', previous_item_id: null });
    await stage.shows('.words', 'Transcribing');
    stage.session.receive({
      type: 'conversation.item.input_audio_transcription.failed',
      item_id: 'u1',
      content_index: 0,
      error: { type: 'transcription_error', code: 'audio_unintelligible', message: 'No words.' },
    });
    await stage.shows('.words', 'This could not be transcribed.');
  });

  it('leaves untouched lines alone in a long conversation', async () => {
    const stage = await talking();
    stage.session.receive(...Array.from({ length: 120 }, (_, at) => userSays(`u${at}`, `Line ${at}`)));
    // The newest come first, the others when there is time.
    await stage.shows('.lines', 'Line 119');
    await stage.shows('.lines', 'Line 0');
    expect(stage.all('.group').map((group) => group.children.length)).to.deep.equal([50, 50, 20]);
    const watched = stage.all('.group').slice(0, 2);
    let changes = 0;
    const observer = new MutationObserver((records) => (changes += records.length));
    for (const group of watched) observer.observe(group, { subtree: true, childList: true, characterData: true, attributes: true });
    stage.session.receive(...assistantSpeaks('a1', sentence));
    await stage.shows('.lines', sentence);
    observer.disconnect();
    expect(changes).to.equal(0);
  });

  it('keeps the newest line in view', async () => {
    const stage = await talking();
    stage.session.receive(...Array.from({ length: 60 }, (_, at) => userSays(`u${at}`, `Line ${at}`)));
    await stage.shows('.lines', 'Line 59');
    const last = stage.all('.line').at(-1)?.getBoundingClientRect();
    const view = stage.find('.scroller').getBoundingClientRect();
    expect(last?.bottom).to.be.at.most(view.bottom + 1);
    expect(last?.top).to.be.at.least(view.top);
  });

  it('never makes markup of what the service says', async () => {
    const stage = await talking();
    stage.session.receive(userSays('u1', '<img src=x onerror=alert(1)><b>bold</b>'));
    await stage.shows('.words', '<img src=x');
    expect(stage.all('img, b')).to.have.length(0);
  });

  it('tells the page of each whole message, and again when it was cut', async () => {
    const stage = await talking();
    const told: string[] = [];
    stage.element.addEventListener('voice-message', ({ message }) => told.push(`${message.role}:${message.id}:${message.cut}`));
    stage.session.receive(userSays('u1', 'Hello'), ...assistantSpeaks('a1', sentence, 2000));
    expect(told).to.deep.equal(['user:u1:false']);
    stage.session.receive(...assistantStops('a1'));
    stage.session.receive({ type: 'conversation.item.truncated', item_id: 'a1', content_index: 0, audio_end_ms: 500 });
    expect(told).to.deep.equal(['user:u1:false', 'assistant:a1:false', 'assistant:a1:true']);
  });

  it('passes every server event on', async () => {
    const stage = await talking();
    const types: string[] = [];
    stage.element.addEventListener('voice-event', ({ serverEvent }) => types.push(serverEvent.type));
    stage.session.receive({ type: 'input_audio_buffer.speech_started' }, { type: 'unknown', unknownType: 'new.thing', raw: {} });
    expect(types).to.deep.equal(['input_audio_buffer.speech_started', 'unknown']);
  });

  it('announces written answers by sentence, and spoken ones not at all', async () => {
    const stage = await talking();
    stage.session.receive(
      {
        type: 'response.output_item.added',
        response_id: 'r',
        item: { id: 'a1', type: 'message', role: 'assistant', status: 'in_progress' },
      },
      { type: 'response.text.delta', response_id: 'r', item_id: 'a1', content_index: 0, delta: 'First one. Then a seco' },
    );
    await stage.shows('[role=status]', 'First one.');
    expect(stage.text('[role=status]')).not.to.contain('seco');
    stage.session.receive(...assistantSpeaks('a2', 'Spoken aloud. And more.'));
    await stage.shows('.lines', 'Spoken aloud.');
    await aTimeout(800);
    expect(stage.text('[role=status]')).not.to.contain('Spoken');
  });
});

describe('<realtime-voice> function calls', () => {
  async function asking(): Promise<Stage> {
    const stage = await talking();
    stage.session.receive(...assistantCalls('f1', 'trail_status', { trail: 'mill loop' }));
    return stage;
  }
  const call = { callId: 'call_f1', name: 'trail_status', arguments: '{"trail":"mill loop"}' };

  it('asks a person: one line of code, Allow and Deny', async () => {
    const stage = await asking();
    stage.session.askApproval(call);
    await stage.shows('.call', 'trail_status("mill loop")');
    await expect(stage.element).to.be.accessible();
    stage.button('Allow trail_status').click();
    await stage.shows('.call', 'running');
    expect(stage.called('approveTool')).to.deep.equal([['call_f1', true]]);
  });

  it('denies on Deny', async () => {
    const stage = await asking();
    stage.session.askApproval(call);
    await stage.shows('.call', 'Deny');
    stage.button('Deny trail_status').click();
    await stage.shows('.call', 'denied');
    expect(stage.called('approveTool')).to.deep.equal([['call_f1', false]]);
  });

  it('lets the page deny by preventing the event, or allow without asking', async () => {
    for (const [answer, allowed] of [
      [(event: VoiceToolCallEvent) => event.preventDefault(), false],
      [(event: VoiceToolCallEvent) => event.allow(), true],
    ] as const) {
      const stage = await asking();
      stage.element.addEventListener('voice-tool-call', answer);
      stage.session.askApproval(call);
      expect(stage.called('approveTool')).to.deep.equal([['call_f1', allowed]]);
    }
  });

  it('tells of a call that needs no approval once it runs, without a way to cancel', async () => {
    const stage = await asking();
    const told = oneEvent<VoiceToolCallEvent>(stage.element, 'voice-tool-call');
    stage.session.receive({ type: 'local.tool', call_id: 'call_f1', status: 'running' });
    const event = await told;
    expect(event.cancelable).to.equal(false);
    expect(event.name).to.equal('trail_status');
  });

  it('shows what a function returned', async () => {
    const stage = await asking();
    stage.session.receive({
      type: 'conversation.item.created',
      item: { id: 'o1', type: 'function_call_output', call_id: 'call_f1', output: '{"open":true}' },
    });
    await stage.shows('.output summary', '{"open":true}');
  });
});

describe('<realtime-voice> in writing', () => {
  it('sends what is typed and clears the field', async () => {
    const stage = await talking();
    const field = stage.message();
    field.value = '  How is the path?  ';
    stage.button('Send').click();
    expect(stage.called('sendText')).to.deep.equal([['How is the path?']]);
    expect(field.value).to.equal('');
  });

  it('sends by Enter, not while a word is composed or with Shift, and grows with its lines', async () => {
    const stage = await talking();
    const field = stage.message();
    const write = (text: string) => {
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      return field.offsetHeight;
    };
    const enter = (init: KeyboardEventInit) =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true, ...init }));
    const one = write('One line');
    expect(one).to.equal(44);
    const two = write('One line\nand another');
    expect(two).to.be.above(one);
    expect(enter({ shiftKey: true }), 'a new line').to.equal(true);
    expect(enter({ isComposing: true })).to.equal(true);
    expect(enter({ keyCode: 229 })).to.equal(true);
    expect(stage.called('sendText')).to.deep.equal([]);
    expect(enter({})).to.equal(false);
    expect(stage.called('sendText')).to.deep.equal([['One line\nand another']]);
    expect([field.value, field.offsetHeight]).to.deep.equal(['', one]);
    expect(write('A line\n'.repeat(40))).to.be.below(two * 5);
  });

  it('connects without a microphone for a typed message', async () => {
    const stage = await setStage();
    stage.element.sendText('Hello');
    await stage.shows('.status', 'Connected');
    expect(stage.called('setMicrophone')).to.have.length(0);
    expect(stage.called('sendText')).to.deep.equal([['Hello']]);
    stage.button('Hang up').click();
    await stage.shows('.status', 'Ended');
  });

  it('offers no microphone where only text is spoken of', async () => {
    const stage = await setStage({ modalities: 'text' });
    expect(stage.all('.talk, canvas')).to.have.length(0);
    expect(stage.text('.lesson')).to.equal('Type below to begin.');
    await expect(stage.element).to.be.accessible();
  });

  it('stops the answer', async () => {
    const stage = await talking();
    stage.session.receive(...assistantSpeaks('a1', sentence));
    await stage.shows('.status', 'Answering');
    stage.button('Stop the answer').click();
    expect(stage.called('interrupt')).to.have.length(1);
  });
});

describe('<realtime-voice> push to talk', () => {
  const press = (type: string, init: PointerEventInit = {}) => new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, ...init });
  const key = (type: string, init: KeyboardEventInit = {}) =>
    new KeyboardEvent(type, { key: ' ', bubbles: true, composed: true, cancelable: true, ...init });
  const turns = (stage: Stage) => stage.session.calls.map(([name]) => name).filter((name) => name.endsWith('Talking'));

  it('talks while the button is held', async () => {
    const stage = await talking({ 'push-to-talk': '' });
    expect(stage.text('.status')).to.equal('Connected');
    const button = stage.button('Hold to talk');
    button.setPointerCapture = () => {};
    button.dispatchEvent(press('pointerdown'));
    await stage.shows('.status', 'Listening');
    expect(button.getAttribute('aria-pressed')).to.equal('true');
    button.dispatchEvent(press('pointerup'));
    button.click();
    await stage.shows('.status', 'Connected');
    expect(turns(stage)).to.deep.equal(['startTalking', 'stopTalking']);
    await expect(stage.element).to.be.accessible();
  });

  it('talks while the space bar is held, but not while typing', async () => {
    const stage = await talking({ 'push-to-talk': '' });
    const button = stage.button('Hold to talk');
    button.dispatchEvent(key('keydown'));
    button.dispatchEvent(key('keydown', { repeat: true }));
    button.dispatchEvent(key('keyup'));
    stage.message().dispatchEvent(key('keydown'));
    expect(turns(stage)).to.deep.equal(['startTalking', 'stopTalking']);
  });

  it('begins and ends by click for those who cannot hold', async () => {
    const stage = await talking({ 'push-to-talk': '' });
    stage.button('Hold to talk').click();
    stage.button('Hold to talk').click();
    expect(turns(stage)).to.deep.equal(['startTalking', 'stopTalking']);
  });

  it('lets go when the window loses the focus', async () => {
    const stage = await talking({ 'push-to-talk': '' });
    stage.button('Hold to talk').dispatchEvent(key('keydown'));
    window.dispatchEvent(new Event('blur'));
    expect(turns(stage)).to.deep.equal(['startTalking', 'stopTalking']);
  });
});

describe('<realtime-voice> meters', () => {
  it('says that the answer is speaking while it sounds, and how soon it was heard', async () => {
    const stage = await talking();
    stage.session.receive({ type: 'input_audio_buffer.speech_stopped' }, ...assistantSpeaks('a1', sentence));
    await stage.shows('.gauges', 'answered after');
    stage.session.sound({ speaker: 0.2 });
    await stage.shows('.status', 'Speaking');
    await stage.shows('.gauges', 'heard after');
    expect(stage.element.matches(':state(speaking)')).to.equal(true);
    stage.session.sound({ speaker: 0 });
    stage.session.receive(...assistantStops('a1'));
    await stage.shows('.status', 'Listening');
  });

  it('shows what the tightest limit leaves', async () => {
    const stage = await talking();
    stage.session.receive({
      type: 'rate_limits.updated',
      rate_limits: [
        { name: 'requests', limit: 100, remaining: 98, reset_seconds: 1 },
        { name: 'tokens', limit: 50_000, remaining: 39_204, reset_seconds: 9 },
      ],
    });
    await stage.shows('.gauges', 'tokens left');
    expect(stage.text('.gauges')).to.contain('39,204');
  });

  for (const [where, prepare] of [
    ['in a worker', () => () => {}],
    ['on the page, where no worker takes a canvas', withoutOffscreen],
  ] as const)
    it(`draws both voices ${where}, call after call, and where it is moved to`, async () => {
      const giveBack = prepare();
      const { counted, restore } = countDrawings();
      try {
        const stage = await talking();
        const isDrawn = async () => {
          stage.session.sound({ microphone: 0.3 });
          // Several bars.
          await waitUntil(() => inked(traceOf(stage)) > 200, 'the trace stays empty');
        };
        await isDrawn();
        stage.element.disconnect();
        await stage.shows('.status', 'Ended');
        expect(inked(traceOf(stage))).to.equal(0);
        await stage.element.connect();
        await isDrawn();
        const place = document.createElement('div');
        // Where it can be seen.
        stage.element.before(place);
        place.append(stage.element);
        await isDrawn();
      } finally {
        restore();
        giveBack();
      }
      expect(counted[where === 'in a worker' ? 'onPage' : 'inWorker']).to.equal(0);
    });
});

function traceOf(stage: Stage): HTMLCanvasElement {
  const canvas = stage.find('canvas');
  if (!(canvas instanceof HTMLCanvasElement)) throw new Error('The trace is no canvas.');
  return canvas;
}

describe('<realtime-voice> told of items whose ids are none', () => {
  it('goes on', async () => {
    const stage = await talking();
    stage.session.receive(
      userSays('u0', 'Here'),
      { type: 'conversation.item.truncated', item_id: ['u0'], content_index: 0, audio_end_ms: 1 },
      { type: 'conversation.item.created', item: { id: ['u0'], type: 'message', role: 'user', content: [] } },
      userSays('u1', 'Still here'),
    );
    await stage.shows('.lines', 'Still here');
  });
});

describe('<realtime-voice> in a page', () => {
  it('keeps a session that is the page’s when it is moved or removed', async () => {
    const stage = await talking();
    const place = document.createElement('div');
    document.body.append(place);
    place.append(stage.element);
    await stage.element.updateComplete;
    stage.session.receive(userSays('u1', 'After the move'));
    await stage.shows('.lines', 'After the move');
    place.remove();
    await aTimeout(0);
    expect(stage.called('close')).to.have.length(0);
    const heardNow: string[] = [];
    stage.element.addEventListener('voice-event', ({ serverEvent }) => heardNow.push(serverEvent.type));
    stage.session.receive(userSays('u2', 'While away'));
    expect(heardNow).to.deep.equal([]);
    document.body.append(stage.element);
    await stage.shows('.lines', 'While away');
    stage.element.remove();
  });

  it('makes a session from its attributes and closes it when removed', async () => {
    const element = document.createElement('realtime-voice');
    element.setAttribute('base-url', 'http://127.0.0.1:9');
    element.setAttribute('model', 'm');
    element.setAttribute('modalities', 'text');
    element.getToken = async () => 'sk-secret-standard-key-1234567890';
    document.body.append(element);
    const error = await element.connect().catch((cause: unknown) => cause);
    expect(error).to.have.property('name', 'VoxreelError');
    const session = element.session;
    expect(session?.phase).to.equal('failed');
    expect(element.shadowRoot?.textContent).not.to.contain('sk-secret');
    expect(element.outerHTML).not.to.contain('sk-secret');
    element.remove();
    await aTimeout(0);
    expect(session?.phase).to.be.oneOf(['closed', 'failed']);
  });

  it('lives under a strict content policy without one violation', async () => {
    const frame = strictFrame(new URL('strict-page.ts', import.meta.url));
    const result = new Promise<string[]>((resolve) =>
      window.addEventListener('message', ({ data }: MessageEvent<{ violations: string[] }>) => resolve(data.violations), { once: true }),
    );
    document.body.append(frame);
    expect(await result).to.deep.equal([]);
    frame.remove();
  });

  it('restates itself in the page’s language once words are there', async () => {
    const undo = setWords('xx', { voice: { ready: 'Paratum' } });
    const stage = await setStage({ lang: 'xx' });
    await stage.shows('.status', 'Paratum');
    undo();
  });

  it('leaves a page’s own session to the page', async () => {
    const stage = await talking();
    const other = createScriptedSession();
    stage.element.session = other;
    await stage.element.updateComplete;
    expect(stage.called('close')).to.have.length(0);
    stage.session.receive(userSays('u1', 'Old news'));
    other.receive(userSays('u2', 'Fresh'));
    await stageOf(stage.element, other).shows('.lines', 'Fresh');
    expect(stage.text('.lines')).not.to.contain('Old news');
  });
});

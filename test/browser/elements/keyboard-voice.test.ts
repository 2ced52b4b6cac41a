// <realtime-voice> by keys alone, over a scripted session: what is heard at each step, and that the focus is never lost, hidden or unseen.
import { expect } from '@open-wc/testing';

import { focused, heard, press, pressUntil, settled, tabTo, type } from './keyboard.js';
import { saved } from './saved.js';
import {
  assistantCalls,
  assistantSpeaks,
  assistantStops,
  createScriptedSession,
  userSays,
  type ScriptedSession,
} from './scripted-session.js';
import { setStage, type Stage } from './realtime-voice/stage.js';
import { until } from './until.js';

async function begin(attributes: Record<string, string> = {}, session: ScriptedSession = createScriptedSession()): Promise<Stage> {
  const staged = await setStage(attributes, session);
  const [before, after] = ['Before', 'After'].map((name) => Object.assign(document.createElement('button'), { textContent: name }));
  if (before !== undefined) staged.element.before(before);
  if (after !== undefined) staged.element.after(after);
  before?.focus();
  return staged;
}

/** In a conversation, with the focus on the round button. */
async function talking(attributes: Record<string, string> = {}): Promise<Stage> {
  const staged = await begin(attributes);
  await tabTo('"Talk"');
  await press('Enter');
  await until(() => (staged.find('.talk').matches('.live, .hold') ? true : undefined), 'the open microphone');
  return staged;
}

const within = (selector: string) => until(() => (focused()?.closest(selector) ? true : undefined), `the focus in ${selector}`);

describe('<realtime-voice> by keyboard', () => {
  it('goes from top to bottom, in and out at both ends', async () => {
    await begin();
    const order: string[] = [];
    for (let at = 0; at < 9 && order.at(-1) !== 'button "After"'; at++) order.push(await press('Tab'));
    // Chromium says a title even where it is the name already.
    expect(order.map((each) => each.replace(/" .*/, '"'))).to.deep.equal([
      'log "Conversation"',
      'button "Talk"',
      'textbox "Message"',
      'button "Settings"',
      'button "More"',
      'button "After"',
    ]);
    await pressUntil('Shift+Tab', 'Conversation');
    expect(await press('Shift+Tab')).to.equal('button "Before"');
  });

  it('connects, mutes, and hangs up on the same button', async () => {
    const { session, find } = await talking();
    expect(await settled('connecting')).to.contain('button "Hang up"');
    await tabTo('Mute microphone');
    expect(await press('Enter')).to.contain('Unmute microphone');
    expect(session.muted).to.equal(true);
    expect(await press(' ')).to.contain('"Mute microphone"');
    await pressUntil('Shift+Tab', 'Hang up');
    expect(await press('Enter')).to.contain('"Talk"');
    await until(() => (find('.status').textContent === 'Ended' ? true : undefined), 'the end');
  });

  it('types a message, and Send keeps the focus in the field', async () => {
    const { called, message } = await begin({ modalities: 'text' });
    await tabTo('textbox "Message"');
    await type('Good day.');
    await press('Enter');
    expect(await heard()).to.contain('textbox "Message"');
    await type('And again.');
    expect(await press('Tab')).to.contain('button "Send"');
    await press('Enter');
    expect(await settled('sending')).to.contain('textbox "Message"');
    expect(message().value).to.equal('');
    expect(called('sendText')).to.deep.equal([['Good day.'], ['And again.']]);
  });

  it('holds to talk by the space bar, on the button and on the transcript, not while typing', async () => {
    const { called } = await talking({ 'push-to-talk': '' });
    expect(await heard()).to.contain('button "Hold to talk"');
    const { sendKeys } = await import('@web/test-runner-commands');
    const hold = async () => {
      const before = called('startTalking').length;
      await sendKeys({ down: ' ' });
      const during = [called('startTalking').length - before, await heard()] as const;
      await sendKeys({ up: ' ' });
      return during;
    };
    const [begun, said] = await hold();
    expect([begun, called('stopTalking').length]).to.deep.equal([1, 1]);
    expect(said).to.contain('pressed');
    await pressUntil('Shift+Tab', 'log');
    expect((await hold())[0]).to.equal(1);
    await tabTo('textbox');
    expect((await hold())[0]).to.equal(0);
    expect(called('stopTalking')).to.have.length(2);
  });

  it('hangs up where the round button is for holding, and keeps the focus', async () => {
    await talking({ 'push-to-talk': '' });
    await tabTo('Hang up');
    await press('Enter');
    expect(await settled('hanging up')).to.contain('"Talk"');
  });

  for (const [word, allowed] of [
    ['Allow', true],
    ['Deny', false],
  ] as const) {
    it(`answers a function call: ${word}`, async () => {
      const { session, called, find } = await talking();
      session.receive(userSays('u1', 'Is the trail open?'), ...assistantCalls('f1', 'trail_status', { trail: 'mill loop' }));
      session.askApproval({ callId: 'call_f1', name: 'trail_status', arguments: '{"trail":"mill loop"}' });
      await pressUntil('Shift+Tab', `"${word} trail_status"`);
      await press('Enter');
      await settled('the answer');
      expect(called('approveTool')).to.deep.equal([['call_f1', allowed]]);
      expect(focused()?.closest('.line')).to.equal(find('.call').closest('.line'));
    });
  }

  it('stops an answer, and keeps the focus', async () => {
    const { session, find, called } = await talking();
    session.receive(...assistantSpeaks('a1', 'A long answer begins here.'));
    session.sound({ speaker: 0.3 });
    await until(() => (find('.status').textContent === 'Speaking' ? true : undefined), 'the sound');
    await pressUntil('Shift+Tab', 'Stop the answer');
    await press('Enter');
    expect(called('interrupt')).to.have.length(1);
    session.sound({ speaker: 0 });
    session.receive(...assistantStops('a1'));
    await until(() => (find('.top').querySelector('.stop') ? undefined : true), 'the button to go');
    await settled('stopping');
  });

  for (const name of ['Settings', 'Inspector'] as const) {
    it(`opens ${name}, goes through it, and comes back by Escape and by Close`, async () => {
      const { find } = await talking({ inspector: '' });
      const opener = name === 'Settings' ? '"Settings"' : '"More"';
      const open = async () => {
        await tabTo(opener);
        await press('Enter');
        if (name === 'Inspector') {
          await within('[role=menu]');
          await pressUntil('ArrowDown', 'Inspector');
          await press('Enter');
        }
        await within('[role=dialog]');
        return settled('opening');
      };
      expect(await open()).to.contain('Close');
      const inside: string[] = [];
      while (focused()?.closest('[role=dialog]')) inside.push(await press('Tab'));
      expect(inside.length).to.be.greaterThan(3);
      await pressUntil('Shift+Tab', inside.at(-2) ?? '');
      expect(await press('Escape')).to.contain(opener);
      expect(find('.frame').querySelector('[role=dialog]')).to.equal(null);
      const at = await heard();
      expect(await press('Escape'), 'a second Escape').to.equal(at);
      await pressUntil('Shift+Tab', 'log');
      await open();
      expect(await press('Enter')).to.contain(opener);
    });
  }

  it('walks through the menu by arrows, and leaves it by Escape or Tab', async () => {
    const { find } = await begin({ inspector: '' });
    await tabTo('"More"');
    await press('Enter');
    await within('[role=menu]');
    const first = await settled('opening');
    expect(first).to.contain('menuitem');
    const last = await press('End');
    expect(await press('ArrowDown')).to.equal(first);
    expect(await press('ArrowUp')).to.equal(last);
    expect(await press('Home')).to.equal(first);
    expect(await press('Escape')).to.contain('"More"');
    await press('ArrowDown').catch(() => undefined);
    await press('Enter');
    await within('[role=menu]');
    await press('Tab');
    await until(() => (find('.frame').querySelector('[role=menu]') ? undefined : true), 'the menu to close');
    await settled('leaving');
  });

  it('saves by the menu and is back on its button', async () => {
    const { session, find } = await begin();
    session.receive(userSays('u1', 'Hello'));
    await tabTo('"More"');
    await press('Enter');
    await within('[role=menu]');
    await pressUntil('ArrowDown', 'JSON)');
    const { download } = await saved(async () => expect(await press('Enter')).to.contain('"More"'));
    expect(download).to.match(/\.json$/);
    expect(find('.frame').querySelector('[role=menu]') === null).to.equal(true);
  });

  it('changes the microphone and how turns are taken', async () => {
    const { element } = await talking();
    await tabTo('"Settings"');
    await press('Enter');
    await within('[role=dialog]');
    // WebKit calls a list a button.
    await tabTo('combobox "Microphone"', 'button "Microphone"');
    await press('ArrowDown');
    await tabTo('slider "Loudness');
    await press('ArrowRight');
    await until(() => element.sessionConfig?.turn_detection, 'the new threshold');
    await pressUntil('Shift+Tab', 'Hold to talk');
    expect(await press(' ')).to.contain('checked');
    expect(element.pushToTalk).to.equal(true);
  });

  it('dismisses a failure, or takes the way out of it, and keeps the focus', async () => {
    const { VoxreelError } = await import('../../../src/core/errors.js');
    const { session, find } = await begin();
    session.failNext('connect', new VoxreelError('connection_failed', 'No.'));
    await tabTo('"Talk"');
    await press('Enter');
    await until(() => find('.frame').querySelector('.notice') ?? undefined, 'the failure');
    await pressUntil('Shift+Tab', 'Dismiss');
    await press('Enter');
    await settled('dismissing');
    session.failNext('connect', new VoxreelError('connection_failed', 'No.'));
    if (!(await heard()).includes('"Talk"')) await pressUntil('Tab', '"Talk"');
    await press('Enter');
    await until(() => find('.frame').querySelector('.way-out') ?? undefined, 'the way out');
    await pressUntil('Shift+Tab', 'Connect again');
    await press('Enter');
    await settled('connecting again');
  });
});

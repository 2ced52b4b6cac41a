// A conversation that goes to another agent or to a person, as one sees and hears it.
import { expect } from '@open-wc/testing';
import { transcript, type VoiceHandover } from 'voxreel';

import { assistantSpeaks, assistantStops, userSays } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { setStage } from './stage.js';

const created = (item: object) => ({ type: 'conversation.item.created', item: { status: 'completed', ...item } });
const passes = (id: string, role: 'assistant' | 'person', name?: string) => created({ id, type: 'handover', role, name });
const says = (id: string, role: string, text: string) => created({ id, type: 'message', role, content: [{ type: 'text', text }] });

describe('<realtime-voice> and a handover', () => {
  it('says who speaks from there on, and names each answer by who gave it', async () => {
    const stage = await setStage({ lang: 'en', voice: 'aria' });
    await stage.session.connect();
    stage.session.receive(
      ...assistantSpeaks('a', 'One moment.'),
      ...assistantStops('a'),
      passes('h', 'assistant', 'Ben'),
      { type: 'session.updated', session: { voice: 'verse' } },
      ...assistantSpeaks('b', 'Ben here.'),
      ...assistantStops('b'),
    );
    await stage.shows('[part~=handover]', 'Ben is speaking now.');
    await stage.shows('.lines', 'Ben here.');
    expect(stage.all('.name').map(({ textContent }) => textContent)).to.deep.equal(['Aria', 'Ben']);
    await expect(stage.element).to.be.accessible();
  });

  it('tells the page, with what was said before, and the screen reader', async () => {
    const stage = await setStage({ lang: 'en' });
    await stage.session.connect();
    const told: VoiceHandover[] = [];
    stage.element.addEventListener('voice-handover', ({ detail, to, name }) => {
      expect([detail.to, detail.name]).to.deep.equal([to, name]);
      told.push(detail);
    });
    stage.session.receive(userSays('u', 'A person, please.'));
    const before = transcript(stage.session.store.get());
    stage.session.pass({ to: 'person', name: undefined, transcript: before });
    expect(told).to.deep.equal([{ to: 'person', name: undefined, transcript: before }]);
    await stage.shows('[role=status]', 'Team member is speaking now.');
  });

  it('lets a person answer without a connection, and reads it out', async () => {
    const stage = await setStage({ lang: 'en', feedback: '' });
    await stage.session.connect();
    stage.session.receive(userSays('u', 'A person, please.'), passes('h', 'person', 'Maria'));
    stage.session.enter('closed');
    await stage.shows('.status', 'Maria');
    stage.element.sendText('Hello?');
    expect(stage.called('sendText')).to.deep.equal([['Hello?']]);
    expect(stage.called('connect')).to.deep.equal([[]]);
    stage.element.sendAs('person', 'Hello.');
    expect(stage.called('sendAs')).to.deep.equal([['person', 'Hello.']]);
    stage.session.receive(says('p', 'person', 'Hello.'));
    await stage.shows('[role=status]', 'Maria: Hello.');
    await waitUntil(() => stage.all('.name').at(-1)?.textContent === 'Maria', 'the person has no name');
    expect(stage.all('.of-call, .thumb')).to.deep.equal([]);
    await expect(stage.element).to.be.accessible();
  });
});

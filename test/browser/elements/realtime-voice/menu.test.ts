// The menu of <realtime-voice>: what it copies, saves and opens, and that it says so.
import { expect } from '@open-wc/testing';

import { createScriptedSession, userSays } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { setStage, type Stage } from './stage.js';

const { clipboard } = navigator;
const write = clipboard.writeText;
const saved: { readonly name: string; readonly href: string }[] = [];
const click = HTMLAnchorElement.prototype.click;

async function menu(attributes: Record<string, string> = {}, session = createScriptedSession()): Promise<Stage> {
  const stage = await setStage(attributes, session);
  stage.session.receive(userSays('u1', 'Hello'));
  stage.button('More').click();
  await stage.shows('[role=menu]', 'Copy transcript');
  return stage;
}

const item = (stage: Stage, name: string): HTMLElement => {
  const found = stage.all('[role=menuitem]').find((one) => one.textContent?.trim() === name);
  if (found === undefined) throw new Error(`There is no ${name} in ${stage.text('[role=menu]')}`);
  return found;
};

function give(stage: Stage, name: string, text: string): void {
  const field = stage.field('.menu input[type=file]');
  const files = new DataTransfer();
  files.items.add(new File([text], name));
  field.files = files.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

const said = (text: string) => JSON.stringify({ event_id: text, ...userSays(text, text) });

describe('<realtime-voice> menu', () => {
  before(() => {
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, href: this.href });
    };
  });
  after(() => {
    HTMLAnchorElement.prototype.click = click;
  });
  afterEach(() => {
    clipboard.writeText = write;
    saved.splice(0);
  });

  it('is walked by arrows and by letters, and leads nowhere it cannot', async () => {
    const stage = await menu();
    const focused = () => stage.element.shadowRoot?.activeElement?.textContent?.trim();
    const key = (name: string) =>
      stage.element.shadowRoot?.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true }));
    await waitUntil(() => focused() === 'Copy transcript');
    key('ArrowDown');
    expect(focused()).to.equal('Save transcript (Markdown)');
    key('o');
    expect(focused()).to.equal('Open a conversation…');
    key('End');
    expect(focused()).to.equal('Settings');
    await expect(stage.element).to.be.accessible();
  });

  it('copies the transcript and says so', async () => {
    const copied: string[] = [];
    clipboard.writeText = async (text) => void copied.push(text);
    const stage = await menu();
    item(stage, 'Copy transcript').click();
    await stage.shows('[role=menu]', 'Copied');
    await stage.shows('[role=status]', 'Copied');
    expect(copied).to.deep.equal(['exported as markdown']);
    await waitUntil(() => stage.all('[role=menu]').length === 0, 'it stays open');
  });

  it('says that copying failed, and leaves the ways to save', async () => {
    clipboard.writeText = async () => {
      throw new DOMException('', 'NotAllowedError');
    };
    const stage = await menu();
    item(stage, 'Copy transcript').click();
    await stage.shows('[role=menu]', 'Could not copy it: save it instead');
    await stage.shows('[role=status]', 'Could not copy it');
    item(stage, 'Save transcript (Markdown)').click();
    expect(saved[0]?.name).to.match(/^conversation-.*\.md$/);
    expect(await (await fetch(saved[0]?.href ?? '')).text()).to.equal('exported as markdown');
    await stage.shows('[role=status]', 'Saved.');
  });

  it('has nothing to save before something was said', async () => {
    const stage = await setStage();
    stage.button('More').click();
    await stage.shows('[role=menu]', 'Nothing to save yet.');
    item(stage, 'Save conversation (JSON)').click();
    expect(saved).to.have.length(0);
    await expect(stage.element).to.be.accessible();
  });

  it('saves the sound where it is recorded', async () => {
    expect((await menu()).text('[role=menu]')).not.to.contain('WAV');
    const session = createScriptedSession();
    session.exportAudio = async () => new Blob(['RIFF']);
    const stage = await menu({ record: '' }, session);
    item(stage, 'Save audio (WAV)').click();
    await waitUntil(() => saved.length === 1);
    expect(saved[0]?.name).to.match(/\.wav$/);
    const none = await menu({ record: '' });
    item(none, 'Save audio (WAV)').click();
    await none.shows('[role=menu]', 'No audio was recorded');
  });

  it('opens a conversation from a file in the element, and gives the one before back', async () => {
    const stage = await menu();
    give(stage, 'walk.jsonl', [said('From a file'), 'no event', said('And more')].join('\n'));
    await stage.shows('.lines', 'And more');
    expect(stage.text('.lines')).to.contain('From a file');
    expect(stage.text('.lines')).not.to.contain('Hello');
    await stage.shows('.notice.calm', 'Recording walk.jsonl');
    expect(stage.text('.transport')).to.equal('Recording');
    await stage.shows('.notice.calm', '1 line could not be read: 2');
    stage.button('Stop playback').click();
    await stage.shows('.lines', 'Hello');
    expect(stage.element.session).to.equal(stage.session);
    expect(stage.called('close')).to.have.length(0);
    expect(stage.all('.notice')).to.have.length(0);
  });

  it('ends a recording when one begins to talk', async () => {
    const stage = await menu();
    give(stage, 'walk.jsonl', said('From a file'));
    await stage.shows('.lines', 'From a file');
    stage.button('Talk').click();
    await stage.shows('.lines', 'Hello');
    expect(stage.called('connect')).to.have.length(1);
  });

  it('refuses a file that holds no conversation, and keeps a call from being hidden', async () => {
    const stage = await menu();
    give(stage, 'letter.txt', 'Dear all');
    await stage.shows('[role=menu]', 'This file does not contain a conversation');
    stage.button('More').click();
    await stage.element.connect();
    stage.button('More').click();
    await stage.shows('[role=menu]', 'Hang up first');
    expect(item(stage, 'Open a conversation…').getAttribute('aria-disabled')).to.equal('true');
  });
});

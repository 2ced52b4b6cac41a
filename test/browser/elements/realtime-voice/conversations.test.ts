// The list of kept conversations: found, gone on with, renamed, deleted, by keyboard; and never another user's.
import { expect, fixture, html } from '@open-wc/testing';

import 'voxreel/realtime-voice';
import { indexedDbStorage } from 'voxreel';
import type { RealtimeVoice } from 'voxreel';
import { waitUntil } from '../until.js';

const service = 'http://127.0.0.1:9';
const storage = indexedDbStorage('voxreel-voice');

/** Of each test: what an element of the one before still saves is not seen. */
let agent = '';

const message = (id: string, role: string, text: string) => ({
  type: 'conversation.item.created',
  event_id: `kept_${id}`,
  item: { id, type: 'message', role, status: 'completed', content: [{ type: 'text', text }] },
});

const idOf = (name: string) => `${name} of ${agent}`;

async function keep(name: string, text: string, more: object = {}): Promise<void> {
  const id = idOf(name);
  const events = [message(`u_${id}`, 'user', text), message(`a_${id}`, 'assistant', 'Yes.')];
  const owner = { service, model: 'm', user: '', agent };
  const times = { savedAt: Date.now(), changedAt: Date.now() - 7_200_000, durationMs: 125_000 };
  await storage.put(`conversation:${id}`, {
    kind: 'conversation',
    version: 2,
    id,
    ...owner,
    ...times,
    time: '',
    times: {},
    events,
    pending: [],
    ...more,
  });
}

const kept = async () =>
  (await storage.all()).flatMap(({ record }) => {
    const { id, agent: of } = record as { id: string; agent: string };
    return of === agent ? [id] : [];
  });

async function show(attributes: Record<string, string> = {}): Promise<RealtimeVoice> {
  const element = await fixture<RealtimeVoice>(
    html`<realtime-voice
      lang="en"
      base-url=${service}
      model="m"
      persist="local"
      agent=${agent}
      style="block-size: 480px"
    ></realtime-voice>`,
  );
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  await element.conversations();
  await element.session?.ready;
  return element;
}

const all = (element: RealtimeVoice, selector: string) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
function find(element: RealtimeVoice, selector: string): HTMLElement {
  return all(element, selector)[0] ?? expect.fail(`nothing matches ${selector}`);
}
const labeled = (element: RealtimeVoice, name: string): HTMLElement =>
  all(element, 'button').find((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim() === name) ??
  expect.fail(`no button ${name}`);
const titles = (element: RealtimeVoice) => all(element, '.rows .title').map((one) => one.textContent?.trim());
const lines = (element: RealtimeVoice) => find(element, '[part=transcript]').textContent ?? '';
const focused = (element: RealtimeVoice) => element.shadowRoot?.activeElement;

async function openList(element: RealtimeVoice): Promise<void> {
  find(element, '[data-sheet=more]').click();
  await waitUntil(() => all(element, '[role=menuitem]').length > 0, 'the menu does not open');
  labeled(element, 'Conversations').click();
  await waitUntil(() => all(element, '.kept').length === 1, 'the list does not open');
}

describe('<realtime-voice> conversations', () => {
  beforeEach(() => (agent = `agent ${Math.random()}`));
  after(() => storage.clear());

  it('are listed with title, date, length and count, and one opens', async () => {
    await keep('c1', 'Is the path open?', { savedAt: Date.now() - 5000, changedAt: Date.now() - 9_000_000 });
    await keep('c2', 'Which boots fit?');
    const element = await show();
    await waitUntil(() => lines(element).includes('Which boots fit?'), 'the newest is not shown');
    await openList(element);
    await waitUntil(() => titles(element).length === 2, 'they are not listed');
    expect(titles(element)).to.deep.equal(['Which boots fit?', 'Is the path open?']);
    expect(find(element, '.about').textContent?.replace(/\s+/g, ' ')).to.equal('2 hours ago, 2:05, 2 messages · Open now');
    await expect(element).to.be.accessible();
    all(element, '.opens')[1]?.click();
    await waitUntil(() => lines(element).includes('Is the path open?'), 'it is not shown');
    await waitUntil(() => all(element, '.kept').length === 0, 'the list stays open');
    expect(lines(element)).not.to.contain('Which boots fit?');
    expect(element.session?.conversation).to.equal(idOf('c1'));
  });

  it('are found by their words', async () => {
    await keep('c1', 'Is the path open?');
    await keep('c2', 'Which boots fit?');
    const element = await show();
    await openList(element);
    await waitUntil(() => titles(element).length === 2, 'they are not listed');
    const field = find(element, '.find .input');
    if (!(field instanceof HTMLInputElement)) throw new Error('There is no field.');
    field.value = 'PATH';
    field.dispatchEvent(new InputEvent('input'));
    await waitUntil(() => titles(element).length === 1, 'it is not found');
    field.value = 'gloves';
    field.dispatchEvent(new InputEvent('input'));
    await waitUntil(() => find(element, '.kept').textContent?.includes('No conversation matches your search.'), 'nothing is said');
    await expect(element).to.be.accessible();
  });

  it('are renamed and deleted from their row, with the focus where one goes on', async () => {
    await keep('c1', 'Is the path open?', { savedAt: Date.now() - 5000, changedAt: 5 });
    await keep('c2', 'Which boots fit?');
    const element = await show();
    await openList(element);
    await waitUntil(() => titles(element).length === 2, 'they are not listed');
    labeled(element, 'Rename Is the path open?').click();
    await waitUntil(() => focused(element) === all(element, '.ask .input')[0], 'the field has no focus');
    const field = find(element, '.ask .input');
    if (!(field instanceof HTMLInputElement)) throw new Error('There is no field.');
    expect(field.value).to.equal('Is the path open?');
    await expect(element).to.be.accessible();
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
    await waitUntil(() => all(element, '.ask').length === 0, 'it still asks');
    expect(all(element, '.kept').length).to.equal(1, 'the list stays');
    labeled(element, 'Rename Is the path open?').click();
    await waitUntil(() => all(element, '.ask .input').length === 1, 'it does not ask');
    const again = find(element, '.ask .input');
    if (again instanceof HTMLInputElement) again.value = 'The path';
    labeled(element, 'Save').click();
    await waitUntil(() => titles(element).includes('The path'), 'it has its old name');
    await waitUntil(() => focused(element)?.matches('.opens') === true, 'the focus is lost');

    labeled(element, 'Delete The path').click();
    await waitUntil(() => focused(element)?.textContent?.trim() === 'Keep', 'it does not ask whether to keep it');
    await expect(element).to.be.accessible();
    labeled(element, 'Delete').click();
    await waitUntil(() => all(element, '.row').length === 1, 'it is still there');
    expect(await kept()).to.deep.equal([idOf('c2')]);

    // The one on the page makes way first.
    labeled(element, 'Delete Which boots fit?').click();
    await waitUntil(() => all(element, '.ask').length === 1, 'it does not ask');
    labeled(element, 'Delete').click();
    await waitUntil(() => find(element, '.kept').textContent?.includes('No conversations yet.'), 'it is still there');
    expect(await kept()).to.deep.equal([]);
    expect(lines(element)).not.to.contain('Which boots fit?');
  });

  it('are started and opened by the page', async () => {
    await keep('c1', 'Is the path open?');
    const element = await show();
    await element.newConversation();
    await element.session?.ready;
    await waitUntil(() => !lines(element).includes('Is the path open?'), 'the old one is still shown');
    expect((await element.conversations()).map(({ id }) => id)).to.deep.equal([idOf('c1')]);
    await element.openConversation(idOf('c1'));
    await waitUntil(() => lines(element).includes('Is the path open?'), 'it is not shown');
    const code = await element.openConversation('gone').then(
      () => undefined,
      (error: { code: string }) => error.code,
    );
    expect(code).to.equal('not_found');
  });

  it('are one user’s alone, and gone once they are forgotten', async () => {
    await keep('c1', 'A secret of Ada.', { user: 'ada' });
    await keep('c2', 'Of nobody.');
    const eve = await show({ user: 'eve' });
    expect(await eve.conversations()).to.deep.equal([]);
    await openList(eve);
    await waitUntil(() => find(eve, '.kept').textContent?.includes('No conversations yet.'), 'nothing is said');
    expect(eve.shadowRoot?.textContent).not.to.contain('secret');
    eve.remove();
    const ada = await show({ user: 'ada' });
    expect((await ada.conversations()).map(({ title }) => title)).to.deep.equal(['A secret of Ada.']);
    await ada.forget();
    expect(await ada.conversations()).to.deep.equal([]);
    expect(await kept()).to.deep.equal([idOf('c2')]);
  });

  it('are not offered where nothing is kept', async () => {
    await keep('c1', 'Is the path open?');
    const element = await fixture<RealtimeVoice>(
      html`<realtime-voice lang="en" base-url=${service} model="m" agent=${agent}></realtime-voice>`,
    );
    expect(await element.conversations()).to.deep.equal([]);
    find(element, '[data-sheet=more]').click();
    await waitUntil(() => all(element, '[role=menuitem]').length > 0, 'the menu does not open');
    expect(all(element, '[role=menuitem]').map((one) => one.textContent?.trim())).not.to.contain('Conversations');
  });

  for (const [lang, words] of [
    ['zh', ['对话记录', '新对话']],
    ['ar', ['المحادثات', 'محادثة جديدة']],
  ] as const)
    it(`speak ${lang}`, async () => {
      await keep('c1', 'Is the path open?');
      const element = await show({ lang });
      find(element, '[data-sheet=more]').click();
      await waitUntil(() => all(element, '[role=menuitem]').some((one) => one.textContent?.trim() === words[0]), 'the menu does not open');
      labeled(element, words[0]).click();
      await waitUntil(() => all(element, '.rows .row').length === 1, 'they are not listed');
      expect(find(element, '.kept').textContent).to.contain(words[1]);
      await expect(element).to.be.accessible();
    });
});

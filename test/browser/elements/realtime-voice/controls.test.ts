// What the owner of a page lets its visitors do: which controls there are, what they have to agree to, and how a conversation begins.
import { expect, fixture, html } from '@open-wc/testing';
import type { RealtimeVoice } from 'voxreel';
import { isVoxreelError, VoxreelError } from 'voxreel';

import { assistantCalls, assistantSpeaks, assistantStops, heard, userSays } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { setStage, type Stage } from './stage.js';

const shown = ({ all }: Stage) => ({
  talk: all('.talk').length,
  text: all('.input').length,
  transcript: all('.scroller').length,
  captions: all('.caption').length,
  buttons: all('.dock > .button').map((button) => button.ariaLabel),
});

async function settings(attributes: Record<string, string>): Promise<string[]> {
  const stage = await setStage(attributes);
  stage.button('Settings').click();
  await stage.shows('[role=dialog] h2', 'Settings');
  return stage.all('.settings .label, .settings legend, .settings summary').map((label) => label.textContent?.trim() ?? '');
}

describe('<realtime-voice controls>', () => {
  it('has everything by default', async () => {
    const stage = await setStage();
    expect(shown(stage)).to.deep.equal({ talk: 1, text: 1, transcript: 1, captions: 0, buttons: ['Settings', 'More'] });
  });

  it('has captions alone, no transcript, or text alone', async () => {
    expect(shown(await setStage({ controls: 'microphone captions' }))).to.deep.equal({
      talk: 1,
      text: 0,
      transcript: 0,
      captions: 1,
      buttons: [],
    });
    expect(shown(await setStage({ controls: 'microphone text menu' }))).to.deep.include({
      talk: 1,
      text: 1,
      transcript: 0,
      buttons: ['More'],
    });
    const text = await setStage({ controls: 'text transcript' });
    expect(shown(text)).to.deep.include({ talk: 0, text: 1, transcript: 1 });
    expect(text.text('.lesson')).to.equal('Type below to begin.');
    await text.element.connect();
    expect(text.called('setMicrophone')).to.deep.equal([]);
  });

  it('shows the newest words as captions, as they are heard', async () => {
    const stage = await setStage({ controls: 'microphone captions' });
    await stage.element.connect();
    stage.session.receive(userSays('u1', 'Is it open?'));
    await stage.shows('.caption', 'Is it open?');
    stage.session.receive(...assistantSpeaks('a1', 'Yes, it is open today.', 2000), heard('a1', 1000));
    await stage.shows('.caption', 'Yes, it is');
    expect(stage.text('.caption')).to.not.include('today');
    await expect(stage.element).to.be.accessible();
  });

  it('cuts long captions at the start of a line: the newest words are seen whole', async () => {
    const stage = await setStage({ controls: 'microphone captions' });
    await stage.element.connect();
    stage.session.receive(userSays('u1', `${'One more word. '.repeat(60)} The last.`));
    await stage.shows('.caption', 'The last.');
    const box = stage.find('.caption').getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(stage.find('.caption span'));
    const lines = [...words.getClientRects()].filter(({ bottom }) => bottom > box.top + 1);
    expect(new Set(lines.map(({ top }) => Math.round(top))).size).to.equal(3);
    for (const { left, right, top, bottom } of lines) {
      expect(left).to.be.at.least(box.left - 1);
      expect(right).to.be.at.most(box.right + 1);
      expect([top >= box.top - 1, bottom <= box.bottom + 1]).to.deep.equal([true, true]);
    }
  });

  it('offers a launcher’s visitors no instructions, temperature and limits, unless they are named', async () => {
    const everything = await settings({});
    expect(everything).to.include.members(['Voice', 'Instructions', 'Devices', 'Turn taking', 'More']);
    const launcher = await settings({ launcher: '', open: '' });
    expect(launcher).to.include.members(['Voice', 'Devices', 'Turn taking']);
    expect(launcher).to.not.include.members(['Instructions']);
    expect(launcher).to.not.include.members(['More']);
    expect(await settings({ controls: 'microphone settings instructions' })).to.deep.equal(['Instructions']);
    expect(await settings({ controls: 'microphone settings' })).to.not.include('Instructions');
  });

  it('has in its menu what is offered', async () => {
    const stage = await setStage({ controls: 'microphone transcript menu inspector' });
    stage.button('More').click();
    await stage.shows('[role=menu]', 'Inspector');
    expect(stage.text('[role=menu]')).to.not.include('Settings');
    expect(stage.text('[role=menu]')).to.not.include('Measurements');
  });

  it('mutes the answer, and brings it back as loud as it was', async () => {
    const stage = await setStage();
    await stage.element.connect();
    stage.button('Settings').click();
    await stage.shows('.settings', 'Answer volume');
    const volume = stage.all('.slider input').find((input) => input.ariaLabel === 'Answer volume') as HTMLInputElement;
    volume.value = '0.4';
    for (const type of ['input', 'change']) volume.dispatchEvent(new Event(type, { bubbles: true }));
    stage.button('Mute the answer').click();
    await waitUntil(() => stage.session.volume === 0);
    await stage.element.updateComplete;
    stage.button('Unmute the answer').click();
    expect(stage.called('setVolume').flat().slice(-2)).to.deep.equal([0, 0.4]);
  });
});

describe('<realtime-voice consent>', () => {
  const key = `key-${Date.now()}`;

  /** Without a session of the page's own: nothing may even ask for a token. */
  async function page(attributes: Record<string, string>, inside = html``) {
    const element = await fixture<RealtimeVoice>(
      html`<realtime-voice base-url="/nowhere" model="m" modalities="text">${inside}</realtime-voice>`,
    );
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    let tokens = 0;
    element.getToken = async () => {
      tokens++;
      throw new VoxreelError('forbidden', 'No.');
    };
    const root = element.shadowRoot as ShadowRoot;
    const press = async (name: string) => {
      await waitUntil(() => [...root.querySelectorAll('button')].some((button) => button.textContent?.trim() === name), name);
      [...root.querySelectorAll('button')].find((button) => button.textContent?.trim() === name)?.click();
    };
    return { element, root, press, tokens: () => tokens };
  }
  const ended = (connecting: Promise<void>) => connecting.catch((error: unknown) => (isVoxreelError(error) ? error.code : String(error)));

  it('is asked before anything connects, once for its key', async () => {
    const { element, root, press, tokens } = await page({ consent: 'Your words go to **Example**.', 'consent-key': key });
    const first = ended(element.connect());
    await waitUntil(() => root.querySelector('.consent strong')?.textContent === 'Example', 'the text is not shown');
    await waitUntil(() => root.activeElement?.matches('.consent') === true, 'the focus does not move there');
    expect(root.querySelector('.consent')?.textContent).to.include('You are talking to an AI.');
    await expect(element).to.be.accessible();
    await press('Not now');
    expect([await first, tokens()]).to.deep.equal(['aborted', 0]);
    element.sendText('Hello.');
    await press('Agree');
    await waitUntil(() => tokens() === 1, 'it does not connect');
    const again = await page({ consent: 'Other words.', 'consent-key': key });
    await ended(again.element.connect());
    expect(again.tokens()).to.equal(1);
    const other = await page({ consent: 'Other words.', 'consent-key': `${key}-2` });
    void ended(other.element.connect());
    await waitUntil(() => other.root.querySelector('.consent') !== null, 'it is not asked again');
  });

  it('is of one user, and ends as that user is forgotten', async () => {
    const attributes = { consent: '', 'consent-key': `${key}-user`, user: 'ada' };
    const ada = await page(attributes);
    void ended(ada.element.connect());
    await ada.press('Agree');
    await waitUntil(() => ada.tokens() === 1);
    const bob = await page({ ...attributes, user: 'bob' });
    void ended(bob.element.connect());
    await waitUntil(() => bob.root.querySelector('.consent') !== null, 'bob is not asked');
    await ada.element.forget();
    void ended(ada.element.connect());
    await waitUntil(() => ada.root.querySelector('.consent') !== null, 'ada is not asked again');
  });

  it('may stand in a slot, and leaves out what the page says is no AI', async () => {
    const { element, root } = await page({ disclosure: 'off' }, html`<p slot="consent">Our own words.</p>`);
    void ended(element.connect());
    await waitUntil(() => root.querySelector('.consent') !== null);
    expect(root.querySelector<HTMLSlotElement>('slot[name=consent]')?.assignedElements()[0]?.textContent).to.equal('Our own words.');
    expect(root.querySelector('.consent')?.textContent).to.not.include('AI.');
    root.querySelector('.consent')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await waitUntil(() => root.querySelector('.consent') === null, 'Escape does not end it');
  });

  it('is asked before the settings, which try devices', async () => {
    const { root } = await page({ consent: 'Yes?', 'consent-key': `${key}-settings` });
    root.querySelector<HTMLElement>('.dock [data-sheet=settings]')?.click();
    await waitUntil(() => root.querySelector('.consent') !== null);
    expect(root.querySelector('.settings')).to.equal(null);
    root.querySelector<HTMLElement>('.consent .primary')?.click();
    await waitUntil(() => root.querySelector('.settings') !== null, 'the settings do not open');
  });
});

describe('a microphone that was denied', () => {
  it('comes with the way to give it back in this browser', async () => {
    const stage = await setStage();
    stage.session.failNext('setMicrophone', new VoxreelError('microphone_denied', 'No.'));
    await stage.element.connect();
    const places = { Chrome: 'icon at the start of the address bar', Firefox: 'crossed-out microphone', Safari: 'Safari menu' };
    const [, place] = Object.entries(places).find(([name]) => navigator.userAgent.includes(name)) ?? [];
    await stage.shows('[part~=error]', place ?? 'a place in this browser');
  });
});

describe('a beginning', () => {
  it('has starters until something was said', async () => {
    const stage = await setStage({ starters: ' Is it open? \n\nHow far is it?' });
    expect(stage.all('.chips .chip').map((chip) => chip.textContent)).to.deep.equal(['Is it open?', 'How far is it?']);
    await expect(stage.element).to.be.accessible();
    stage.all('.chips .chip')[1]?.click();
    expect(stage.called('sendText')).to.deep.equal([['How far is it?']]);
    stage.session.receive(userSays('u1', 'How far is it?'));
    await waitUntil(() => stage.all('.chips').length === 0, 'they stay');
  });

  it('has what the model suggests in place of its call, until the next turn', async () => {
    const stage = await setStage({ suggestions: '' });
    await stage.element.connect();
    stage.session.receive(userSays('u1', 'Is it open?'), ...assistantSpeaks('a1', 'It is open.'));
    stage.session.receive(...assistantCalls('c1', 'suggest_replies', { replies: ['How far?'] }), ...assistantStops('a1'));
    await stage.shows('.chips', 'How far?');
    stage.session.receive({
      type: 'conversation.item.created',
      item: { id: 'o1', type: 'function_call_output', call_id: 'call_c1', output: 'The replies are shown.' },
    });
    stage.session.receive(userSays('u2', 'How far?'));
    await waitUntil(() => stage.all('.chips').length === 0, 'they stay');
    await waitUntil(() => stage.all('[part~=line]').length === 3);
    expect(stage.text('.lines')).to.not.include('suggest_replies');
    expect(stage.text('.lines')).to.not.include('are shown');
  });

  it('tells the session about the page, also one that is made later', async () => {
    const stage = await setStage();
    stage.element.context({ page: '/trails' });
    expect(stage.called('context')).to.deep.equal([[{ page: '/trails' }]]);
  });
});

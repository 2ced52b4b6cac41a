// A launcher: what its pill says, where it stands, what it opens, and where the focus is meanwhile.
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';

import 'voxreel/launcher';
import type { RealtimeVoiceLauncher } from 'voxreel';
import { assistantCalls, assistantSpeaks, assistantStops, createScriptedSession, heard, userSays } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { setStage, stageOf, type Stage } from './stage.js';

const wide = { width: 1000, height: 800 };
/** No narrower, since WebKitGTK's window is not. */
const narrow = { width: 460, height: 640 };
const pill = ({ find }: Stage) => find('.opener');
const dialog = ({ find }: Stage) => find('dialog') as HTMLDialogElement;
const focused = ({ element }: Stage) => element.shadowRoot?.activeElement;

async function launch(attributes: Record<string, string> = {}): Promise<Stage> {
  const stage = await setStage({ launcher: '', voice: 'aria', ...attributes });
  await waitUntil(() => stage.all('dialog').length === 1, 'the launcher does not load');
  return stage;
}

async function open(stage: Stage): Promise<void> {
  pill(stage).click();
  await waitUntil(() => dialog(stage).open, 'the panel does not open');
}

const answers = ({ session }: Stage, id: string) =>
  session.receive(...assistantSpeaks(id, 'The mill loop is open.'), ...assistantStops(id));

beforeEach(() => setViewport(wide));
after(() => setViewport({ width: 800, height: 600 }));

describe('<realtime-voice launcher>', () => {
  it('opens by its pill with the focus inside, and gives it back with Escape; a call goes on', async () => {
    const stage = await launch();
    const told: string[] = [];
    for (const name of ['voice-open', 'voice-close']) document.addEventListener(name, () => told.push(name), { once: true });
    expect([pill(stage).textContent?.trim(), pill(stage).ariaExpanded]).to.deep.equal(['Talk to our AI', 'false']);
    await expect(stage.element).to.be.accessible();
    pill(stage).focus();
    await open(stage);
    await waitUntil(() => focused(stage)?.matches('.talk') === true, 'the focus does not move in');
    expect([stage.element.matches(':state(open)'), dialog(stage).matches(':modal'), pill(stage).ariaExpanded]).to.deep.equal([
      true,
      false,
      'true',
    ]);
    await stage.shows('.disclosure', 'You are talking to an AI.');
    await expect(stage.element).to.be.accessible();
    await stage.element.connect();
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !dialog(stage).open, 'the panel does not close');
    expect(focused(stage) === pill(stage), 'the focus is back').to.equal(true);
    expect([stage.element.matches(':state(open)'), stage.session.phase, stage.called('close').length]).to.deep.equal([false, 'open', 0]);
    expect(told).to.deep.equal(['voice-open', 'voice-close']);
  });

  it('closes a sheet before the panel', async () => {
    const stage = await launch({ open: '' });
    stage.button('Settings').click();
    await stage.shows('[part~=sheet] h2', 'Settings');
    await waitUntil(() => focused(stage)?.hasAttribute('data-first') === true);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => stage.all('[part~=sheet]').length === 0, 'the sheet does not close');
    expect(dialog(stage).open).to.equal(true);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !dialog(stage).open, 'the panel does not close');
  });

  it('is opened by the page, and the focus goes back to what the page had', async () => {
    const button = await fixture<HTMLButtonElement>(html`<button>Help</button>`);
    const stage = await launch();
    button.focus();
    stage.element.openPanel();
    await waitUntil(() => focused(stage)?.matches('.talk') === true);
    stage.button('Minimize').click();
    await waitUntil(() => !dialog(stage).open);
    expect(document.activeElement === button, 'the page has its focus').to.equal(true);
    stage.element.toggle();
    await waitUntil(() => dialog(stage).open);
    stage.element.closePanel();
    await waitUntil(() => !dialog(stage).open);
  });

  it('takes nobody’s focus where it is open from the start', async () => {
    const button = await fixture<HTMLButtonElement>(html`<button>Help</button>`);
    button.focus();
    const stage = await launch({ open: '' });
    await waitUntil(() => dialog(stage).open);
    expect(document.activeElement === button, 'the page has its focus').to.equal(true);
  });

  it('counts the answers that came while it was closed, until it is opened', async () => {
    const stage = await launch();
    await stage.element.connect();
    answers(stage, 'a1');
    answers(stage, 'a2');
    stage.session.enter('closed');
    await stage.shows('.count', '2');
    expect(stage.text('.opener')).to.match(/^Talk to our AI, Aria 2 ?2 new answers$/);
    await expect(stage.element).to.be.accessible();
    await open(stage);
    await waitUntil(() => stage.all('.count').length === 0);
  });

  it('shows a call that goes on with its time, moves with its sound, and ends it', async () => {
    const stage = await launch();
    await stage.element.connect();
    await stage.shows('.opener', 'Talk to our AI, 0:0');
    stage.session.sound({ speaker: 0.2 });
    await waitUntil(() => stage.all('[data-sounds]').length === 1, 'the mark does not move');
    stage.session.sound({ speaker: 0 });
    await waitUntil(() => stage.all('[data-sounds]').length === 0, 'the mark does not rest');
    await expect(stage.element).to.be.accessible();
    stage.button('End').click();
    await stage.shows('.opener', 'Talk to our AI');
    expect(stage.called('close').length).to.equal(1);
  });

  it('stands in each of six places, and opens into the page', async () => {
    const stage = await launch();
    const centers = new Set<string>();
    for (const edge of ['top', 'bottom'] as const)
      for (const side of ['start', 'center', 'end'] as const) {
        stage.element.placement = `${edge}-${side}`;
        await stage.element.updateComplete;
        const { left, width, top, height } = pill(stage).getBoundingClientRect();
        const at = (from: number, size: number, whole: number) => Math.floor(((from + size / 2) / whole) * 3);
        centers.add(`${edge}-${side} ${at(top, height, innerHeight)}${at(left, width, innerWidth)}`);
      }
    expect([...centers]).to.deep.equal([
      'top-start 00',
      'top-center 01',
      'top-end 02',
      'bottom-start 20',
      'bottom-center 21',
      'bottom-end 22',
    ]);
    await open(stage);
    const [panel, opener] = [dialog(stage).getBoundingClientRect(), pill(stage).getBoundingClientRect()];
    expect(panel.bottom).to.be.below(opener.top);
    expect(panel.top).to.be.at.least(0);
  });

  it('is modal where it fills the screen: `full`, and below 480 px, with the way out by the dock', async () => {
    const stage = await launch({ variant: 'full' });
    await open(stage);
    expect(dialog(stage).matches(':modal')).to.equal(true);
    expect(dialog(stage).getBoundingClientRect().width).to.equal(innerWidth);
    await expect(stage.element).to.be.accessible();
    stage.element.variant = 'panel';
    await waitUntil(() => !dialog(stage).matches(':modal') && dialog(stage).open, 'it stays modal');
    await setViewport(narrow);
    await waitUntil(() => dialog(stage).matches(':modal'), 'it does not fill a narrow screen');
    expect(dialog(stage).getBoundingClientRect().height).to.equal(innerHeight);
    expect(stage.all('.opener').length).to.equal(0);
    expect(stage.button('Minimize').closest('.dock')).to.not.equal(null);
    await expect(stage.element).to.be.accessible();
    stage.button('Minimize').click();
    await waitUntil(() => !dialog(stage).open && focused(stage) === pill(stage), 'the focus does not come back');
  });

  it('leaves room for an on-screen keyboard', async () => {
    const stage = await launch();
    const before = pill(stage).getBoundingClientRect().bottom;
    const viewport = visualViewport;
    if (viewport === null) throw new Error('There is no visual viewport.');
    Object.defineProperty(viewport, 'height', { value: innerHeight - 300, configurable: true });
    viewport.dispatchEvent(new Event('resize'));
    expect(pill(stage).getBoundingClientRect().bottom).to.be.below(before - 250);
    Reflect.deleteProperty(viewport, 'height');
    viewport.dispatchEvent(new Event('resize'));
    expect(pill(stage).getBoundingClientRect().bottom).to.equal(before);
  });

  it('is one bar as `compact`: talk, trace and the newest words as they are heard, with what has to be answered', async () => {
    const stage = await launch({ variant: 'compact', open: '' });
    await stage.shows('.caption', 'You are talking to an AI.');
    await stage.element.connect();
    stage.session.receive(userSays('u1', 'Is it open?'), ...assistantSpeaks('a1', 'Yes, it is open today.', 2000), heard('a1', 1000));
    await stage.shows('.caption', 'Yes, it is');
    expect(stage.text('.caption')).to.not.include('today');
    expect([stage.all('.talk').length, stage.all('.trace').length, stage.all('.scroller, .input, .opener').length]).to.deep.equal([
      1, 1, 0,
    ]);
    stage.session.receive(...assistantCalls('c1', 'open_gate', { gate: 1 }));
    stage.session.askApproval({ callId: 'call_c1', name: 'open_gate', arguments: '{"gate":1}' });
    await stage.shows('.call', 'open_gate');
    await expect(stage.element).to.be.accessible();
    stage.button('Allow open_gate').click();
    expect(stage.called('approveTool')).to.deep.equal([['call_c1', true]]);
  });

  it('says in full in a bar that one talks to an AI, however narrow it is', async () => {
    const disclosure = 'This is an automated assistant. It may be wrong, and what you say to it is kept for thirty days.';
    await setViewport(narrow);
    const stage = await launch({ variant: 'compact', open: '', disclosure });
    await stage.shows('.caption', 'thirty days.');
    const [panel, words] = ['.panel', '.caption span'].map((name) => stage.find(name).getBoundingClientRect());
    expect([words?.left, words?.right].every((side) => side !== undefined && panel && side >= panel.left && side <= panel.right)).to.equal(
      true,
    );
    expect(stage.all('.trace')).to.deep.equal([]);
  });

  it('loads nothing of a conversation before somebody reaches for it', async () => {
    const element = await fixture<HTMLElement>(html`<realtime-voice launcher="Ask Aria" base-url="/nowhere" model="m"></realtime-voice>`);
    await waitUntil(() => element.shadowRoot?.querySelector('.opener') instanceof HTMLElement);
    expect(element.shadowRoot?.querySelector('.opener')?.getAttribute('title')).to.equal(null);
    expect(element.shadowRoot?.querySelector('[role=status]')).to.equal(null);
    element.dispatchEvent(new PointerEvent('pointerenter'));
    await waitUntil(() => element.shadowRoot?.querySelector('[role=status]') instanceof HTMLElement);
    // Its own words do not say that this is an AI.
    expect(element.shadowRoot?.querySelector('.opener')?.getAttribute('title')).to.equal('You are talking to an AI.');
  });
});

describe('<realtime-voice-launcher>', () => {
  const make = (inside = html``) =>
    fixture<RealtimeVoiceLauncher>(
      html`<realtime-voice-launcher launcher="Ask Aria" placement="top-start" controls="microphone transcript"
        >${inside}</realtime-voice-launcher
      >`,
    );
  const opener = (root: ShadowRoot | null) => root?.querySelector<HTMLElement>('.opener');

  it('becomes a <realtime-voice launcher> with all it was given once it is opened, and keeps the focus', async () => {
    const session = createScriptedSession();
    const element = await make(html`<b slot="avatar">A</b>`);
    element.voice.session = session;
    expect(opener(element.shadowRoot)?.textContent).to.include('Ask Aria');
    await expect(element).to.be.accessible();
    expect(element.voice.isConnected).to.equal(false);
    element.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => element.voice.shadowRoot?.activeElement?.matches('.talk') === true, 'the panel does not open');
    expect([element.open, opener(element.shadowRoot) === null]).to.deep.equal([true, true]);
    const voice = stageOf(element.voice, session);
    expect(voice.all('.dock .input').length).to.equal(0);
    expect(opener(element.voice.shadowRoot)?.getBoundingClientRect().top).to.be.below(200);
    expect(voice.find('slot[name=avatar]')).to.satisfy(
      (slot: HTMLSlotElement) => slot.assignedElements({ flatten: true })[0]?.textContent === 'A',
    );
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !element.open, 'it does not close');
    expect(element.voice.shadowRoot?.activeElement === opener(element.voice.shadowRoot), 'the focus is on its pill').to.equal(true);
    element.setAttribute('launcher', 'Ask again');
    element.openPanel();
    await voice.shows('.opener', 'Ask again');
    await waitUntil(() => element.voice.matches(':state(open)'));
  });

  it('says so in the language of the page', async () => {
    const element = await fixture<RealtimeVoiceLauncher>(html`<realtime-voice-launcher></realtime-voice-launcher>`);
    expect(opener(element.shadowRoot)?.textContent).to.include('Talk to our AI');
    const { lang } = document.documentElement;
    document.documentElement.lang = 'ar';
    await waitUntil(() => opener(element.shadowRoot)?.textContent === 'تحدّث مع الذكاء الاصطناعي');
    document.documentElement.lang = lang;
  });

  it('is open from the start where the page wants it, and leaves the focus alone', async () => {
    const button = await fixture<HTMLButtonElement>(html`<button>Help</button>`);
    button.focus();
    const element = await fixture<RealtimeVoiceLauncher>(html`<realtime-voice-launcher open></realtime-voice-launcher>`);
    await waitUntil(() => element.voice.shadowRoot?.querySelector('dialog')?.open === true, 'it does not open');
    expect(document.activeElement === button, 'the page has its focus').to.equal(true);
  });
});

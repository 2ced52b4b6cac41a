// Calls that their tools draw: in place of the JSON, in the page's own tree, again with each state, and read out.
import { expect, fixture, html } from '@open-wc/testing';
import { html as lit } from 'lit';
import * as z from 'zod';

import 'voxreel/launcher';
import { defineTool, type RenderedCall, type VoiceErrorEvent, type VoiceTool } from 'voxreel';
import type { RealtimeVoiceLauncher } from 'voxreel/launcher';
import { assistantCalls, createScriptedSession } from '../scripted-session.js';
import { waitUntil } from '../until.js';
import { setStage, stageOf, type Stage } from './stage.js';

interface Order {
  readonly size: number;
}

const drawn: RenderedCall<Order>[] = [];
const nodes = new Map<string, HTMLElement>();

/** Draws into one node for each call, as a framework's component would. */
const order = defineTool<Order>({
  name: 'order',
  parameters: { type: 'object', properties: { size: { type: 'number' } }, required: ['size'] },
  execute: () => undefined,
  render(call) {
    drawn.push(call);
    const node = nodes.get(call.callId) ?? document.createElement('section');
    nodes.set(call.callId, node);
    node.textContent = `Boots of size ${call.args.size}: ${call.status}${call.output === undefined ? '' : `, ${JSON.stringify(call.output)}`}`;
    return node;
  },
});

const status = (id: string, toolStatus: string) => ({ type: 'local.tool', call_id: `call_${id}`, status: toolStatus });
const output = (id: string, text: string) => ({
  type: 'conversation.item.created',
  item: { id: `o_${id}`, type: 'function_call_output', status: 'completed', call_id: `call_${id}`, output: text },
});

async function talking(tools: readonly VoiceTool[], attributes: Record<string, string> = {}): Promise<Stage> {
  const stage = await setStage({ lang: 'en', ...attributes }, createScriptedSession({ tools }));
  await stage.session.connect();
  return stage;
}

const shown = ({ element }: Stage) => (element.querySelector('[data-tool]')?.textContent ?? '').trim();
const shows = (stage: Stage, text: string) => waitUntil(() => shown(stage) === text, `it shows "${shown(stage)}", not "${text}"`);

describe('a call that its tool draws', () => {
  beforeEach(() => {
    drawn.length = 0;
    nodes.clear();
  });

  it('is drawn again as it waits, runs and completes, in place of its JSON', async () => {
    const stage = await talking([order]);
    stage.session.receive(...assistantCalls('c', 'order', { size: 42 }));
    stage.session.askApproval({ callId: 'call_c', name: 'order', arguments: '{"size":42}' });
    await shows(stage, 'Boots of size 42: awaiting_approval');
    const node = stage.element.querySelector('section');
    expect(stage.all('.lines code')).to.deep.equal([]);
    await expect(stage.element).to.be.accessible();
    stage.button('Allow order').click();
    expect(stage.called('approveTool')).to.deep.equal([['call_c', true]]);
    await shows(stage, 'Boots of size 42: running');
    expect(stage.all('.lines button')).to.deep.equal([]);
    stage.session.receive(status('c', 'completed'), output('c', '{"left":2}'));
    await shows(stage, 'Boots of size 42: completed, {"left":2}');
    expect(stage.all('.lines code, .lines details')).to.deep.equal([]);
    expect(stage.element.querySelector('section')).to.equal(node);
    expect(drawn.map((call) => call.status)).to.deep.equal([...new Set(drawn.map((call) => call.status))]);
    await expect(stage.element).to.be.accessible();
  });

  it('has the styles of the page, and those of the element that it is shown in', async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`realtime-voice > [data-tool='order'] section { color: rgb(1, 2, 3) }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const stage = await talking([order]);
    stage.session.receive(...assistantCalls('c', 'order', { size: 42 }));
    await shows(stage, 'Boots of size 42: running');
    const node = stage.element.querySelector('section');
    if (node === null) throw new Error('nothing is drawn');
    expect(getComputedStyle(node).color).to.equal('rgb(1, 2, 3)');
    expect(node.getBoundingClientRect().height).to.be.above(0);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  });

  it('may be a template, with arguments as the schema of the tool gives them', async () => {
    const parameters = z.object({ at: z.string().transform((text) => new Date(text)) });
    const remind = defineTool({
      name: 'remind',
      parameters: Object.assign(parameters, { jsonSchema: { type: 'object' } }),
      execute: () => undefined,
      render: ({ args, status: now }) => lit`<time datetime=${args.at.toISOString()}>${args.at.getUTCFullYear()}</time> ${now}`,
    });
    const stage = await talking([remind]);
    stage.session.receive(...assistantCalls('c', 'remind', { at: '2027-01-05T08:00:00Z' }));
    await shows(stage, '2027 running');
    const time = stage.element.querySelector('time');
    stage.session.receive(status('c', 'failed'));
    await shows(stage, '2027 failed');
    expect(stage.element.querySelector('time')).to.equal(time);
  });

  it('is its JSON and its result while the tool gives nothing, and where the arguments do not fit', async () => {
    const later = { ...order, render: ({ status: now }: RenderedCall<Order>) => (now === 'completed' ? 'Ordered.' : undefined) };
    const stage = await talking([later]);
    stage.session.receive(...assistantCalls('c', 'order', { size: 42 }));
    await stage.shows('.call', 'order(42)');
    stage.session.receive(...assistantCalls('d', 'order', { size: 'big' }), status('d', 'failed'), output('d', '{"error":"No."}'));
    await stage.shows('.line:last-child .output', '{"error":"No."}');
    stage.session.receive(status('c', 'completed'));
    await shows(stage, 'Ordered.');
    expect(stage.all('.call code').map((code) => code.textContent)).to.deep.equal(['order("big")']);
  });

  it('is its JSON where drawing throws, which the page hears of once, and the visitor not', async () => {
    const cause = new Error('out of ink');
    const broken = {
      ...order,
      render() {
        throw cause;
      },
    };
    const stage = await talking([broken]);
    const errors: VoiceErrorEvent[] = [];
    stage.element.addEventListener('voice-error', (event) => errors.push(event));
    stage.session.receive(...assistantCalls('c', 'order', { size: 42 }), ...assistantCalls('d', 'order', { size: 43 }));
    await waitUntil(() => errors.length > 0, 'no error is reported');
    stage.session.receive(status('c', 'completed'));
    await stage.shows('.call', 'done');
    expect(stage.all('.call code').map((code) => code.textContent)).to.deep.equal(['order(42)', 'order(43)']);
    expect(errors.map(({ error }) => [error.code, error.cause])).to.deep.equal([['render_failed', cause]]);
    expect(stage.all('[part~=error]')).to.deep.equal([]);
    expect(stage.element.querySelector('[data-tool]')).to.equal(null);
  });

  it('is read out whenever it reads otherwise, but not where it is of long ago', async () => {
    const silent = (text: string) => lit`<p>${text} <span aria-hidden="true">silent</span> <img alt="of a boot" /></p>`;
    const tool = defineTool<Order>({ ...order, render: ({ args, status: now }) => silent(`Size ${args.size} ${now}`) });
    const stage = await talking([tool]);
    const [old] = assistantCalls('old', 'order', { size: 1 }).slice(-1);
    stage.session.receive({ ...old, type: 'conversation.item.created' });
    await waitUntil(() => shown(stage).startsWith('Size 1'), 'the old call is not drawn');
    expect(stage.text('[role=status]')).not.to.include('Size');
    stage.session.receive(...assistantCalls('c', 'order', { size: 42 }));
    await stage.shows('[role=status]', 'Size 42 running of a boot');
    stage.session.receive(status('c', 'completed'));
    await stage.shows('[role=status]', 'Size 42 completed of a boot');
  });

  it('leaves the page with the element or its conversation, and comes back', async () => {
    const stage = await talking([order]);
    stage.session.receive(...assistantCalls('c', 'order', { size: 42 }));
    await shows(stage, 'Boots of size 42: running');
    const { element } = stage;
    const { parentElement } = element;
    element.remove();
    expect(element.children.length).to.equal(0);
    parentElement?.append(element);
    await shows(stage, 'Boots of size 42: running');
    stage.session.receive({ type: 'conversation.item.deleted', item_id: 'c' });
    await waitUntil(() => element.children.length === 0, 'it stays');
  });

  it('is drawn where a launcher has only its bar, and in the page of a launcher that came alone', async () => {
    const launcher = await fixture<RealtimeVoiceLauncher>(
      html`<realtime-voice-launcher variant="compact" lang="en"></realtime-voice-launcher>`,
    );
    const session = createScriptedSession({ tools: [order] });
    launcher.voice.session = session;
    launcher.openPanel();
    await waitUntil(() => launcher.voice.shadowRoot?.querySelector('[role=status]') instanceof Element, 'it does not open');
    const stage = stageOf(launcher.voice, session);
    await session.connect();
    session.receive(...assistantCalls('c', 'order', { size: 42 }));
    session.askApproval({ callId: 'call_c', name: 'order', arguments: '{"size":42}' });
    await waitUntil(() => (launcher.querySelector('section')?.getBoundingClientRect().height ?? 0) > 0, 'it is not drawn');
    stage.button('Allow order').click();
    expect(stage.called('approveTool')).to.deep.equal([['call_c', true]]);
  });
});

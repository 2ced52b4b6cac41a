// A page with a conversation of as many messages as are asked for, that continues on command: bundled by the bench, driven from outside.
import { createEmitter } from '../../.build/src/core/emitter.js';
import { initialConversation } from '../../.build/src/core/store/conversation.js';
import { foldConversation } from '../../.build/src/core/store/fold-conversation.js';
import { createStore } from '../../.build/src/core/store/store.js';
import { RealtimeVoice } from '../../.build/src/elements/realtime-voice/realtime-voice.js';

customElements.define('realtime-voice', RealtimeVoice);

const answers = [
  'The **north path** is open again; call `trail.status("north")` first.\n\n- Water, two litres\n- A map\n- Boots\n\nSee [the map](https://example.org/north).',
  '## What it does\n\nIt adds up every step of a path, in metres.\n\n```js\nexport const climb = (path) => path.reduce((sum, step) => sum + step.height, 0);\n```\n',
  'It is about sixty-one metres high, and it grows a little each year, says the ranger who has looked after it since it was a sapling.',
  '| Path | Length |\n|---|---:|\n| North | 4.2 km |\n| South | 11 km |\n\n1. Take the *upper* gate.\n2. Keep left at the mill.\n',
];
const said = (at) => ({
  event_id: `m${at}`,
  type: 'conversation.item.created',
  item: {
    id: `m${at}`,
    type: 'message',
    role: at % 2 === 0 ? 'user' : 'assistant',
    status: 'completed',
    content: [
      {
        type: 'text',
        text: at % 2 === 0 ? `Question ${at}: how far is it from here to the old mill?` : answers[(at >> 1) % answers.length],
      },
    ],
  },
});
const words =
  'Then **keep left** at the mill, and `look up`: the path is steep but short.\n\n- first the gate\n- then the bridge\n\nIt takes an hour, or *two* with a child. ';

function sessionOf(count) {
  const store = createStore(initialConversation, foldConversation);
  for (let at = 0; at < count; at++) store.dispatch(said(at));
  const levels = { microphone: 0, speaker: 0 };
  const { on } = createEmitter();
  return { store, on, levels, phase: 'open', transport: 'websocket', muted: false, talking: false, ready: Promise.resolve(), close() {} };
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
let undo = () => {};
let next = async () => {};

/** The element with so many messages, and one that is being written after `written` characters. */
async function ours(count, written) {
  const session = sessionOf(count);
  const element = document.createElement('realtime-voice');
  element.modalities = 'text';
  document.body.append(element);
  await element.updateComplete;
  element.session = session;
  let number = 0;
  const receive = (event) => session.store.dispatch({ event_id: `d${number++}`, response_id: 'r', ...event });
  const item = { id: 'live', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
  receive({ type: 'response.output_item.added', item });
  const write = (delta) => receive({ type: 'response.text.delta', item_id: 'live', content_index: 0, delta });
  if (written > 0) write(words.repeat(Math.ceil(written / words.length)));
  undo = () => element.remove();
  let at = 0;
  next = async () => {
    const from = (at++ * 12) % words.length;
    write(words.slice(from, from + 12));
  };
  const shown = () => {
    const groups = [...(element.shadowRoot?.querySelectorAll('.group') ?? [])];
    return (
      groups.length > 0 &&
      groups.every((group) => group.children.length > 0) &&
      (count === 0 || element.shadowRoot.querySelector('.words strong'))
    );
  };
  while (!shown()) await frame();
  // A long message is set a slice a frame: it is whole when no more comes.
  const sections = () => element.shadowRoot.querySelectorAll('.line:last-child .section').length;
  for (let still = 0, before = -1; still < 10;) {
    const now = sections();
    still = now === before ? still + 1 : 0;
    before = now;
    await frame();
  }
}

/** The least there is to do: so many lines of plain text, the last of which grows. */
async function bare(count) {
  const list = document.createElement('ol');
  list.style.cssText = 'block-size:38rem;overflow-y:auto;display:flex;flex-direction:column-reverse';
  const holder = list.appendChild(document.createElement('div'));
  for (let at = 0; at < count; at++) holder.appendChild(document.createElement('li')).textContent = said(at).item.content[0].text;
  const last = new Text();
  holder.appendChild(document.createElement('li')).append(last);
  document.body.append(list);
  undo = () => list.remove();
  let at = 0;
  next = async () => {
    const from = (at++ * 12) % words.length;
    last.appendData(words.slice(from, from + 12));
  };
}

/** Times of tasks over 50 ms, as the browser tells them. */
const long = [];
new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' });

globalThis.transcriptPage = {
  /** From nothing to everything shown. Gives the milliseconds it took. */
  async show(kind, count, written = 0) {
    undo();
    await frame();
    const started = performance.now();
    await (kind === 'ours' ? ours(count, written) : bare(count));
    return performance.now() - started;
  },
  /** So many pieces, one a frame; `idle`: the frames alone. */
  async write(pieces, idle = false) {
    for (let piece = 0; piece < pieces; piece++) {
      if (!idle) await next();
      await frame();
    }
  },
  async longTasks() {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return long.splice(0);
  },
};

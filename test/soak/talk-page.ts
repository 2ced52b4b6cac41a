// What the page of the soak does while it talks: one conversation after another in one element, with everything that happens in an hour of them.
// Bundled without the library, which it takes from the site as any page would.
import type { RealtimeSession, createRealtimeSession, transcript } from 'voxreel';

interface Library {
  readonly createRealtimeSession: typeof createRealtimeSession;
  readonly transcript: typeof transcript;
}

export interface TalkPage {
  /** Puts the element on the page. */
  begin(): Promise<void>;
  /** A conversation of so many turns, or fewer where so much has sounded by then; hung up and taken up again in its middle. */
  converse(transport: 'websocket' | 'webrtc', turns: number, soundMs: number): Promise<Told>;
  /** Takes the element away. */
  end(): void;
}

export interface Told {
  readonly turns: number;
  /** Sound received and sent. */
  readonly soundMs: number;
  readonly items: number;
  readonly reconnects: number;
  /** Sessions that took over from one that was about to end. */
  readonly takeOvers: number;
  /** Answers cut short. */
  readonly cut: number;
  /** Functions called. */
  readonly calls: number;
  /** Turns that never came to an end, and errors. */
  readonly stuck: readonly string[];
}

type Element = HTMLElementTagNameMap['realtime-voice'];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Patient: the machine may have much else to do. */
async function until(check: () => boolean, ms = 120_000): Promise<boolean> {
  const end = performance.now() + ms;
  while (!check()) {
    if (performance.now() > end) return false;
    await wait(4);
  }
  return true;
}

const sentences = [
  'Repeat after me: The lighthouse keeper counts the boats that come home before the fog, and writes their names into a book that nobody but the sea has ever asked to read.',
  'Repeat after me: In the evening the market folds its tables, the gulls divide what is left, and the last tram carries the smell of oranges up the hill to the old town.',
  'Repeat after me: A heron stands in the shallow water so still that the small fish take its legs for reeds, and that is the whole secret of the heron and of the reeds.',
  'Repeat after me: Walk along the river long enough and you meet the same wind twice, once in your face and once at your back, and you learn to be glad of both.',
];

const sentence = ({ turns }: { readonly turns: number }, nth: number) => sentences[(turns + nth) % sentences.length] ?? '';

type Talk = { -readonly [Name in keyof Told]: Told[Name] } & {
  readonly element: Element;
  readonly session: RealtimeSession;
  readonly stuck: string[];
  /** Of answers, in words or in sound. */
  pieces: number;
};

/** The end of the conversation: another item than before, and the whole of an answer. That an answer is done may be lost with the line that said so. */
const lastItem = ({ session }: Talk) => library?.transcript(session.store.get()).at(-1);

const answered = (talk: Talk, before: string | undefined) => {
  if (talk.session.phase !== 'open' || !isQuiet(talk)) return false;
  const { id, type, role, status } = lastItem(talk) ?? {};
  return id !== before && type === 'message' && role === 'assistant' && status === 'completed';
};

/** Says something and waits for the end of what it brings. */
async function exchange(talk: Talk, begin: () => void): Promise<void> {
  const before = lastItem(talk)?.id;
  begin();
  if (await until(() => answered(talk, before))) return;
  const { activeResponseId, live } = talk.session.store.get();
  const { type, role, status } = lastItem(talk) ?? {};
  const seen = [talk.session.phase, activeResponseId, type, role, status, ...live.map((item) => `${item.id} ${item.status}`)];
  talk.stuck.push(`turn ${talk.turns} has no end: ${seen.join(', ')}`);
}

const isQuiet = ({ session }: Talk) => session.store.get().activeResponseId === undefined && session.store.get().live.length === 0;

/** The person has had enough `ms` after the answer began to come. Whether its end is reported, when the line is cut or left meanwhile, is no matter. */
async function bargeIn(talk: Talk, text: string, ms: number): Promise<void> {
  const before = talk.pieces;
  talk.element.sendText(text);
  if (!(await until(() => talk.pieces > before))) talk.stuck.push(`turn ${talk.turns} has no answer`);
  await wait(ms);
  talk.element.interrupt();
  if (!(await until(() => talk.session.phase === 'open' && isQuiet(talk)))) talk.stuck.push(`turn ${talk.turns} goes on`);
}

/** The answer has come whole, and is cut when a little of it has sounded. */
async function bargeInLate(talk: Talk, text: string): Promise<void> {
  await says(text)(talk);
  await wait(150);
  talk.element.interrupt();
}

/** As a person does it: until the microphone is there, and a little more. */
async function hold(session: RealtimeSession): Promise<void> {
  session.startTalking();
  await until(() => session.talking);
  await wait(220);
  session.stopTalking();
}

async function pushToTalk(talk: Talk): Promise<void> {
  // A line that gave up sound has no place for it, and goes up again only when nobody speaks or types.
  if (!(await until(() => talk.session.transport !== 'text'))) talk.stuck.push(`turn ${talk.turns} has no sound`);
  await exchange(talk, () => void hold(talk.session));
  talk.element.interrupt();
}

async function otherDevice({ session, turns }: Talk): Promise<void> {
  const { microphones } = await session.devices();
  const device = microphones[turns % Math.max(1, microphones.length)];
  await session.setMicrophone(device === undefined ? true : { deviceId: device.deviceId });
  navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
  await session.setMicrophone(false);
  await session.setMicrophone(true);
}

async function lookAround({ element, session }: Talk): Promise<void> {
  for (const sheet of ['settings', 'more', 'gauges', 'inspector'])
    for (let times = 0; times < 2; times++) {
      element.shadowRoot?.querySelector<HTMLElement>(`[data-sheet="${sheet}"]`)?.click();
      await frame();
      await wait(20);
    }
  for (const format of ['jsonl', 'json', 'markdown'] as const) element.exportConversation(format);
  await session.exportAudio();
  await session.stats();
}

async function hangUpAndCallAgain({ element }: Talk): Promise<void> {
  element.disconnect();
  await frame();
  await element.connect();
}

const says = (text: string) => (talk: Talk) => exchange(talk, () => talk.element.sendText(text));

/** What happens in a turn, by its number: an hour holds each of them many times. */
const happenings: readonly ((talk: Talk) => Promise<void>)[] = [
  (talk) => bargeInLate(talk, sentence(talk, 0)),
  (talk) => bargeIn(talk, sentence(talk, 1), 60),
  says('Say yes.'),
  (talk) => bargeInLate(talk, sentence(talk, 2)),
  (talk) =>
    exchange(talk, () => {
      talk.session.send({
        type: 'conversation.item.create',
        item: { type: 'message', role: 'user', content: [{ type: 'text', text: 'Show me some code.' }] },
      });
      talk.session.respond({ modalities: ['text'] });
    }),
  says('Call trail_status.'),
  pushToTalk,
  (talk) => bargeInLate(talk, 'Tell me a story.'),
  (talk) => bargeIn(talk, sentence(talk, 3), 10),
  says('Call book_hut.'),
  async (talk) => {
    talk.session.mute(true);
    await bargeInLate(talk, sentence(talk, 0));
    talk.session.mute(false);
  },
  async (talk) => {
    await otherDevice(talk);
    await bargeInLate(talk, sentence(talk, 1));
  },
  (talk) => bargeIn(talk, 'Tell me a story.', 80),
  async (talk) => {
    // Played to its end.
    await says('Say hi.')(talk);
    await until(() => talk.session.levels.speaker < 0.001, 3000);
  },
  (talk) => bargeInLate(talk, sentence(talk, 2)),
  async (talk) => {
    await hangUpAndCallAgain(talk);
    await bargeInLate(talk, sentence(talk, 3));
  },
];

/** Real time: nothing but short answers, and each kind of end once. */
const inRealTime: readonly ((talk: Talk) => Promise<void>)[] = [
  says('Say yes.'),
  (talk) => bargeIn(talk, sentence(talk, 0), 400),
  pushToTalk,
  says('Call trail_status.'),
];

/** Of 24 kHz pcm16 in base64. */
const msOf = (audio = ''): number => (audio.length * 0.75) / 48;

let element: Element | undefined;
let library: Library | undefined;

function follow(talk: Talk): readonly (() => void)[] {
  const { session } = talk;
  let isNew = true;
  return [
    session.on('event', (event) => {
      if (event.type === 'session.created') {
        if (!isNew) talk.takeOvers++;
        isNew = false;
      }
      if (event.type === 'conversation.item.truncated') talk.cut++;
      if (event.type === 'response.audio.delta') talk.soundMs += msOf(event.delta);
      // Over WebRTC the sound is no event, and where the line is bad there is none.
      if (/^response\.(?:audio|audio_transcript|text)\.delta$/.test(event.type)) talk.pieces++;
    }),
    session.on('sent', (event) => {
      if (event.type === 'input_audio_buffer.append') talk.soundMs += msOf(event.audio);
    }),
    session.on('phase', (phase) => {
      if (phase === 'reconnecting') talk.reconnects++;
      isNew ||= phase !== 'open';
    }),
    session.on('error', ({ code, message }) => void talk.stuck.push(`${code}: ${message}`)),
  ];
}

const page: TalkPage = {
  async begin() {
    const path = '/index.js';
    library ??= (await import(path)) as Library;
    element = document.createElement('realtime-voice');
    element.inspector = true;
    // Every second call that needs a person is allowed.
    let asked = 0;
    element.addEventListener('voice-tool-call', (event) => {
      if (event.cancelable && asked++ % 2 === 0) event.allow();
      else event.preventDefault();
    });
    document.body.append(element);
    await element.updateComplete;
  },
  async converse(transport, turns, soundMs) {
    if (element === undefined || library === undefined) throw new Error('There is no element.');
    let calls = 0;
    const parameters = { type: 'object' };
    const execute = () => {
      calls++;
      return { open: true, snow: 12 };
    };
    const session = library.createRealtimeSession({
      baseUrl: '/',
      model: 'rehearsal',
      transports: [transport],
      modalities: ['text', 'audio'],
      session: { turn_detection: null, input_audio_transcription: {} },
      tools: [
        { name: 'trail_status', description: 'Tells whether a trail is open.', parameters, execute },
        { name: 'book_hut', description: 'Books a hut for one night.', parameters, execute, approve: true },
      ],
      record: { maxMinutes: 1 },
      reconnect: { baseMs: 20, maxMs: 200, maxAttempts: 50, climbAfterMs: 500 },
    });
    element.session = session;
    const talk: Talk = {
      element,
      session,
      turns: 0,
      soundMs: 0,
      pieces: 0,
      items: 0,
      reconnects: 0,
      takeOvers: 0,
      cut: 0,
      calls: 0,
      stuck: [],
    };
    const undo = follow(talk);
    await element.connect();
    const list = transport === 'websocket' ? happenings : inRealTime;
    for (; talk.turns < turns && talk.soundMs < soundMs && talk.stuck.length < 3; talk.turns++) {
      await list[talk.turns % list.length]?.(talk);
      if (talk.turns % 20 === 10) await lookAround(talk);
    }
    for (const stop of undo) stop();
    element.disconnect();
    const items = library.transcript(session.store.get()).length;
    element.session = undefined;
    session.close();
    await frame();
    const { reconnects, takeOvers, cut, stuck } = talk;
    return { turns: talk.turns, soundMs: talk.soundMs, items, reconnects, takeOvers, cut, calls, stuck };
  },
  end() {
    element?.remove();
    element = undefined;
  },
};

Object.assign(globalThis, { soakTalk: page });

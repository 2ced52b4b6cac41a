// Is the codec of a conversation right? Asks one for each question, without a connection, and says in words what is wrong.
import type { ClientEvent } from '../protocol/client-events.js';
import { knownServerEvents, type ServerEvent } from '../protocol/server-events.js';
import type { Conversation, Frame, Opening } from '../services/service.js';

type Open = (opening: Opening) => Conversation;

/** The sound of a wire is counted in whole samples. */
const isRate = (value: unknown): boolean => typeof value === 'number' && value >= 8000 && Number.isInteger(value);

/** `sent`: documented client events, `strange`: what a wire may carry one day. */
export function* checkConversation(open: Open, sent: readonly ClientEvent[], strange: readonly string[]): Generator<string> {
  let conversation: Conversation;
  const begun = (): Conversation =>
    open({ model: 'm0del', session: { modalities: ['audio'], instructions: 'Be brief.' }, audio: 'events' });
  try {
    conversation = begun();
  } catch (cause) {
    yield `open(): throws: ${wordsOf(cause)}`;
    return;
  }
  if (begun() === conversation) yield 'open(): gives the same conversation for two connections.';
  const { opening = [], rates, heartbeat } = conversation;
  if (!opening.every(isFrame)) yield 'open().opening: is not a list of texts, bytes and objects.';
  if (rates !== undefined && !(isRate(rates.input) && isRate(rates.output))) yield 'open().rates: are not samples a second.';
  if (heartbeat !== undefined && !(heartbeat.everyMs >= 1000)) yield 'open().heartbeat: comes more often than once a second.';
  for (const event of sent) yield* checkEncoded(begun(), event);
  for (const text of strange) {
    yield* checkDecoded(begun(), text);
    yield* checkDecoded(begun(), new TextEncoder().encode(text));
  }
}

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
const isFrame = (frame: unknown): boolean => typeof frame === 'string' || (typeof frame === 'object' && frame !== null);

/** Lost where they are neither sent nor answered: nothing else tells the page, or the maker. */
const lasting: ReadonlySet<string> = new Set(['input_audio_buffer.append', 'conversation.item.create', 'session.update']);

function* checkEncoded(conversation: Conversation, event: ClientEvent): Generator<string> {
  const what = `encode(): the event ${JSON.stringify(event)}`;
  const before = JSON.stringify({ event_id: 'e', ...event });
  const given = JSON.parse(before) as ClientEvent;
  try {
    const { send = [], events = [] } = conversation.encode(given);
    if (JSON.stringify(given) !== before) yield `${what} is changed by being encoded.`;
    if (!send.every(isFrame)) yield `${what} sends what is no text, bytes or object.`;
    if (lasting.has(event.type) && send.length + events.length === 0) yield `${what} is lost: nothing is sent, and no event answers it.`;
    yield* checkEvents(what, events);
  } catch (cause) {
    yield `${what} makes it throw: ${wordsOf(cause)}`;
  }
}

function* checkDecoded(conversation: Conversation, frame: string | Uint8Array): Generator<string> {
  const what = `decode(): ${typeof frame === 'string' ? frame : `${new TextDecoder().decode(frame)} as bytes`}`;
  try {
    const { events, send = [] as readonly Frame[] } = conversation.decode(frame);
    if (!send.every(isFrame)) yield `${what} sends what is no text, bytes or object.`;
    // Where a wire speaks the documents' words, what is passed on as it came is as right as it was.
    yield* checkEvents(what, events, typeIn(frame));
  } catch (cause) {
    yield `${what} makes it throw: ${wordsOf(cause)}`;
  }
}

const typeIn = (frame: string | Uint8Array): string | undefined =>
  /^\{"type":"([\w.]+)"/.exec(typeof frame === 'string' ? frame : new TextDecoder().decode(frame))?.[1];

function* checkEvents(what: string, events: readonly ServerEvent[], passedOn?: string): Generator<string> {
  for (const event of events) {
    if (event.type === 'unknown' || event.type === passedOn) continue;
    if (!Object.hasOwn(knownServerEvents, event.type)) {
      yield `${what} becomes \`${event.type}\`, which nobody knows.`;
      continue;
    }
    const { error } = knownServerEvents[event.type].safeParse(JSON.parse(JSON.stringify(event)));
    for (const { path, message } of error?.issues ?? []) yield `${what}: \`${path.join('.')}\` is not as the document has it: ${message}`;
  }
}

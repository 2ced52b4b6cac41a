// Conversations over voice protocols of their own: what a page asks for becomes a few verbs of the maker's, and what the maker says becomes turns.
import type { ClientEvent } from '../protocol/client-events.js';
import type { ServerEvent } from '../protocol/server-events.js';
import { textAt } from './ask.js';
import { createReplies, readFrame, sessionIn, unknownFrame, wordsOf, type Encoded, type Fields, type ItemCreate } from './replies.js';
import type { Replies } from './replies.js';
import type { Conversation, Frame, Opening } from './service.js';
import { createVoiceTurns, type VoiceTurns } from './voice-turns.js';

type Frames = readonly Frame[];

/** What a wire is made with. */
export interface VoiceLine {
  /** Writes what the user and the maker say as the documents' events. */
  readonly turns: VoiceTurns;
  /** Writes errors, and any other event. */
  readonly replies: Replies;
  /** The maker is ready: gives `session.created`. Until then everything the page sends waits. */
  ready(id?: string): readonly ServerEvent[];
  /** The maker no longer waits for the results of these calls: they are not sent. Without `callIds`: of all calls. */
  forget(callIds?: readonly string[]): void;
}

/** What a frame of the maker's means: `events` for the page, and frames to send back at once, such as a pong. */
export interface Heard {
  readonly events?: readonly ServerEvent[] | undefined;
  readonly send?: Frames | undefined;
}

/** A maker's protocol, in verbs. The frames that a verb gives are sent in order. */
export interface VoiceWire extends Pick<Conversation, 'rates' | 'heartbeat' | 'resume' | 'closesInMs'> {
  /** Sent as soon as the connection is open. Empty where the maker speaks first. */
  readonly opening: Frames;
  /** Sound of the user: Base64, pcm16 at `rates.input`. */
  sound(audio: string): Frames;
  /** The user's turn ends now. Leave it out where only the maker decides: the page is then refused with `turn_detection_fixed`. */
  commit?(): Frames;
  /**
   * Asks for an answer to `words`. Without `words`, to what was said so far. `instructions` are for this answer alone. Give undefined where this wire cannot: the page is then refused with
   * `nothing_to_answer`.
   */
  ask(words: string | undefined, instructions: string | undefined): Frames | undefined;
  /** Adds something said earlier, which needs no answer: a page that connects again gives its conversation back like this. */
  remember(role: 'user' | 'assistant', words: string): Frames;
  /** The output of a function that the maker has called on this connection. */
  result(call: { readonly id: string; readonly name: string }, output: string): Frames;
  /** Sent after all results, where the maker does not continue by itself. */
  proceed?(): Frames;
  /** Changes the session: `changed` is the change, `session` the result. Where this is left out or gives undefined, the page is refused with `session_fixed`. */
  update?(session: Opening['session'], changed: Opening['session']): Frames | undefined;
  /** `type` is the frame's own `type`, or empty where it has none. Give undefined for a frame you do not know: it becomes an `unknown` event. */
  hear(type: string, frame: Fields): Heard | undefined;
  /** For makers that send sound as binary messages. Without it, bytes are read as JSON. */
  hearBytes?(bytes: Uint8Array): Heard;
}

/**
 * The conversation of a service that has a voice protocol of its own. It keeps the rules of the documents: what waits, what is answered to the page, when an answer is asked for, and when
 * the connection may be resumed. `maker` is its name, as refusals show it. `createWire` is called once.
 */
export function voiceConversation(maker: string, opening: Opening, createWire: (line: VoiceLine) => VoiceWire): Conversation {
  return new VoiceConversation(maker, opening, createWire);
}

class VoiceConversation implements Conversation {
  readonly #maker: string;
  readonly #replies: Replies;
  readonly #turns: VoiceTurns;
  readonly #wire: VoiceWire;
  #opening: Opening;
  #isReady = false;
  /** Written by the user: what follows decides whether it wants an answer. */
  #written: string | undefined;
  /** Calls without a result, by their ids. */
  readonly #calls = new Map<string, string>();
  #hasResults = false;
  /** Calls that the maker has taken back: the page runs them all the same, and asks for an answer. */
  readonly #forgotten = new Set<string>();
  #hasForgotten = false;
  /** A turn was ended by hand: it is being answered. */
  #isCommitted = false;

  constructor(maker: string, opening: Opening, createWire: (line: VoiceLine) => VoiceWire) {
    this.#maker = maker;
    this.#opening = opening;
    this.#replies = createReplies(maker);
    const turns = createVoiceTurns(this.#replies.newId);
    this.#turns = {
      ...turns,
      get isAnswering() {
        return turns.isAnswering;
      },
      call: (call) => {
        this.#calls.set(call.id, call.name);
        return turns.call(call);
      },
    };
    this.#wire = createWire({
      turns: this.#turns,
      replies: this.#replies,
      ready: (id) => this.#ready(id),
      forget: (ids) => this.#forget(ids),
    });
  }

  get opening(): Frames {
    return this.#wire.opening;
  }
  get rates(): Conversation['rates'] {
    return this.#wire.rates;
  }
  get heartbeat(): Conversation['heartbeat'] {
    return this.#wire.heartbeat;
  }
  get closesInMs(): number | undefined {
    return this.#wire.closesInMs;
  }
  /** What is under way would be lost: an answer, a call, and what was written and not sent. */
  get resume(): string | undefined {
    const isIdle = !this.#turns.isAnswering && this.#calls.size === 0 && this.#written === undefined;
    return isIdle ? this.#wire.resume : undefined;
  }

  encode(event: ClientEvent): Encoded {
    switch (event.type) {
      case 'session.update':
        return this.#update(event);
      case 'input_audio_buffer.append':
        return { send: [...this.#flush(), ...this.#wire.sound(event.audio)] };
      case 'input_audio_buffer.commit':
        return this.#commit(event);
      case 'input_audio_buffer.clear':
        return { events: [this.#replies.event('input_audio_buffer.cleared', {})] };
      case 'conversation.item.create':
        return this.#create(event);
      // What was heard is kept on the page.
      case 'conversation.item.truncate':
      case 'conversation.item.delete':
        return this.#replies.acknowledge(event);
      case 'response.create':
        return this.#request(event);
      case 'response.cancel':
        return { events: this.#turns.cancel() };
      default:
        return {};
    }
  }

  decode(frame: string | Uint8Array): { readonly events: readonly ServerEvent[]; readonly send?: Frames | undefined } {
    const { events = [], send } = this.#heard(frame);
    return { events, send };
  }

  #heard(frame: string | Uint8Array): Heard {
    if (typeof frame !== 'string' && this.#wire.hearBytes !== undefined) return this.#wire.hearBytes(frame);
    const fields = readFrame(frame);
    if (fields === undefined) return { events: [unknownFrame('', frame)] };
    const type = textAt(fields, 'type') ?? '';
    return this.#wire.hear(type, fields) ?? { events: [unknownFrame(type, fields)] };
  }

  #ready(id: string | undefined): readonly ServerEvent[] {
    if (this.#isReady) return [];
    this.#isReady = true;
    return [this.#replies.session('session.created', this.#opening, id)];
  }

  #forget(ids: readonly string[] = [...this.#calls.keys()]): void {
    for (const id of ids) if (this.#calls.delete(id)) this.#forgotten.add(id);
  }

  #update(event: Extract<ClientEvent, { type: 'session.update' }>): Encoded {
    const changed = sessionIn(event);
    const session = { ...this.#opening.session, ...changed };
    const send = this.#wire.update?.(session, changed);
    if (send === undefined)
      return this.#replies.refuse(event, 'session_fixed', `${this.#maker} takes this when it connects, and only then.`);
    this.#opening = { ...this.#opening, session };
    return { send, events: [this.#replies.session('session.updated', this.#opening)] };
  }

  #commit(event: ClientEvent): Encoded {
    const send = this.#wire.commit?.();
    if (send === undefined)
      return this.#replies.refuse(event, 'turn_detection_fixed', `${this.#maker} decides itself when the user has finished.`);
    this.#isCommitted = true;
    return { send, events: this.#turns.committed() };
  }

  #create(event: ItemCreate): Encoded {
    const { events } = this.#replies.acknowledge(event);
    const { item } = event;
    const earlier = this.#flush();
    if (item.type === 'function_call_output') return { send: [...earlier, ...this.#result(item.call_id ?? '', item.output ?? '')], events };
    const words = wordsOf(item);
    if (item.type === 'function_call' || words === '') return { send: earlier, events };
    if (item.role === 'assistant') return { send: [...earlier, ...this.#wire.remember('assistant', words)], events };
    this.#written = words;
    return { send: earlier, events };
  }

  /** Only for a call of this connection: those of an earlier one are not known to the maker. */
  #result(id: string, output: string): Frames {
    const name = this.#calls.get(id);
    if (name === undefined) {
      if (this.#forgotten.delete(id)) this.#hasForgotten = true;
      return [];
    }
    this.#calls.delete(id);
    this.#hasResults = true;
    return this.#wire.result({ id, name }, output);
  }

  #flush(): Frames {
    const words = this.#written;
    this.#written = undefined;
    return words === undefined ? [] : this.#wire.remember('user', words);
  }

  #request(event: Extract<ClientEvent, { type: 'response.create' }>): Encoded {
    const hasResults = this.#hasResults;
    const isUnderWay = hasResults || this.#isCommitted || this.#hasForgotten;
    this.#hasResults = this.#isCommitted = this.#hasForgotten = false;
    if (hasResults && this.#written === undefined) return { send: this.#wire.proceed?.() ?? [] };
    if (isUnderWay && this.#written === undefined) return {};
    const send = this.#wire.ask(this.#written, event.response?.instructions);
    if (send === undefined)
      return this.#replies.refuse(event, 'nothing_to_answer', `${this.#maker} answers what was said or written, and nothing was.`);
    this.#written = undefined;
    return { send };
  }
}

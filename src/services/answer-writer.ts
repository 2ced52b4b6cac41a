// Writes answers in the documents' events for wires that have no responses, items or ids of their own.
import type { Usage } from '../protocol/item.js';
import type { KnownServerEvent, ServerEvent } from '../protocol/server-events.js';

/** A function that the maker's model calls. */
export interface FunctionCall {
  /** The maker's own: the result comes back under it. */
  readonly id: string;
  readonly name: string;
  /** JSON */
  readonly arguments: string;
}

/** How an answer ended. */
export interface AnswerEnd {
  /** Default `completed`. */
  readonly status?: 'completed' | 'cancelled' | 'failed' | 'incomplete';
  readonly usage?: Usage | undefined;
  /** Why it failed or is incomplete. */
  readonly details?: Record<string, unknown> | undefined;
}

/** Each method gives the events to pass on, in order: what was not begun is begun, and what is open at the end is ended. */
export interface AnswerWriter {
  /** An answer is being written. */
  readonly active: boolean;
  begin(): readonly ServerEvent[];
  text(delta: string): readonly ServerEvent[];
  /** Base64 */
  audio(delta: string): readonly ServerEvent[];
  /** The words of what is said in `audio`. */
  words(delta: string): readonly ServerEvent[];
  /** A function of the page is called. The page runs it once the answer has ended: `end` it even if the maker's turn stays open. */
  call(call: FunctionCall): readonly ServerEvent[];
  /** All sound is there; its words may still come. */
  endSound(): readonly ServerEvent[];
  /** Nothing where no answer is being written. */
  end(end?: AnswerEnd): readonly ServerEvent[];
}

interface Part {
  readonly type: 'text' | 'audio';
  readonly index: number;
  written: string;
  /** Its sound is complete. */
  isSilent: boolean;
}

interface Message {
  readonly id: string;
  readonly outputIndex: number;
  readonly parts: Part[];
}

type Fields = Readonly<Record<string, unknown>>;

/** Ids that no other connection gives out: `event_k3x9f2ab1`. */
export function createIds(): (kind: string) => string {
  const prefix = Math.random().toString(36).slice(2, 10);
  let count = 0;
  return (kind) => `${kind}_${prefix}${(count += 1).toString(36)}`;
}

/** An event with an id of its own. */
export const serverEvent = (newId: (kind: string) => string, type: KnownServerEvent['type'], fields: Fields): ServerEvent =>
  ({ event_id: newId('event'), type, ...fields }) as unknown as ServerEvent;

/** Writes the documents' events of an answer, from what a maker says in its own words. */
export const createAnswerWriter = (newId: (kind: string) => string): AnswerWriter => new Answers(newId);

class Answers implements AnswerWriter {
  readonly #newId: (kind: string) => string;
  #responseId: string | undefined;
  #message: Message | undefined;
  #outputs = 0;

  constructor(newId: (kind: string) => string) {
    this.#newId = newId;
  }

  get active(): boolean {
    return this.#responseId !== undefined;
  }

  begin(): readonly ServerEvent[] {
    if (this.#responseId !== undefined) return [];
    const id = this.#newId('resp');
    this.#responseId = id;
    this.#outputs = 0;
    return [this.#event('response.created', { response: { id, object: 'realtime.response', status: 'in_progress', output: [] } })];
  }

  text(value: string): readonly ServerEvent[] {
    return this.#delta('text', 'response.text.delta', value, value);
  }

  audio(value: string): readonly ServerEvent[] {
    return this.#delta('audio', 'response.audio.delta', value, '');
  }

  words(value: string): readonly ServerEvent[] {
    return this.#delta('audio', 'response.audio_transcript.delta', value, value);
  }

  call({ id: call_id, name, arguments: given }: FunctionCall): readonly ServerEvent[] {
    const before = [...this.begin(), ...this.endMessage()];
    const response_id = this.#responseId;
    const output_index = this.#outputs++;
    const item = { id: this.#newId('item'), object: 'realtime.item', type: 'function_call', call_id, name };
    const at = { response_id, item_id: item.id, output_index, call_id };
    return [
      ...before,
      ...this.#added({ ...item, arguments: '', status: 'in_progress' }, output_index),
      this.#event('response.function_call_arguments.delta', { ...at, delta: given }),
      this.#event('response.function_call_arguments.done', { ...at, name, arguments: given }),
      this.#event('response.output_item.done', { response_id, output_index, item: { ...item, arguments: given, status: 'completed' } }),
    ];
  }

  endSound(): readonly ServerEvent[] {
    const message = this.#message;
    return message === undefined ? [] : message.parts.flatMap((part) => this.#soundDone(message, part));
  }

  endMessage(status: 'completed' | 'incomplete' = 'completed'): readonly ServerEvent[] {
    const message = this.#message;
    if (message === undefined) return [];
    this.#message = undefined;
    const at = { response_id: this.#responseId, output_index: message.outputIndex };
    return [
      ...message.parts.flatMap((part) => this.#partDone(message, part)),
      this.#event('response.output_item.done', { ...at, item: messageItem(message, status) }),
    ];
  }

  end({ status = 'completed', usage, details }: AnswerEnd = {}): readonly ServerEvent[] {
    const id = this.#responseId;
    if (id === undefined) return [];
    const events = this.endMessage(status === 'completed' ? 'completed' : 'incomplete');
    this.#responseId = undefined;
    const response = { id, object: 'realtime.response', status, status_details: details ?? null, usage: usage ?? null };
    return [...events, this.#event('response.done', { response })];
  }

  #event(type: KnownServerEvent['type'], fields: Fields): ServerEvent {
    return serverEvent(this.#newId, type, fields);
  }

  #place({ id, outputIndex }: Message, { index }: Part): Fields {
    return { response_id: this.#responseId, item_id: id, output_index: outputIndex, content_index: index };
  }

  #added(item: Fields, outputIndex: number): readonly ServerEvent[] {
    return [
      this.#event('response.output_item.added', { response_id: this.#responseId, output_index: outputIndex, item }),
      this.#event('conversation.item.created', { item }),
    ];
  }

  /** Begins what the delta belongs to, where that is not there yet. */
  #delta(type: Part['type'], name: KnownServerEvent['type'], delta: string, written: string): readonly ServerEvent[] {
    const events = [...this.begin()];
    let message = this.#message;
    if (message === undefined) {
      this.#message = message = { id: this.#newId('item'), outputIndex: this.#outputs++, parts: [] };
      events.push(...this.#added(messageItem(message, 'in_progress'), message.outputIndex));
    }
    let part = message.parts.find((one) => one.type === type);
    if (part === undefined) {
      part = { type, index: message.parts.length, written: '', isSilent: false };
      message.parts.push(part);
      events.push(this.#event('response.content_part.added', { ...this.#place(message, part), part: contentOf(part) }));
    }
    part.written += written;
    return [...events, this.#event(name, { ...this.#place(message, part), delta })];
  }

  #soundDone(message: Message, part: Part): readonly ServerEvent[] {
    if (part.type !== 'audio' || part.isSilent) return [];
    part.isSilent = true;
    return [this.#event('response.audio.done', this.#place(message, part))];
  }

  #partDone(message: Message, part: Part): readonly ServerEvent[] {
    const at = this.#place(message, part);
    const { written } = part;
    const done =
      part.type === 'text'
        ? [this.#event('response.text.done', { ...at, text: written, delta: written })]
        : [...this.#soundDone(message, part), this.#event('response.audio_transcript.done', { ...at, transcript: written })];
    return [...done, this.#event('response.content_part.done', { ...at, part: contentOf(part) })];
  }
}

const contentOf = ({ type, written }: Part): Fields => (type === 'text' ? { type, text: written } : { type, transcript: written });

const messageItem = ({ id, parts }: Message, status: string): Fields => ({
  id,
  object: 'realtime.item',
  type: 'message',
  role: 'assistant',
  status,
  content: parts.map(contentOf),
});

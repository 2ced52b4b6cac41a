// Writes answers in the documents' events for wires that have no responses, items or ids of their own.
import type { Usage } from '../protocol/item.js';
import type { KnownServerEvent, ServerEvent } from '../protocol/server-events.js';

export interface FunctionCall {
  /** The maker's own: the result comes back under it. */
  readonly id: string;
  readonly name: string;
  /** JSON */
  readonly arguments: string;
}

export interface AnswerEnd {
  /** Default `completed`. */
  readonly status?: 'completed' | 'cancelled' | 'failed' | 'incomplete';
  readonly usage?: Usage | undefined;
  /** Why it failed or is incomplete. */
  readonly details?: Record<string, unknown> | undefined;
}

/** Each method gives the events that it takes, in order: what was not begun is begun, and what is open at the end is ended. */
export interface AnswerWriter {
  /** An answer is being written. */
  readonly active: boolean;
  begin(): readonly ServerEvent[];
  text(delta: string): readonly ServerEvent[];
  /** Base64 */
  audio(delta: string): readonly ServerEvent[];
  /** Of what is said in `audio`. */
  words(delta: string): readonly ServerEvent[];
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

export function createAnswerWriter(newId: (kind: string) => string): AnswerWriter {
  let responseId: string | undefined;
  let message: Message | undefined;
  let outputs = 0;
  const event = (type: KnownServerEvent['type'], fields: Fields): ServerEvent => serverEvent(newId, type, fields);
  const place = (inside: Message | undefined, { index }: Part): Fields => ({
    response_id: responseId,
    item_id: inside?.id,
    output_index: inside?.outputIndex,
    content_index: index,
  });

  function begin(): readonly ServerEvent[] {
    if (responseId !== undefined) return [];
    responseId = newId('resp');
    outputs = 0;
    return [event('response.created', { response: { id: responseId, object: 'realtime.response', status: 'in_progress', output: [] } })];
  }

  const added = (item: Fields, outputIndex: number): readonly ServerEvent[] => [
    event('response.output_item.added', { response_id: responseId, output_index: outputIndex, item }),
    event('conversation.item.created', { item }),
  ];

  /** The part that a delta belongs to, and what it takes to have it. */
  function open(type: Part['type']): readonly [ServerEvent[], Message, Part] {
    const events = [...begin()];
    if (message === undefined) {
      message = { id: newId('item'), outputIndex: outputs++, parts: [] };
      events.push(...added(messageItem(message, 'in_progress'), message.outputIndex));
    }
    let part = message.parts.find((one) => one.type === type);
    if (part === undefined) {
      part = { type, index: message.parts.length, written: '', isSilent: false };
      message.parts.push(part);
      events.push(event('response.content_part.added', { ...place(message, part), part: contentOf(part) }));
    }
    return [events, message, part];
  }

  function soundDone(part: Part, at: Fields): readonly ServerEvent[] {
    if (part.type !== 'audio' || part.isSilent) return [];
    part.isSilent = true;
    return [event('response.audio.done', at)];
  }

  function endMessage(status: 'completed' | 'incomplete' = 'completed'): readonly ServerEvent[] {
    const ended = message;
    if (ended === undefined) return [];
    message = undefined;
    const events = ended.parts.flatMap((part) => {
      const at = place(ended, part);
      const done =
        part.type === 'text'
          ? [event('response.text.done', { ...at, text: part.written, delta: part.written })]
          : [...soundDone(part, at), event('response.audio_transcript.done', { ...at, transcript: part.written })];
      return [...done, event('response.content_part.done', { ...at, part: contentOf(part) })];
    });
    const item = messageItem(ended, status);
    return [...events, event('response.output_item.done', { response_id: responseId, output_index: ended.outputIndex, item })];
  }

  function delta(type: Part['type'], name: KnownServerEvent['type'], value: string, isWritten: boolean): readonly ServerEvent[] {
    const [events, inside, part] = open(type);
    if (isWritten) part.written += value;
    return [...events, event(name, { ...place(inside, part), delta: value })];
  }

  return {
    get active() {
      return responseId !== undefined;
    },
    begin,
    text: (value) => delta('text', 'response.text.delta', value, true),
    audio: (value) => delta('audio', 'response.audio.delta', value, false),
    words: (value) => delta('audio', 'response.audio_transcript.delta', value, true),
    call({ id: call_id, name, arguments: given }) {
      const before = [...begin(), ...endMessage()];
      const output_index = outputs++;
      const item = { id: newId('item'), object: 'realtime.item', type: 'function_call', call_id, name };
      const at = { response_id: responseId, item_id: item.id, output_index, call_id };
      const done = { ...item, arguments: given, status: 'completed' };
      return [
        ...before,
        ...added({ ...item, arguments: '', status: 'in_progress' }, output_index),
        event('response.function_call_arguments.delta', { ...at, delta: given }),
        event('response.function_call_arguments.done', { ...at, name, arguments: given }),
        event('response.output_item.done', { response_id: responseId, output_index, item: done }),
      ];
    },
    endSound: () => (message?.parts ?? []).flatMap((part) => soundDone(part, place(message, part))),
    end({ status = 'completed', usage, details } = {}) {
      const id = responseId;
      if (id === undefined) return [];
      const events = endMessage(status === 'completed' ? 'completed' : 'incomplete');
      responseId = undefined;
      const response = { id, object: 'realtime.response', status, status_details: details ?? null, usage: usage ?? null };
      return [...events, event('response.done', { response })];
    },
  };
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

// Writes the events of one response in their documented order and closes whatever is open when it ends.
import { createId } from './identifier.js';
import { wireItem, wirePart } from './conversation.js';
import type { Conversation, StoredItem, StoredPart } from './conversation.js';

export type Emit = (type: string, fields: Record<string, unknown>) => void;

export type FinalStatus = 'completed' | 'cancelled' | 'failed' | 'incomplete';

export interface ResponseWriter {
  readonly id: string;
  readonly ended: boolean;
  /** The item being written, for the engine that must cut it. */
  readonly openItem: StoredItem | undefined;
  openMessage(part: StoredPart['type']): void;
  text(delta: string): void;
  transcript(delta: string): void;
  /** `base64` is empty where sound travels as a track. */
  audio(base64: string, durationMs: number): void;
  closeMessage(): void;
  call(name: string): { arguments(delta: string): void; close(): void };
  /** Ends the response once; later calls and writes do nothing. */
  finish(status: FinalStatus, details: Record<string, unknown> | null, usage: Record<string, unknown> | null): void;
}

export interface ResponseWriterOptions {
  readonly emit: Emit;
  readonly conversation: Conversation;
}

/** Of a part that is being written the words are known, if there are none yet. */
const spokenPart = (part: StoredPart): Record<string, unknown> =>
  part.type === 'audio' ? { type: 'audio', transcript: part.text } : wirePart(part);

interface Open {
  readonly item: StoredItem;
  readonly part: StoredPart | undefined;
}

export function createResponseWriter({ emit, conversation }: ResponseWriterOptions): ResponseWriter {
  const id = createId('resp');
  const written: StoredItem[] = [];
  let open: Open | undefined;
  let ended = false;

  const state = (status: string, details: unknown, usage: unknown) => ({
    id,
    object: 'realtime.response',
    status,
    status_details: details,
    output: written.map(wireItem),
    usage,
  });
  const place = () => ({ response_id: id, item_id: open?.item.id, output_index: written.length - 1 });
  const partPlace = () => ({ ...place(), content_index: 0 });

  function begin(item: StoredItem, part: StoredPart | undefined): void {
    open = { item, part };
    written.push(item);
    emit('response.output_item.added', { response_id: id, output_index: written.length - 1, item: wireItem({ ...item, parts: [] }) });
    const previous = conversation.insert(item);
    emit('conversation.item.created', { previous_item_id: previous, item: wireItem({ ...item, parts: [] }) });
    if (part !== undefined) emit('response.content_part.added', { ...partPlace(), part: spokenPart({ ...part, text: '' }) });
  }

  function closePart({ part }: Open): void {
    if (part === undefined) return;
    if (part.type === 'text') emit('response.text.done', { ...partPlace(), delta: part.text });
    else {
      emit('response.audio.done', partPlace());
      emit('response.audio_transcript.done', { ...partPlace(), transcript: part.text });
    }
    emit('response.content_part.done', { ...partPlace(), part: spokenPart(part) });
  }

  function closeItem(status: StoredItem['status']): void {
    if (open === undefined) return;
    closePart(open);
    const { item } = open;
    item.status = status;
    if (item.type === 'function_call')
      emit('response.function_call_arguments.done', { ...place(), call_id: item.callId, name: item.name, arguments: item.arguments });
    emit('response.output_item.done', { response_id: id, output_index: written.length - 1, item: wireItem(item) });
    open = undefined;
  }

  function add(event: string, delta: string): void {
    if (ended || open?.part === undefined) return;
    open.part.text += delta;
    emit(event, { ...partPlace(), delta });
  }

  emit('response.created', { response: state('in_progress', null, null) });
  return {
    id,
    get ended() {
      return ended;
    },
    get openItem() {
      return open?.item;
    },
    openMessage(type) {
      if (ended) return;
      const part: StoredPart = { type, text: '', audioMs: 0 };
      begin({ id: createId('item'), type: 'message', role: 'assistant', status: 'in_progress', parts: [part] }, part);
    },
    text: (delta) => add('response.text.delta', delta),
    transcript: (delta) => add('response.audio_transcript.delta', delta),
    audio(base64, durationMs) {
      if (ended || open?.part === undefined) return;
      open.part.audioMs += durationMs;
      if (base64 !== '') emit('response.audio.delta', { ...partPlace(), delta: base64 });
    },
    closeMessage: () => closeItem('completed'),
    call(name) {
      const item: StoredItem = {
        id: createId('item'),
        type: 'function_call',
        status: 'in_progress',
        parts: [],
        callId: createId('call'),
        name,
        arguments: '',
      };
      if (!ended) begin(item, undefined);
      return {
        arguments(delta) {
          if (ended) return;
          item.arguments = `${item.arguments ?? ''}${delta}`;
          emit('response.function_call_arguments.delta', { ...place(), call_id: item.callId, delta });
        },
        close: () => closeItem('completed'),
      };
    },
    finish(status, details, usage) {
      if (ended) return;
      closeItem(status === 'completed' ? 'completed' : 'incomplete');
      ended = true;
      emit('response.done', { response: state(status, details, usage) });
    },
  };
}

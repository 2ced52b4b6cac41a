// One session: takes client events and sound, emits server events and sound. Unaware of its wire, of dialects and of authentication.
import type { AudioFormat, ClientEvent, SessionConfig } from '../../protocol/index.js';
import type { Synthesiser } from '../speech/synthesiser.js';
import { decodeAudio, formatRateHz } from './audio-format.js';
import { readClientEvent } from './client-event.js';
import { createConversation, storedItem, wireItem } from './conversation.js';
import type { Conversation, StoredItem } from './conversation.js';
import { createId } from './identifier.js';
import { engineRateHz } from './loudness.js';
import type { Pace } from './pace.js';
import type { SpeechOutlet } from './performance.js';
import type { RateLimits } from './rate-limits.js';
import { invalidEvent, isRefusal } from './refusal.js';
import type { Refusal } from './refusal.js';
import { createResampler, resample } from './resample.js';
import { createResponder } from './responder.js';
import type { Responder } from './responder.js';
import { createSessionState } from './session-state.js';
import type { SessionState } from './session-state.js';
import { createTranscriber } from './transcriber.js';
import type { Transcriber } from './transcriber.js';
import { createVoiceInput } from './voice-input.js';
import type { VoiceInput } from './voice-input.js';

export interface Engine {
  /** One client event, already parsed from JSON and translated; undefined stands for text that was no JSON object. */
  receive(event: Record<string, unknown> | undefined): void;
  /** Why the wire's event could not even be translated. */
  refuse(refusal: Refusal, eventId: string | undefined): void;
  /** Sound from a track: mono samples at 24,000 Hz. */
  hear(samples: Int16Array): void;
  /** Tells the client that the session is over. */
  end(): void;
  close(): void;
}

export interface EngineOptions {
  readonly sessionId: string;
  readonly model: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  readonly initial: SessionConfig;
  /** A server event of the documents. */
  readonly send: (event: Record<string, unknown>) => void;
  readonly outlet: SpeechOutlet;
  readonly synthesiser: Synthesiser;
  readonly limits: RateLimits;
  readonly pace: Pace;
  readonly transcriptionDelayMs: number;
  /** True where the server itself cuts the item the user interrupts. */
  readonly truncates: boolean;
}

/** What the handlers of client events work with. */
interface Room {
  readonly options: EngineOptions;
  readonly session: SessionState;
  readonly conversation: Conversation;
  readonly responder: Responder;
  readonly transcriber: Transcriber;
  readonly input: VoiceInput;
  readonly decoder: InputDecoder;
  emit(type: string, fields: Record<string, unknown>): void;
  commit(itemId?: string): void;
}

export function createEngine(options: EngineOptions): Engine {
  const room = createRoom(options);
  const { session, conversation, emit } = room;
  const refuse = (refusal: Refusal, eventId: string | undefined) => emit('error', { error: errorBody(refusal, eventId) });
  let closed = false;
  emit('session.created', { session: session.object() });
  emit('conversation.created', { conversation: { id: conversation.id, object: 'realtime.conversation' } });
  return {
    receive(raw) {
      if (closed) return;
      if (raw === undefined) return refuse(invalidEvent('A message is one JSON object.'), undefined);
      const read = readClientEvent(raw);
      const refusal = 'refusal' in read ? read.refusal : handle(room, read.event);
      if (refusal !== undefined) refuse(refusal, read.eventId);
    },
    refuse: (refusal, eventId) => void (closed || refuse(refusal, eventId)),
    hear: (samples) => void (closed || room.input.append(samples)),
    end() {
      session.end('ended');
      emit('session.updated', { session: session.object() });
      refuse({ code: 'session_expired', message: 'The session has reached its longest duration.' }, undefined);
    },
    close() {
      closed = true;
      room.responder.close();
      room.transcriber.close();
    },
  };
}

function createRoom(options: EngineOptions): Room {
  const startedAt = performance.now();
  const emit = (type: string, fields: Record<string, unknown>) => options.send({ event_id: createId('event'), type, ...fields });
  const session = createSessionState({
    id: options.sessionId,
    model: options.model,
    expiresAt: options.expiresAt,
    initial: options.initial,
  });
  const conversation = createConversation();
  const responder = createResponder({ ...options, emit, session, conversation });
  const transcriber = createTranscriber({ emit, delayMs: options.transcriptionDelayMs });
  let turnId: string | undefined;

  const input = createVoiceInput({
    detection: () => session.settings.turn_detection,
    elapsedMs: () => performance.now() - startedAt,
    onStarted(startMs) {
      turnId = createId('item');
      emit('input_audio_buffer.speech_started', { audio_start_ms: startMs, item_id: turnId });
      if (session.settings.turn_detection?.['interrupt_response'] !== false) interrupt(room);
    },
    onStopped(endMs) {
      emit('input_audio_buffer.speech_stopped', { audio_start_ms: endMs, item_id: turnId });
      room.commit(turnId);
      if (session.settings.turn_detection?.['create_response'] !== false && !responder.active) responder.create();
    },
  });

  const room: Room = {
    options,
    session,
    conversation,
    responder,
    transcriber,
    input,
    decoder: createInputDecoder(() => session.settings.input_audio_format),
    emit,
    commit(itemId = createId('item')) {
      const samples = input.take();
      const audioMs = Math.round(samples.length / (engineRateHz / 1000));
      const item: StoredItem = {
        id: itemId,
        type: 'message',
        role: 'user',
        status: 'completed',
        parts: [{ type: 'audio', text: '', samples, audioMs }],
      };
      const previous = conversation.insert(item);
      emit('input_audio_buffer.committed', { previous_item_id: previous, item_id: itemId });
      emit('conversation.item.created', { previous_item_id: previous, item: wireItem(item) });
      if (session.settings.input_audio_transcription) transcriber.transcribe(item, samples);
    },
  };
  return room;
}

/** The user speaks over the answer: it ends where it is. */
function interrupt({ responder, conversation, options, emit }: Room): void {
  const item = responder.openItemId === undefined ? undefined : conversation.find(responder.openItemId);
  const part = item?.parts[0];
  if (!responder.cancel('turn_detected') || !options.truncates || item === undefined || part?.type !== 'audio') return;
  part.text = '';
  emit('conversation.item.truncated', { item_id: item.id, content_index: 0, audio_end_ms: Math.round(part.audioMs) });
}

interface InputDecoder {
  /** Mono samples at the engine's rate, or undefined when this is no Base64 of the session's input format. */
  push(audio: string): Int16Array | undefined;
  whole(audio: string): Int16Array | undefined;
}

function createInputDecoder(format: () => AudioFormat): InputDecoder {
  let resampler = createResampler(formatRateHz.g711_ulaw, engineRateHz);
  let resampledFormat: AudioFormat | undefined;
  return {
    push(audio) {
      const samples = decodeBase64(audio, format());
      if (samples === undefined || formatRateHz[format()] === engineRateHz) return samples;
      if (resampledFormat !== format()) resampler = createResampler(formatRateHz[format()], engineRateHz);
      resampledFormat = format();
      return resampler.push(samples);
    },
    whole(audio) {
      const samples = decodeBase64(audio, format());
      return samples && resample(samples, formatRateHz[format()], engineRateHz);
    },
  };
}

function decodeBase64(audio: string, format: AudioFormat): Int16Array | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(audio) || audio.length % 4 === 1) return undefined;
  return decodeAudio(Buffer.from(audio, 'base64'), format);
}

function errorBody(refusal: Refusal, eventId: string | undefined): Record<string, unknown> {
  return {
    type: refusal.type ?? 'invalid_request_error',
    code: refusal.code,
    message: refusal.message,
    param: refusal.param ?? null,
    event_id: eventId ?? null,
  };
}

/** Less than this is no utterance. */
const leastCommitMs = 100;
/** Bytes of Base64 in one append. */
const longestAppend = 15 * 1024 * 1024;

type Handlers = { [T in ClientEvent['type']]: (room: Room, event: Extract<ClientEvent, { type: T }>) => Refusal | undefined };

const handlers: Handlers = {
  'session.update'({ session, emit }, event) {
    const refusal = session.update(event.session ?? event);
    if (refusal === undefined) emit('session.updated', { session: session.object() });
    return refusal;
  },
  'input_audio_buffer.append'({ input, decoder }, event) {
    if (event.audio.length > longestAppend) return invalidEvent('One append carries at most 15 MiB.', 'audio');
    const samples = decoder.push(event.audio);
    if (samples === undefined) return invalidEvent('The audio is no Base64 of the input audio format.', 'audio');
    input.append(samples);
    return undefined;
  },
  'input_audio_buffer.commit'(room) {
    const ms = room.input.durationMs;
    if (ms >= leastCommitMs) return void room.commit();
    const message = `The buffer holds ${ms.toFixed(0)} ms of audio; at least ${leastCommitMs} ms are needed.`;
    return { code: 'input_audio_buffer_commit_empty', message };
  },
  'input_audio_buffer.clear'({ input, emit }) {
    input.clear();
    emit('input_audio_buffer.cleared', {});
    return undefined;
  },
  'conversation.item.create'({ conversation, decoder, emit }, event) {
    const after = event.previous_item_id === 'root' ? null : (event.previous_item_id ?? undefined);
    if (typeof after === 'string' && conversation.find(after) === undefined) return notFound(after, 'previous_item_id');
    const item = storedItem(event.item, decoder.whole);
    if (isRefusal(item)) return item;
    if (conversation.find(item.id) !== undefined)
      return { code: 'item_already_exists', message: `There is an item ${item.id} already.`, param: 'item.id' };
    const previous = conversation.insert(item, after);
    emit('conversation.item.created', { previous_item_id: previous, item: wireItem(item) });
    return undefined;
  },
  'conversation.item.truncate': truncate,
  'conversation.item.delete'({ conversation, responder, emit }, event) {
    const item = conversation.find(event.item_id);
    if (item === undefined) return notFound(event.item_id, 'item_id');
    if (responder.openItemId === item.id) responder.cancel('client_cancelled');
    conversation.remove(item);
    emit('conversation.item.deleted', { item_id: item.id });
    return undefined;
  },
  'response.create': ({ responder }, event) => responder.create(event.response),
  'response.cancel'({ responder }) {
    if (responder.cancel('client_cancelled')) return undefined;
    return { code: 'response_cancel_not_active', message: 'There is no response to cancel.' };
  },
};

function handle(room: Room, event: ClientEvent): Refusal | undefined {
  const handler = handlers[event.type] as (room: Room, event: ClientEvent) => Refusal | undefined;
  return handler(room, event);
}

function truncate(
  { conversation, responder, emit }: Room,
  event: Extract<ClientEvent, { type: 'conversation.item.truncate' }>,
): Refusal | undefined {
  const item = conversation.find(event.item_id);
  if (item === undefined) return notFound(event.item_id, 'item_id');
  const part = item.parts[event.content_index];
  const cannot = (param: string, message: string): Refusal => ({ code: 'invalid_truncation', message, param });
  if (item.role !== 'assistant') return cannot('item_id', 'Only audio of the assistant can be truncated.');
  if (part?.type !== 'audio') return cannot('content_index', `Item ${item.id} has no audio at ${event.content_index}.`);
  if (event.audio_end_ms === 0) return cannot('audio_end_ms', 'Nothing would be left: delete the item instead.');
  if (event.audio_end_ms > Math.ceil(part.audioMs)) return cannot('audio_end_ms', `The item holds ${Math.ceil(part.audioMs)} ms of audio.`);
  // What is still being said cannot be cut without ending it.
  if (responder.openItemId === item.id) responder.cancel('client_cancelled');
  part.audioMs = event.audio_end_ms;
  part.text = '';
  emit('conversation.item.truncated', { item_id: item.id, content_index: event.content_index, audio_end_ms: event.audio_end_ms });
  return undefined;
}

const notFound = (id: string, param: string): Refusal => ({ code: 'item_not_found', message: `There is no item ${id}.`, param });

// One session: takes client events and sound, emits server events and sound. Unaware of its wire, of dialects and of authentication.
import type { SessionConfig } from '../../protocol/index.js';
import { deepestJson } from '../parse-json.js';
import type { Synthesizer } from '../speech/synthesizer.js';
import { handle, notFound } from './client-events.js';
import type { Room } from './client-events.js';
import { readClientEvent } from './client-event.js';
import { createConversation, wireItem } from './conversation.js';
import type { StoredItem } from './conversation.js';
import { createId } from './identifier.js';
import { createInputDecoder } from './input-decoder.js';
import { engineRateHz } from './loudness.js';
import type { Pace } from './pace.js';
import type { SpeechOutlet } from './performance.js';
import type { RateLimits } from './rate-limits.js';
import { errorBody, invalidEvent } from './refusal.js';
import type { Refusal } from './refusal.js';
import { createResponder } from './responder.js';
import type { CancelReason } from './responder.js';
import { createSessionState } from './session-state.js';
import type { Emit } from './response-writer.js';
import { createTranscriber } from './transcriber.js';
import type { Transcriber } from './transcriber.js';
import type { Recognise } from './transcription.js';
import { createVoiceInput } from './voice-input.js';

export interface Engine {
  /** One client event, already parsed from JSON and translated; undefined stands for text that was no JSON object. */
  receive(event: Record<string, unknown> | undefined): void;
  /** Tells an item again: other makers' clients ask for that, the documents know no such event. */
  retrieve(itemId: unknown, eventId: string | undefined): void;
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
  readonly synthesizer: Synthesizer;
  readonly limits: RateLimits;
  readonly pace: Pace;
  readonly transcriptionDelayMs: number;
  /** Undefined where the service recognizes no words. */
  readonly recognise?: Recognise | undefined;
  /** True where the server itself cuts the item the user interrupts. */
  readonly truncates: boolean;
}

export function createEngine(options: EngineOptions): Engine {
  const startedAt = performance.now();
  const emit: Emit = (type, fields) => options.send({ event_id: createId('event'), type, ...fields });
  const transcriber = createTranscriber({ emit, delayMs: options.transcriptionDelayMs, recognise: options.recognise });
  const room = createRoom(options, emit, transcriber, () => performance.now() - startedAt);
  const { session, conversation } = room;
  const refuse = (refusal: Refusal, eventId: string | undefined) => emit('error', { error: errorBody(refusal, eventId) });
  let closed = false;
  emit('session.created', { session: session.object() });
  emit('conversation.created', { conversation: { id: conversation.id, object: 'realtime.conversation' } });
  return {
    receive(raw) {
      if (closed) return;
      if (raw === undefined) return refuse(invalidEvent(`A message is one JSON object of at most ${deepestJson} levels.`), undefined);
      const read = readClientEvent(raw);
      const refusal = 'refusal' in read ? read.refusal : handle(room, read.event);
      if (refusal !== undefined) refuse(refusal, read.eventId);
    },
    retrieve(itemId, eventId) {
      if (closed) return;
      const item = conversation.find(String(itemId));
      if (item === undefined) return refuse(notFound(String(itemId), 'item_id'), eventId);
      emit('conversation.item.retrieved', { item: wireItem(item) });
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
      transcriber.close();
    },
  };
}

function createRoom(options: EngineOptions, emit: Emit, transcriber: Transcriber, elapsedMs: () => number): Room {
  const session = createSessionState({
    id: options.sessionId,
    model: options.model,
    expiresAt: options.expiresAt,
    initial: options.initial,
  });
  const conversation = createConversation();
  const responder = createResponder({ ...options, emit, session, conversation });
  let turnId: string | undefined;

  const input = createVoiceInput({
    detection: () => session.settings.turn_detection,
    elapsedMs,
    onStarted(startMs) {
      turnId = createId('item');
      emit('input_audio_buffer.speech_started', { audio_start_ms: startMs, item_id: turnId });
      if (session.settings.turn_detection?.['interrupt_response'] !== false) interrupt(room, options.truncates, 'turn_detected');
    },
    onStopped(endMs) {
      emit('input_audio_buffer.speech_stopped', { audio_start_ms: endMs, item_id: turnId });
      room.commit(turnId);
      if (session.settings.turn_detection?.['create_response'] !== false && !responder.active) responder.create();
    },
  });

  const room: Room = {
    session,
    conversation,
    responder,
    input,
    decoder: createInputDecoder(() => session.settings.input_audio_format),
    emit,
    cancel: () => interrupt(room, options.truncates, 'client_cancelled'),
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
      transcriber.recognise(item, samples);
      if (session.settings.input_audio_transcription) transcriber.transcribe(item, samples);
    },
  };
  return room;
}

/** The user has had enough of the answer: it ends where it is. False when there is none. */
function interrupt({ responder, conversation, emit }: Room, truncates: boolean, reason: CancelReason): boolean {
  const item = responder.openItemId === undefined ? undefined : conversation.find(responder.openItemId);
  const part = item?.parts[0];
  if (!responder.cancel(reason)) return false;
  if (!truncates || item === undefined || part?.type !== 'audio') return true;
  part.text = '';
  emit('conversation.item.truncated', { item_id: item.id, content_index: 0, audio_end_ms: Math.round(part.audioMs) });
  return true;
}

// Writes the user's spoken turns in the documents' events, for wires that have no items of their own. Words may come late: after the answer to them has begun.
import type { ServerEvent } from '../protocol/server-events.js';
import { serverEvent } from './answer-writer.js';

/** Each method gives the events to pass on, in order: none where there is nothing new. */
export interface SpeechWriter {
  /** The user has begun a turn, by `started` or `heard`, and it is not committed. */
  readonly pending: boolean;
  /** The user has begun to speak and has not stopped. */
  readonly speaking: boolean;
  /** The user speaks: a turn begins. Silences the page. */
  started(): readonly ServerEvent[];
  stopped(): readonly ServerEvent[];
  /**
   * The turn is over, and becomes an item of the conversation. Without `started` or `heard` before it, the item has no words: call it only if the user spoke, and not before an answer to
   * something written.
   */
  committed(): readonly ServerEvent[];
  /** More words of this turn. They are published once it is committed, and again with each delta that comes late. */
  heard(words: string): readonly ServerEvent[];
  /** What is said from now on is another turn. Call it when an answer has ended and nothing is `pending`: words that come earlier still belong to the turn that was answered. */
  next(): void;
}

interface Turn {
  readonly id: string;
  words: string;
  isSpeaking: boolean;
  isCommitted: boolean;
}

/** Writes the documents' events of what the user says. */
export function createSpeechWriter(newId: (kind: string) => string): SpeechWriter {
  let turn: Turn | undefined;
  const current = (): Turn => (turn ??= { id: newId('item'), words: '', isSpeaking: false, isCommitted: false });
  const transcribed = ({ id, words }: Turn): readonly ServerEvent[] =>
    words === ''
      ? []
      : [serverEvent(newId, 'conversation.item.input_audio_transcription.completed', { item_id: id, content_index: 0, transcript: words })];

  function stopped(): readonly ServerEvent[] {
    if (turn?.isSpeaking !== true) return [];
    turn.isSpeaking = false;
    return [serverEvent(newId, 'input_audio_buffer.speech_stopped', { item_id: turn.id })];
  }

  return {
    get pending() {
      return turn !== undefined && !turn.isCommitted;
    },
    get speaking() {
      return turn?.isSpeaking === true;
    },
    started() {
      if (turn?.isCommitted === true) turn = undefined;
      const begun = current();
      if (begun.isSpeaking) return [];
      begun.isSpeaking = true;
      return [serverEvent(newId, 'input_audio_buffer.speech_started', { item_id: begun.id })];
    },
    stopped,
    committed() {
      const ended = current();
      if (ended.isCommitted) return [];
      const events = stopped();
      ended.isCommitted = true;
      const item = {
        id: ended.id,
        object: 'realtime.item',
        type: 'message',
        role: 'user',
        status: 'completed',
        content: [{ type: 'audio' }],
      };
      return [
        ...events,
        serverEvent(newId, 'input_audio_buffer.committed', { item_id: ended.id }),
        serverEvent(newId, 'conversation.item.created', { item }),
        ...transcribed(ended),
      ];
    },
    heard(words) {
      const said = current();
      said.words += words;
      return said.isCommitted ? transcribed(said) : [];
    },
    next() {
      turn = undefined;
    },
  };
}

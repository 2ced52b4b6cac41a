// The turns of a spoken conversation in the documents' events, for wires that only say what was heard and what is being said.
import type { ServerEvent } from '../protocol/server-events.js';
import { createAnswerWriter, type AnswerEnd, type FunctionCall } from './answer-writer.js';
import { createSpeechWriter } from './speech-writer.js';

type Said = readonly ServerEvent[];

/**
 * The turns of a conversation. Each method gives the events to pass on, in order, and none where there is nothing new: an answer that was not begun is begun, and a turn of the user that was
 * heard is committed before it.
 */
export interface VoiceTurns {
  /** An answer is being written. */
  readonly isAnswering: boolean;
  /** The user speaks; the page falls silent. An answer that is being written continues: see `interrupted`. */
  started(): Said;
  /** The user has stopped speaking. The turn may go on. */
  stopped(): Said;
  /** More words of the user's turn, a whole transcript or a delta. They may come before it is committed, or after. */
  heard(words: string): Said;
  /** The user's turn is over, and becomes an item. */
  committed(): Said;
  /** The user speaks, and the maker has stopped its answer, if there was one: it ends as `cancelled`. */
  interrupted(): Said;
  /** An answer begins, which may be another than the one that the page has cancelled. */
  begin(): Said;
  text(delta: string): Said;
  /** Base64 */
  audio(delta: string): Said;
  /** The words of what is said in `audio`, as a delta. */
  words(delta: string): Said;
  /** A function of the page is called. The page runs it when the answer ends, so `end` the answer even if the maker's turn stays open. */
  call(call: FunctionCall): Said;
  /** The answer is over. */
  end(end?: AnswerEnd): Said;
  /** The page has cancelled the answer: the rest of it is dropped until it ends, another begins, or the user speaks. */
  cancel(): Said;
}

/** Writes the documents' events of both sides of a conversation. */
export function createVoiceTurns(newId: (kind: string) => string): VoiceTurns {
  const answer = createAnswerWriter(newId);
  const speech = createSpeechWriter(newId);
  let isCut = false;

  /** What the user said before an answer is complete. */
  function begun(): Said {
    if (answer.active) return [];
    return [...(speech.pending ? speech.committed() : []), ...answer.begin()];
  }
  const unlessCut =
    (write: (delta: string) => Said) =>
    (delta: string): Said =>
      isCut || delta === '' ? [] : [...begun(), ...write(delta)];

  function end(how?: AnswerEnd): Said {
    isCut = false;
    const events = answer.end(how);
    if (!speech.pending) speech.next();
    return events;
  }

  return {
    get isAnswering() {
      return answer.active;
    },
    started() {
      isCut = false;
      return speech.started();
    },
    stopped: () => speech.stopped(),
    heard: (words) => speech.heard(words),
    committed() {
      isCut = false;
      return speech.committed();
    },
    interrupted() {
      const started = speech.started();
      return [...started, ...end({ status: 'cancelled', details: { type: 'cancelled', reason: 'turn_detected' } })];
    },
    begin() {
      isCut = false;
      return begun();
    },
    text: unlessCut((delta) => answer.text(delta)),
    audio: unlessCut((delta) => answer.audio(delta)),
    words: unlessCut((delta) => answer.words(delta)),
    call(call) {
      isCut = false;
      return [...begun(), ...answer.call(call)];
    },
    end,
    cancel() {
      if (!answer.active) return [];
      const events = end({ status: 'cancelled', details: { type: 'cancelled', reason: 'client_cancelled' } });
      isCut = true;
      return events;
    },
  };
}

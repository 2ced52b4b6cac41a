// Asks visitors what they think of each answer, and of a call when it ends; tells the page. What they said is remembered as long as the element.
import { nothing } from 'lit';

import type { Phase } from '../../../core/realtime/connection/connection.js';
import type { TranscriptEntry } from '../../../core/store/conversation-state.js';
import { languageOf } from '../../shared/language-controller.js';
import { VoiceFeedbackEvent, type VoiceFeedback } from '../report-events.js';
import type { VoiceElement } from '../voice-element.js';
import { answerFeedbackView, callFeedbackView, type Given } from './feedback-view.js';
import { feedbackWords } from './feedback-words.js';

export { feedbackStyles as styles } from './feedback.styles.js';

/** Asks about answers: another object whenever something of it changed. */
export interface AnswerFeedback {
  /** `reachable`: its buttons are in the tab order. */
  readonly view: (line: TranscriptEntry, reachable: boolean) => unknown;
}

/** Of the call as a whole. */
const call = '';

export class Feedback {
  readonly #element: VoiceElement;
  readonly #say: (text: string) => void;
  /** By item. */
  #given: ReadonlyMap<string, Given> = new Map();
  #answers: AnswerFeedback | undefined;
  #words = '';
  /** A call with an answer in it has ended, and nobody has said what it was like. */
  #asksAboutCall = false;

  constructor(element: VoiceElement, say: (text: string) => void) {
    this.#element = element;
    this.#say = say;
  }

  /** Of the answers, in the language of now. */
  get answers(): AnswerFeedback {
    const words = feedbackWords.wordsFor(languageOf(this.#element));
    if (words.rateAnswer !== this.#words) this.#answers = undefined;
    this.#words = words.rateAnswer;
    const given = this.#given;
    return (this.#answers ??= {
      view: (line, reachable) =>
        isAnswer(line)
          ? answerFeedbackView(given.get(line.id) ?? {}, { words, reachable, give: (more) => this.#give(line.id, more) })
          : nothing,
    });
  }

  /** Of the call that has ended. */
  callView(): unknown {
    if (!this.#asksAboutCall) return undefined;
    return callFeedbackView(this.#given.get(call) ?? {}, {
      words: feedbackWords.wordsFor(languageOf(this.#element)),
      give: (more) => this.#give(call, more),
      skip: () => this.#ask(false),
    });
  }

  /** `hasAnswered`: something was said that can be rated. */
  entered(phase: Phase, previous: Phase, hasAnswered: boolean): void {
    const ended = (phase === 'closed' || phase === 'failed') && (previous === 'open' || previous === 'reconnecting');
    if (ended && hasAnswered) {
      this.#given = new Map([...this.#given].filter(([id]) => id !== call));
      this.#ask(true);
    } else if (phase === 'connecting') this.#ask(false);
  }

  /** Another visitor, or another conversation. */
  forget(): void {
    this.#given = new Map();
    this.#answers = undefined;
    this.#asksAboutCall = false;
  }

  #ask(asks: boolean): void {
    this.#asksAboutCall = asks;
    this.#element.requestUpdate();
  }

  #give(id: string, more: Given): void {
    const given: Given = { ...this.#given.get(id), ...more };
    this.#given = new Map(this.#given).set(id, given);
    this.#answers = undefined;
    if (given.rating !== undefined) this.#say(feedbackWords.wordsFor(languageOf(this.#element)).thanks);
    this.#element.requestUpdate();
    const feedback: VoiceFeedback = { itemId: id === call ? undefined : id, rating: given.rating, comment: given.comment };
    this.#element.dispatchEvent(new VoiceFeedbackEvent(feedback));
  }
}

/** Something the model said that is complete. */
const isAnswer = ({ type, role, status, text }: TranscriptEntry): boolean =>
  type === 'message' && role === 'assistant' && status !== 'in_progress' && text !== '';

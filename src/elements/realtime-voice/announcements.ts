// What a screen reader is given of a conversation: the connection, failures, written answers by sentence, the person's own words.
import type { VoxreelError } from '../../core/errors.js';
import type { DeviceChange } from '../../core/realtime/speech/chosen-microphone.js';
import type { Phase } from '../../core/realtime/connection/connection.js';
import type { ConversationState, TranscriptEntry } from '../../core/store/conversation-state.js';
import { liveWriting, transcriptEntry } from '../../core/store/transcript.js';
import { Announcer } from '../shared/announcer.js';
import { languageOf } from '../shared/language-controller.js';
import { fill } from '../shared/strings.js';
import { deviceWords } from './connection-note.js';
import { conversationWords, type ConversationWords } from './conversation-words.js';
import type { VoiceToolCall } from './events.js';
import { wordsOfFailure } from './failure.js';
import type { SessionListener } from './session-controller.js';
import { callText } from './transcript/call-text.js';
import { completedLine } from './transcript/completed-line.js';
import { createSpeech } from './transcript/speech.js';
import type { VoiceElement } from './voice-element.js';
import { voiceWords } from './voice-words.js';

export class Announcements {
  readonly listener: SessionListener;
  readonly #element: VoiceElement;
  readonly #announcer: Announcer;
  #failure: VoxreelError | undefined;

  /** `sounding`: true while an answer is heard; what can be read later is not said over it. */
  constructor(element: VoiceElement, sounding: () => boolean) {
    this.#element = element;
    this.#announcer = new Announcer(element);
    const say = (text: string) => this.say(text);
    this.listener = {
      ...createTranscriptReader({ say, words: () => this.#words, sounding }),
      phase: (phase) => this.#phaseChanged(phase),
      handover: ({ to, name }) => {
        const { nowSpeaking, person, assistant } = this.#words;
        this.say(fill(nowSpeaking, { name: name ?? (to === 'person' ? person : assistant) }));
      },
      device: (change: DeviceChange) => this.say(deviceWords(change, this.#words)),
    };
  }

  render(): unknown {
    return this.#announcer.render();
  }

  /** When the screen reader has a moment. */
  say(text: string): void {
    this.#announcer.say(text);
  }

  /** Says a failure once, at once. */
  set failure(failure: VoxreelError | undefined) {
    if (failure === this.#failure) return;
    this.#failure = failure;
    if (failure === undefined) return;
    const { title, hint = '' } = wordsOfFailure(failure, this.#words);
    this.#announcer.say(`${title} ${hint}`.trim(), 'assertive');
  }

  /** Whether a function may run. `name`: who wants to call it. */
  ask(name: string, call: VoiceToolCall): void {
    this.#announcer.say(fill(this.#words.asks, { name, call: callText(call.name, call.arguments) }), 'assertive');
  }

  get #words(): ConversationWords {
    return conversationWords.wordsFor(languageOf(this.#element));
  }

  #phaseChanged(phase: Phase): void {
    const { open, ended } = voiceWords.wordsFor(languageOf(this.#element));
    const sayings: Partial<Record<Phase, string>> = { open, closed: ended, reconnecting: this.#words.retrying };
    const saying = sayings[phase];
    if (saying !== undefined) this.say(saying);
  }
}

interface Reader {
  readonly say: (text: string) => void;
  readonly words: () => ConversationWords;
  readonly sounding: () => boolean;
}

function createTranscriptReader(reader: Reader): SessionListener {
  /** The names of calls that have not ended, by item. */
  const openCalls = new Map<string, string>();
  const speech = createSpeech(reader.say, () => reader.words().code);
  return {
    followed: () => openCalls.clear(),
    event(event, session) {
      const line = completedLine(event, session.store.get());
      if (line === undefined) return;
      // An item that is created may be one that was said long ago.
      const ended = event.type === 'response.output_item.done';
      if (ended && (line.type === 'function_call' || line.type === 'mcp_call')) openCalls.set(line.id, line.name ?? '');
      if (ended && isWrittenAnswer(line)) speech.add(line, true);
      if (line.role === 'person' && line.type === 'message') reader.say(`${line.name ?? reader.words().person}: ${line.text}`);
      if (line.type === 'message' && event.type.startsWith('conversation.item.input_audio_transcription.')) sayOwn(line, reader);
    },
    changed(state) {
      for (const line of liveWriting(state)) if (isWrittenAnswer(line)) speech.add(line, false);
      if (openCalls.size > 0) sayFailed(openCalls, state, reader);
    },
  };
}

const isWrittenAnswer = ({ role, type, spoken }: TranscriptEntry): boolean => role === 'assistant' && type === 'message' && !spoken;

/** What was understood of the person's own words. */
function sayOwn({ transcription, text }: TranscriptEntry, reader: Reader): void {
  const words = reader.words();
  if (transcription === 'failed') reader.say(words.untranscribed);
  else if (!reader.sounding() && text !== '') reader.say(`${words.you}: ${text}`);
}

function sayFailed(openCalls: Map<string, string>, state: ConversationState, reader: Reader): void {
  for (const [id, name] of openCalls) {
    const toolStatus = transcriptEntry(state, id)?.toolStatus;
    if (toolStatus === 'failed') reader.say(fill(reader.words().callBroke, { name }));
    if (toolStatus === 'failed' || toolStatus === 'completed' || toolStatus === 'denied') openCalls.delete(id);
  }
}

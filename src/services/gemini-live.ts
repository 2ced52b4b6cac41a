// Gemini Live: Google's protocol for spoken conversations, in the documents' events. Facts: the types of `@google/genai` 3.3.0 (`LiveClientMessage`,
// `LiveServerMessage`) and what its client writes for the Gemini API.
import { isRecord } from '../base/is-record.js';
import type { ClientEvent } from '../protocol/client-events.js';
import type { Usage } from '../protocol/item.js';
import type { ServerEvent } from '../protocol/server-events.js';
import { createAnswerWriter, createIds, serverEvent, type AnswerEnd } from './answer-writer.js';
import { at, listAt, textAt } from './ask.js';
import { endOf, milliseconds, parsedText, partsOf, picturesIn, recordIn, setupFrame, usageOf, type ItemCreate } from './gemini-words.js';
import { given } from './request.js';
import type { Conversation, Frame, Opening } from './service.js';
import { createSpeechWriter } from './speech-writer.js';

type Fields = Readonly<Record<string, unknown>>;
type Said = readonly ServerEvent[];
type EventType = Parameters<typeof serverEvent>[1];
type Encoded = ReturnType<Conversation['encode']>;

export const geminiRates = { input: 16_000, output: 24_000 } as const;
const inputType = `audio/pcm;rate=${geminiRates.input}`;

export const geminiLive = (opening: Opening): Conversation => new GeminiLive(opening);

class GeminiLive implements Conversation {
  readonly opening: readonly Frame[];
  readonly rates = geminiRates;
  resume: string | undefined;
  closesInMs: number | undefined;
  readonly #opening: Opening;
  readonly #newId = createIds();
  readonly #answer = createAnswerWriter(this.#newId);
  readonly #speech = createSpeechWriter(this.#newId);
  /** Not sent yet: whatever is sent interrupts the model. */
  #turns: Fields[] = [];
  #results: Fields[] = [];
  /** Names of calls without a result. */
  readonly #calls = new Map<string, string>();
  #hasSound = false;
  /** An answer was asked for in writing, or its turn was ended by hand. */
  #isAsked = false;
  #isActive = false;
  /** Its model has said all; it waits until that has been heard. */
  #isGenerated = false;
  /** The page has cancelled what still comes. */
  #isCut = false;
  #usage: Usage | undefined;

  constructor(opening: Opening) {
    this.#opening = opening;
    this.opening = [setupFrame(opening)];
  }

  encode(event: ClientEvent): Encoded {
    switch (event.type) {
      case 'input_audio_buffer.append':
        return this.#append(event.audio);
      case 'input_audio_buffer.commit':
        return this.#commit();
      case 'input_audio_buffer.clear':
        return this.#isActive
          ? this.#refuse(event, 'invalid_event', 'Gemini Live cannot take back what was said.')
          : this.#tell('input_audio_buffer.cleared', {});
      case 'conversation.item.create':
        return this.#create(event);
      // It has no words for these: what was heard is kept on the page.
      case 'conversation.item.truncate':
        return this.#tell('conversation.item.truncated', {
          item_id: event.item_id,
          content_index: event.content_index,
          audio_end_ms: event.audio_end_ms,
        });
      case 'conversation.item.delete':
        return this.#tell('conversation.item.deleted', { item_id: event.item_id });
      case 'response.create':
        return this.#request(event.response?.instructions);
      case 'response.cancel':
        return this.#cancel();
      case 'session.update':
        return this.#refuse(event, 'session_fixed', 'Gemini Live takes its configuration once, when it connects.');
      default:
        return {};
    }
  }

  decode(frame: string | Uint8Array): { readonly events: Said } {
    const text = typeof frame === 'string' ? frame : new TextDecoder().decode(frame);
    const message = parsedText(text);
    if (!isRecord(message)) return { events: [{ type: 'unknown', unknownType: '', raw: text }] };
    this.#usage = usageOf(message) ?? this.#usage;
    const events = Object.entries(message).flatMap(([name, value]) => this.#read(name, value));
    return { events };
  }

  #read(name: string, value: unknown): Said {
    switch (name) {
      case 'setupComplete':
        return this.#created(textAt(value, 'sessionId'));
      case 'serverContent':
        return this.#content(value);
      case 'toolCall':
        return this.#called(listAt(value, 'functionCalls'));
      case 'toolCallCancellation':
        for (const id of listAt(value, 'ids')) this.#calls.delete(String(id));
        this.#results = this.#results.filter(({ id }) => this.#calls.has(String(id)));
        return [this.#unknown(name, value)];
      case 'voiceActivity':
        return textAt(value, 'voiceActivityType') === 'ACTIVITY_START' ? this.#started() : this.#speech.stopped();
      case 'sessionResumptionUpdate':
        this.resume = at(value, 'resumable') === true && !this.#isBusy ? textAt(value, 'newHandle') : undefined;
        return [];
      case 'goAway':
        this.closesInMs = milliseconds(textAt(value, 'timeLeft')) ?? 0;
        return [];
      case 'usageMetadata':
        return [];
      case 'error':
        return [this.#error(textAt(value, 'status')?.toLowerCase() ?? 'server_error', textAt(value, 'message'))];
      default:
        return [this.#unknown(name, value)];
    }
  }

  /** What is being said would be lost by a move to another connection. */
  get #isBusy(): boolean {
    return this.#answer.active || this.#speech.speaking || this.#isActive;
  }

  #event(type: EventType, fields: Fields): ServerEvent {
    return serverEvent(this.#newId, type, fields);
  }

  #unknown = (unknownType: string, raw: unknown): ServerEvent => ({ type: 'unknown', unknownType, raw: { [unknownType]: raw } });

  #tell(type: EventType, fields: Fields): Encoded {
    return { events: [this.#event(type, fields)] };
  }

  #error(code: string, message = 'Google reported an error.', more: Fields = { type: 'server_error' }): ServerEvent {
    return this.#event('error', { error: { code, message, ...more } });
  }

  #refuse({ event_id }: ClientEvent, code: string, message: string): Encoded {
    return { events: [this.#error(code, message, { type: 'invalid_request_error', event_id: event_id ?? null })] };
  }

  #created(sessionId: string | undefined): Said {
    const { instructions: _, ...session } = this.#opening.session;
    const formats = { input_audio_format: 'pcm16', output_audio_format: 'pcm16' };
    const id = sessionId ?? this.#newId('sess');
    return [
      this.#event('session.created', { session: { ...session, ...formats, id, object: 'realtime.session', model: this.#opening.model } }),
    ];
  }

  #append(data: string): Encoded {
    const send = this.#shown() ?? this.#written(false);
    if (this.#opening.session.turn_detection === null && !this.#isActive) {
      this.#isActive = true;
      this.resume = undefined;
      send.push({ realtimeInput: { activityStart: {} } });
    }
    this.#hasSound = true;
    return { send: [...send, { realtimeInput: { audio: { data, mimeType: inputType } } }] };
  }

  #commit(): Encoded {
    if (this.#opening.session.turn_detection !== null) return { send: [{ realtimeInput: { audioStreamEnd: true } }] };
    if (!this.#isActive) return {};
    this.#isActive = false;
    const events = this.#speech.committed();
    this.#isAsked = true;
    return { send: [{ realtimeInput: { activityEnd: {} } }], events };
  }

  #create({ item }: ItemCreate): Encoded {
    const id = item.id ?? this.#newId('item');
    const { type, call_id: callId = '', name = this.#calls.get(callId) } = item;
    if (type === 'function_call') {
      this.#turns.push({ role: 'model', parts: [{ functionCall: given({ id: callId, name, args: recordIn(item.arguments, 'value') }) }] });
    } else if (type === 'function_call_output') {
      const result = given({ id: callId, name, response: recordIn(item.output, 'output') });
      if (this.#calls.delete(callId)) this.#results.push(result);
      else this.#turns.push({ role: 'user', parts: [{ functionResponse: result }] });
    } else {
      this.#turns.push({ role: item.role === 'assistant' ? 'model' : 'user', parts: partsOf(item) });
    }
    return this.#tell('conversation.item.created', { item: { status: 'completed', ...item, id } });
  }

  /** Pictures of what a visitor talks about. As a turn they would interrupt the model. */
  #shown(): Frame[] | undefined {
    const pictures = picturesIn(this.#turns);
    if (pictures !== undefined) this.#turns = [];
    return pictures?.map((video) => ({ realtimeInput: { video } }));
  }

  /** What was written, with or without the wish for an answer. */
  #written(isAsked: boolean): Frame[] {
    const turns = this.#turns;
    if (turns.length === 0 && !isAsked) return [];
    this.#turns = [];
    this.resume = undefined;
    return [{ clientContent: { turns, turnComplete: isAsked } }];
  }

  #request(instructions: string | undefined): Encoded {
    const results = this.#results;
    if (results.length > 0) {
      this.#results = [];
      this.resume = undefined;
      // The model continues without being asked.
      return { send: [...this.#written(false), { toolResponse: { functionResponses: results } }] };
    }
    // A turn that was ended by hand is being answered.
    if (this.#isAsked && this.#turns.length === 0) return {};
    this.#isAsked = true;
    if (instructions !== undefined) this.#turns.push({ role: 'user', parts: [{ text: instructions }] });
    return { send: this.#written(true) };
  }

  #cancel(): Encoded {
    if (!this.#answer.active) return {};
    this.#isCut = !this.#isGenerated;
    const events = this.#end({ status: 'cancelled' });
    // Any content interrupts the model, and none is the least.
    return this.#isCut ? { send: [{ clientContent: { turns: [], turnComplete: false } }], events } : { events };
  }

  #content(content: unknown): Said {
    const events: ServerEvent[] = [];
    const say = (said: Said): void => void events.push(...said);
    if (at(content, 'interrupted') === true) say(this.#interrupted());
    say(this.#heard(textAt(content, 'inputTranscription.text')));
    if (!this.#isCut) {
      for (const part of listAt(content, 'modelTurn.parts')) say(this.#part(part));
      const words = textAt(content, 'outputTranscription.text');
      if (words !== undefined) say([...this.#begun(), ...this.#answer.words(words)]);
      if (at(content, 'generationComplete') === true) {
        this.#isGenerated = true;
        say(this.#answer.endSound());
      }
    }
    if (at(content, 'turnComplete') === true) {
      this.#isCut = false;
      say(this.#end(endOf(textAt(content, 'turnCompleteReason'))));
    }
    return events;
  }

  #part(part: unknown): Said {
    if (at(part, 'thought') === true) return [];
    const text = textAt(part, 'text');
    if (text !== undefined && text !== '') return [...this.#begun(), ...this.#answer.text(text)];
    const sound = textAt(part, 'inlineData.mimeType')?.startsWith('audio/') === true ? textAt(part, 'inlineData.data') : undefined;
    return sound === undefined ? [] : [...this.#begun(), ...this.#answer.audio(sound)];
  }

  #called(calls: readonly unknown[]): Said {
    const events = calls.flatMap((call) => {
      const id = textAt(call, 'id') ?? this.#newId('call');
      const name = textAt(call, 'name') ?? '';
      this.#calls.set(id, name);
      return [...this.#begun(), ...this.#answer.call({ id, name, arguments: JSON.stringify(at(call, 'args') ?? {}) })];
    });
    // The model's turn stays open, and what runs on the page waits for the end of an answer.
    return [...events, ...this.#end()];
  }

  /** The answer begins: what the user said before it is complete. */
  #begun(): Said {
    if (this.#answer.active) return [];
    this.resume = undefined;
    this.#isGenerated = false;
    const isSpoken = this.#speech.pending || (this.#hasSound && !this.#isAsked);
    return [...(isSpoken ? this.#speech.committed() : []), ...this.#answer.begin()];
  }

  #end(end: AnswerEnd = {}): Said {
    if (!this.#answer.active) return [];
    const events = this.#answer.end({ ...end, usage: this.#usage });
    this.#usage = undefined;
    this.#hasSound = this.#isAsked = false;
    // Nothing that comes from now on belongs to what this answered.
    if (!this.#speech.pending) this.#speech.next();
    return events;
  }

  #interrupted(): Said {
    // After a cancellation, or with turns that end by hand, the page knows.
    const isKnown = this.#isCut || this.#opening.session.turn_detection === null;
    this.#isCut = false;
    if (!this.#answer.active) return [];
    const events = [...(isKnown ? [] : this.#started()), ...this.#end({ status: 'cancelled' })];
    this.#hasSound = true;
    return events;
  }

  #started(): Said {
    this.resume = undefined;
    return this.#speech.started();
  }

  /** Words of the user: they come before the answer to them has begun, or later. */
  #heard(words: string | undefined): Said {
    if (words === undefined || words === '') return [];
    if (this.#answer.active) return [...this.#speech.committed(), ...this.#speech.heard(words)];
    return [...this.#started(), ...this.#speech.heard(words)];
  }
}

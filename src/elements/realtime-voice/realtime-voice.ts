// The <realtime-voice> element: attributes in, events out, one template. What holds a conversation is loaded when one is wanted. Registers nothing.
import { LitElement, type PropertyValues, type TemplateResult } from 'lit';

import type { ExportFormat, RealtimeSession, VoiceTool } from '../../core/realtime/realtime-session.js';
import type { SessionConfig } from '../../protocol/session.js';
import { languageOf } from '../shared/strings.js';
import { voiceWords, type VoiceWords } from '../shared/strings.voice.en.js';
import type { Conversation } from './conversation.js';
import { ConversationLoader } from './conversation-loader.js';
import type { DockView } from './dock-view.js';
import type { VoiceErrorEvent, VoiceMessageEvent, VoicePhaseEvent, VoiceServerEvent, VoiceToolCallEvent } from './events.js';
import { hasVoice } from './modalities.js';
import { noticeView } from './notice-view.js';
import { styles } from './realtime-voice.styles.js';
import { realtimeVoiceView, type ConversationView } from './realtime-voice-view.js';
import { Sheets } from './sheets.js';

const optional = (attribute: string) => ({ attribute, type: String });

/** Changes that an open session is told of. */
const configured = [
  'voice',
  'instructions',
  'modalities',
  'inputAudioFormat',
  'outputAudioFormat',
  'transcribe',
  'pushToTalk',
  'sessionConfig',
] as const;

const atRest: ConversationView = { status: 'ready', still: true };

/**
 * A spoken and typed conversation with a realtime service.
 *
 * @fires voice-phase - The connection changed; carries `phase` and `previous`.
 * @fires voice-message - A message is complete, or was cut after that; carries `message`.
 * @fires voice-tool-call - The model calls a function; cancelable while it waits for approval (`preventDefault()` denies, `allow()` allows).
 * @fires voice-error - Something failed; carries `error`.
 * @fires voice-event - One decoded server event; carries `serverEvent`.
 * @slot empty - Shown in place of the one-sentence lesson while the conversation is empty.
 * @csspart frame - The whole sheet.
 * @csspart top - The line that says what is going on.
 * @csspart status - The one word of it.
 * @csspart trace - The canvas on which both voices are drawn.
 * @csspart transcript - The scrolling conversation.
 * @csspart line - One line of it.
 * @csspart name - Who speaks.
 * @csspart words - What is said.
 * @csspart unheard - Words that are still to be heard.
 * @csspart cut - Words that were cut off.
 * @csspart tool-call - A function call.
 * @csspart tool-output - What a function returned.
 * @csspart gauges - The two thin bars.
 * @csspart error - A failure and its way out.
 * @csspart dock - The row of controls.
 * @csspart talk - The round button.
 * @csspart input - The text field.
 * @csspart sheet - Settings or inspector over the transcript.
 * @cssprop --voxreel-ink - Text.
 * @cssprop --voxreel-paper - Surface.
 * @cssprop --voxreel-line - Hairlines.
 * @cssprop --voxreel-accent - What one may do, and what moves.
 * @cssprop --voxreel-live - The open microphone, and errors.
 * @cssstate connecting - A connection is being made.
 * @cssstate open - The conversation is open.
 * @cssstate reconnecting - The connection was lost and is being made again.
 * @cssstate failed - No connection could be made.
 * @cssstate speaking - The answer is sounding.
 * @cssstate talking - The microphone is open.
 */
export class RealtimeVoice extends LitElement {
  static override styles = styles;
  static override properties = {
    baseUrl: optional('base-url'),
    tokenUrl: optional('token-url'),
    model: { type: String },
    voice: { type: String },
    instructions: { type: String },
    modalities: { type: String },
    transport: { type: String },
    dialect: { type: String },
    pushToTalk: { attribute: 'push-to-talk', type: Boolean, reflect: true },
    inputAudioFormat: optional('input-audio-format'),
    outputAudioFormat: optional('output-audio-format'),
    transcribe: { type: String },
    persist: { type: String },
    workletUrl: optional('worklet-url'),
    inspector: { type: Boolean, reflect: true },
    session: { attribute: false, noAccessor: true },
    tools: { attribute: false },
    getToken: { attribute: false },
    sessionConfig: { attribute: false },
  };

  /** Base address of the service or gateway; default: this page's own origin. */
  declare baseUrl: string | undefined;
  /** Where to POST for an ephemeral token. Default: the documents' path below `baseUrl`. */
  declare tokenUrl: string | undefined;
  declare model: string | undefined;
  declare voice: string | undefined;
  declare instructions: string | undefined;
  /** `text`, or `text audio` (default). */
  declare modalities: string | undefined;
  /** Ids of transports in the order to try. */
  declare transport: string | undefined;
  declare dialect: string | undefined;
  declare pushToTalk: boolean;
  declare inputAudioFormat: string | undefined;
  declare outputAudioFormat: string | undefined;
  /** Asks for transcripts of the user's speech; its value, if any, is the transcription model. */
  declare transcribe: string | undefined;
  /** `local` gives the session a place in this browser to keep the conversation; `none` (default) gives it none. */
  declare persist: string | undefined;
  declare workletUrl: string | undefined;
  /** Offers the event log. */
  declare inspector: boolean;
  declare tools: readonly VoiceTool[] | undefined;
  /** Gives a fresh ephemeral token for each connection attempt. Never the standard key. */
  declare getToken: ((signal: AbortSignal) => Promise<string>) | undefined;
  /** More of the documents' session configuration; wins over the attributes. */
  declare sessionConfig: SessionConfig | undefined;

  readonly #loader = new ConversationLoader(this);
  readonly #sheets = new Sheets(
    this,
    {
      words: () => this.#words,
      microphoneId: () => this.#microphoneId,
      chooseMicrophone: (deviceId) => this.#chooseMicrophone(deviceId),
      events: () => this.#conversation?.events ?? [],
    },
    (cause) => this.#loader.fail(cause),
  );
  #microphoneId: string | undefined;
  #internals: ElementInternals | undefined;

  constructor() {
    super();
    this.pushToTalk = false;
    this.inspector = false;
    this.addEventListener('keydown', (event) => this.#onKeyDown(event));
  }

  /** The session in use: the one given, or the one made from the attributes when first needed. */
  get session(): RealtimeSession | undefined {
    return this.#loader.session;
  }

  set session(session: RealtimeSession | undefined) {
    this.#loader.session = session;
  }

  /** Connects, and opens the microphone unless the conversation is text alone. Resolves when open; rejects with a VoxreelError. */
  connect(): Promise<void> {
    return this.#loader.with((conversation) => conversation.connect());
  }

  disconnect(): void {
    this.#conversation?.hangUp();
  }

  /** Sends a typed message and asks for an answer; connects first where needed, without a microphone. */
  sendText(text: string): void {
    this.#act((conversation) => conversation.sendText(text));
  }

  interrupt(): void {
    this.#conversation?.interrupt();
  }

  /** The conversation as text: `jsonl` (event log), `json` or `markdown`. Empty before there is a session. */
  exportConversation(format: ExportFormat): string {
    return this.session?.export(format) ?? '';
  }

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'lang'];
  }

  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (name === 'lang') this.requestUpdate();
    else super.attributeChangedCallback(name, before, value);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (configured.some((name) => changed.has(name))) this.#conversation?.control.reconfigure();
    if (changed.has('inspector') && this.inspector) this.#act((conversation) => this.#record(conversation));
    this.#showStates();
  }

  protected override render(): TemplateResult {
    const words = this.#words;
    const speaks = hasVoice(this.modalities);
    const conversation = this.#conversation;
    const view = conversation?.view() ?? atRest;
    const holds = this.pushToTalk && conversation?.control.phase === 'open';
    return realtimeVoiceView({
      ...view,
      connectionNotice: this.#loader.failed ? this.#notLoaded() : view.connectionNotice,
      words,
      hasVoice: speaks,
      lesson: !speaks ? words.emptyText : holds ? words.emptyHold : words.empty,
      dock: this.#dock(words, speaks),
      sheet: this.#sheets.render(),
      covered: this.#sheets.covers,
    });
  }

  get #conversation(): Conversation | undefined {
    return this.#loader.conversation;
  }

  get #words(): VoiceWords {
    return voiceWords.wordsFor(languageOf(this));
  }

  /** Does it now when it can be done now: a press must still count as the person's own gesture. */
  #act(action: (conversation: Conversation) => void): void {
    if (this.#conversation !== undefined) action(this.#conversation);
    else this.#loader.with(action).catch(shown);
  }

  #dock(words: VoiceWords, speaks: boolean): DockView {
    const conversation = this.#conversation;
    return {
      words,
      talk: speaks ? (conversation?.talkState ?? 'off') : undefined,
      up: conversation?.up ?? false,
      muted: this.session?.muted ?? false,
      holding: conversation?.holding,
      openSheet: this.#sheets.name,
      toggleTalk: () => this.#act((loaded) => loaded.toggleTalk()),
      toggleMute: () => this.#conversation?.control.attempt((session) => session.mute(!session.muted)),
      hangUp: () => this.disconnect(),
      send: (text) => this.sendText(text),
      toggleSheet: (name) => this.#sheets.toggle(name),
    };
  }

  #notLoaded(): unknown {
    const { notLoaded, again, dismiss } = this.#words;
    const retry = () => void this.#loader.load().catch(shown);
    return noticeView({
      title: notLoaded,
      wayOut: { label: again, act: retry },
      dismiss: { label: dismiss, act: () => this.#loader.forgive() },
    });
  }

  #chooseMicrophone(deviceId: string | undefined): void {
    this.#microphoneId = deviceId;
    this.#act((conversation) => conversation.chooseMicrophone(deviceId));
  }

  async #record(conversation: Conversation): Promise<void> {
    const { createEventLog } = await import('./event-log.js');
    conversation.record(createEventLog());
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.#sheets.name === undefined) return;
    event.stopPropagation();
    this.#sheets.close();
  }

  #showStates(): void {
    // Made late: a page that renders on the server has no internals.
    const states = (this.#internals ??= this.attachInternals()).states;
    const phase = this.session?.phase;
    const set = (name: string, on: boolean) => (on ? states?.add(name) : states?.delete(name));
    for (const name of ['connecting', 'open', 'reconnecting', 'failed'] as const) set(name, phase === name);
    set('speaking', this.#conversation?.sounding ?? false);
    set('talking', this.#conversation?.talking ?? false);
  }
}

/** What could not be loaded is said on the page; what failed after that, too. */
function shown(): void {}

declare global {
  interface HTMLElementEventMap {
    'voice-phase': VoicePhaseEvent;
    'voice-message': VoiceMessageEvent;
    'voice-tool-call': VoiceToolCallEvent;
    'voice-error': VoiceErrorEvent;
    'voice-event': VoiceServerEvent;
  }
}

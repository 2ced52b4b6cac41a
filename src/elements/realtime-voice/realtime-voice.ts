// The <realtime-voice> element: attributes in, events out, one template. Behaviour is in its controllers. Registers nothing.
import { LitElement, type PropertyValues } from 'lit';

import type { VoxreelError } from '../../core/errors.js';
import type { ExportFormat, RealtimeSession, RealtimeSessionOptions, VoiceTool } from '../../core/realtime/realtime-session.js';
import { transcript } from '../../core/store/transcript.js';
import type { SessionConfig } from '../../protocol/session.js';
import { Announcer } from '../shared/announcer.js';
import { formatsFor } from '../shared/formats.js';
import { fill, languageOf } from '../shared/strings.js';
import { voiceWords, type VoiceWords } from '../shared/strings.voice.en.js';
import { callText } from './call-text.js';
import { talkStateOf, type DockView } from './dock-view.js';
import type { EventLog } from './event-log.js';
import { Meter } from './meter.js';
import { isMicrophoneError, type NoticeView } from './notice-view.js';
import { createOutcomes } from './outcomes.js';
import { PushToTalk } from './push-to-talk.js';
import { styles } from './realtime-voice.styles.js';
import { realtimeVoiceView } from './realtime-voice-view.js';
import { modalitiesOf, sessionConfigOf } from './session-config.js';
import { isUp, SessionController } from './session-controller.js';
import { Sheets } from './sheets.js';
import { statusOf } from './status.js';
import { Ticker } from './ticker.js';
import { groupLines, type TranscriptGroup } from './transcript-groups.js';

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
  /** `local` keeps the conversation in this browser; `none` (default) does not. */
  declare persist: string | undefined;
  declare workletUrl: string | undefined;
  /** Offers the event log. */
  declare inspector: boolean;
  declare tools: readonly VoiceTool[] | undefined;
  /** Gives a fresh ephemeral token for each connection attempt. Never the standard key. */
  declare getToken: ((signal: AbortSignal) => Promise<string>) | undefined;
  /** More of the documents' session configuration; wins over the attributes. */
  declare sessionConfig: SessionConfig | undefined;

  readonly #announcer = new Announcer(this);
  readonly #conversation = new SessionController(this, () => this.#options(), [
    createOutcomes(
      this,
      (text) => this.#announcer.say(text),
      (call) => fill(this.#words.asks, { name: this.#assistant, call: callText(call.name, call.arguments) }),
    ),
  ]);
  readonly #holding = new PushToTalk(this, {
    ready: () => this.#conversation.phase === 'open' && this.pushToTalk && this.#conversation.microphoneOpen,
    start: () => this.#conversation.attempt((session) => session.startTalking()),
    stop: () => this.#conversation.attempt((session) => session.stopTalking()),
  });
  readonly #meter = new Meter(this, {
    levels: () => (this.#conversation.phase === 'open' ? this.session?.levels : undefined),
    frame: (sounding) => this.#frame(sounding),
  });
  readonly #sheets = new Sheets(
    this,
    {
      words: () => this.#words,
      formats: () => formatsFor(languageOf(this)),
      microphoneId: () => this.#microphoneId,
      chooseMicrophone: (deviceId) => this.#chooseMicrophone(deviceId),
      events: () => this.#log?.entries ?? [],
    },
    (error) => this.#conversation.fail(error),
  );
  #microphoneId: string | undefined;
  #log: EventLog | undefined;
  #sounding = false;
  /** What the last frame showed of the microphone. */
  #microphoneShown = '';
  #groups: readonly TranscriptGroup[] = [];
  #internals: ElementInternals | undefined;

  constructor() {
    super();
    this.pushToTalk = false;
    this.inspector = false;
    this.addController(new Ticker(this, () => this.#conversation.phase === 'open'));
    this.addEventListener('keydown', (event) => this.#onKeyDown(event));
  }

  /** The session in use: the one given, or the one made from the attributes when first needed. */
  get session(): RealtimeSession | undefined {
    return this.#conversation.session;
  }

  set session(session: RealtimeSession | undefined) {
    this.#conversation.session = session;
  }

  /** Connects, and opens the microphone unless the conversation is text alone. Resolves when open; rejects with a VoxreelError. */
  connect(): Promise<void> {
    return this.#conversation.connect(this.#hasVoice);
  }

  disconnect(): void {
    this.#holding.release();
    this.#conversation.close();
  }

  /** Sends a typed message and asks for an answer; connects first where needed, without a microphone. */
  sendText(text: string): void {
    if (!isUp(this.#conversation.phase)) this.#conversation.connect(false).catch(shown);
    this.#conversation.attempt((session) => session.sendText(text));
  }

  interrupt(): void {
    if (this.session !== undefined) this.#conversation.attempt((session) => session.interrupt());
  }

  /** The conversation as text: `jsonl` (event log), `json` or `markdown`. */
  exportConversation(format: ExportFormat): string {
    return (this.session ?? this.#conversation.ensure()).export(format);
  }

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'lang'];
  }

  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (name === 'lang') this.requestUpdate();
    else super.attributeChangedCallback(name, before, value);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (configured.some((name) => changed.has(name))) this.#conversation.reconfigure();
    if (changed.has('inspector') && this.inspector) void this.#record();
    this.#showStates();
  }

  protected override render() {
    const session = this.session;
    const state = session?.store.get();
    const lines = state === undefined ? [] : transcript(state);
    this.#groups = groupLines(lines, this.#groups);
    const words = this.#words;
    const formats = formatsFor(languageOf(this));
    const { phase, failure, latency } = this.#conversation;
    const open = phase === 'open';
    const microphoneFailed = isMicrophoneError(failure);
    return realtimeVoiceView({
      status: statusOf({ phase, state, sounding: this.#sounding, talking: this.#talking, muted: session?.muted ?? false }),
      transport: isUp(phase) ? transportName(session?.transport) : undefined,
      clock: open && session?.openedAt !== undefined ? formats.clock(Date.now() - session.openedAt) : undefined,
      canvas: this.#hasVoice ? this.#meter.canvas : undefined,
      transcript: { groups: this.#groups, words, assistant: this.#assistant, approve: this.#approve },
      lesson: !this.#hasVoice ? words.emptyText : this.pushToTalk && open ? words.emptyHold : words.empty,
      connectionNotice: this.#notice(microphoneFailed ? undefined : failure),
      microphoneNotice: this.#notice(microphoneFailed ? failure : undefined),
      gauges: { latency: latency.reading, rateLimits: state?.rateLimits ?? [], words, formats },
      dock: this.#dock(words),
      interrupt: open && (this.#sounding || state?.activeResponseId !== undefined) ? this.#interrupt : undefined,
      sheet: this.#sheets.render(),
      covered: this.#sheets.covers,
      announcer: this.#announcer.render(),
    });
  }

  get #words(): VoiceWords {
    return voiceWords.wordsFor(languageOf(this));
  }

  get #hasVoice(): boolean {
    return modalitiesOf(this.modalities).includes('audio');
  }

  get #talking(): boolean {
    return this.pushToTalk ? this.#holding.held : (this.session?.talking ?? false);
  }

  /** The voice's own name, as in a script. */
  get #assistant(): string {
    const voice = this.session?.store.get().session?.['voice'] ?? this.voice;
    if (!this.#hasVoice || typeof voice !== 'string' || voice === '') return this.#words.assistant;
    return voice.charAt(0).toUpperCase() + voice.slice(1);
  }

  #options(): RealtimeSessionOptions {
    const names = this.transport?.split(/[\s,]+/).filter((name) => name !== '');
    return {
      baseUrl: this.baseUrl ?? '',
      model: this.model ?? '',
      tokenUrl: this.tokenUrl,
      getToken: this.getToken,
      transports: names === undefined || names.length === 0 ? undefined : names,
      dialect: this.dialect,
      tools: this.tools,
      modalities: modalitiesOf(this.modalities),
      workletUrl: this.workletUrl,
      session: sessionConfigOf(this),
    };
  }

  #dock(words: VoiceWords): DockView {
    const { phase, microphoneOpen } = this.#conversation;
    const muted = this.session?.muted ?? false;
    return {
      words,
      talk: this.#hasVoice
        ? talkStateOf({ phase, microphoneOpen, muted, pushToTalk: this.pushToTalk, held: this.#holding.held })
        : undefined,
      up: isUp(phase),
      muted,
      holding: this.#holding,
      openSheet: this.#sheets.name,
      toggleTalk: () => this.#toggleTalk(),
      toggleMute: () => this.#conversation.attempt((session) => session.mute(!session.muted)),
      hangUp: () => this.disconnect(),
      send: (text) => this.sendText(text),
      toggleSheet: (name) => this.#sheets.toggle(name),
    };
  }

  readonly #approve = (callId: string, allowed: boolean): void =>
    this.#conversation.attempt((session) => session.approveTool(callId, allowed));

  readonly #interrupt = (): void => this.interrupt();

  #begin(): void {
    this.connect().catch(shown);
  }

  #toggleTalk(): void {
    const { phase, microphoneOpen } = this.#conversation;
    if (!isUp(phase)) this.#begin();
    else if (phase === 'open' && !microphoneOpen) void this.#conversation.openMicrophone();
    else this.disconnect();
  }

  #notice(error: VoxreelError | undefined): NoticeView {
    const words = this.#words;
    return { error, words, wayOut: error && this.#wayOut(error, words), dismiss: () => this.#conversation.forgive() };
  }

  #wayOut(error: VoxreelError, words: VoiceWords): NoticeView['wayOut'] {
    if (isMicrophoneError(error)) return { label: words.again, act: () => void this.#conversation.openMicrophone() };
    if (isUp(this.#conversation.phase)) return undefined;
    return { label: words.reconnect, act: () => this.#begin() };
  }

  #chooseMicrophone(deviceId: string | undefined): void {
    this.#microphoneId = deviceId;
    this.#conversation.microphone = deviceId === undefined ? true : { deviceId: { ideal: deviceId } };
    if (this.#conversation.microphoneOpen) void this.#conversation.openMicrophone();
  }

  async #record(): Promise<void> {
    const { createEventLog } = await import('./event-log.js');
    if (this.#log === undefined) this.#conversation.listen((this.#log = createEventLog()));
  }

  #frame(sounding: boolean): void {
    const microphone = `${this.session?.talking} ${this.session?.muted}`;
    const heard = sounding && this.#conversation.latency.heard(performance.now());
    if (sounding === this.#sounding && microphone === this.#microphoneShown && !heard) return;
    this.#sounding = sounding;
    this.#microphoneShown = microphone;
    this.requestUpdate();
  }

  #onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.#sheets.name === undefined) return;
    event.stopPropagation();
    this.#sheets.close();
  }

  #showStates(): void {
    const { phase } = this.#conversation;
    // Made late: a page that renders on the server has no internals.
    const states = (this.#internals ??= this.attachInternals()).states;
    const set = (name: string, on: boolean) => (on ? states?.add(name) : states?.delete(name));
    for (const name of ['connecting', 'open', 'reconnecting', 'failed'] as const) set(name, phase === name);
    set('speaking', this.#sounding);
    set('talking', this.#talking);
  }
}

/** Failures of what a click began are already on the page. */
function shown(): void {}

const transportNames: Readonly<Record<string, string>> = { webrtc: 'WebRTC', websocket: 'WebSocket' };
const transportName = (id: string | undefined) => (id === undefined ? undefined : (transportNames[id] ?? id));

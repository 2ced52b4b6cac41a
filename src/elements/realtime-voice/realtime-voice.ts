// The <realtime-voice> element: attributes in, events out, one template. What holds a conversation is loaded when one is wanted.
import { html, LitElement, type PropertyValues, type TemplateResult } from 'lit';

import type { ConversationSummary } from '../../core/realtime/history/conversation-summary.js';
import type { ExportFormat } from '../../core/realtime/history/export-conversation.js';
import type { ForgetOptions } from '../../core/persistence/storage.js';
import type { RealtimeSession } from '../../core/realtime/session/realtime-session.js';
import { LanguageController } from '../shared/language-controller.js';
import { voiceWords, type VoiceWords } from './voice-words.js';
import type { ConversationController } from './conversation-controller.js';
import { ConversationLoader } from './conversation-loader.js';
import type { DockView } from './dock-view.js';
import { isOffered, type Control } from './controls.js';
import type { Launcher } from './launcher/launcher.js';
import { isLauncher } from './launcher/is-launcher.js';
import { hasVoice } from './modalities.js';
import { noticeView } from './notice-view.js';
import { adoptStyles } from './adopt-styles.js';
import { styles } from './realtime-voice.styles.js';
import { realtimeVoiceView, type ConversationView } from './realtime-voice-view.js';
import { voiceProperties, type VoiceProperties } from './voice-properties.js';

/** Changes that an open session hears of. */
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

const atRest: ConversationView = { status: 'ready' };

// Lit makes the accessors, so the class has no fields for them to be declared on.
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging
export interface RealtimeVoice extends VoiceProperties {}

/**
 * A spoken and typed conversation with a realtime service.
 *
 * @tagname realtime-voice
 * @attr lang - Language of the words; the nearest above by default.
 * @fires {VoicePhaseEvent} voice-phase - The connection changed; carries `phase` and `previous`.
 * @fires {VoiceMessageEvent} voice-message - A message is complete, or was cut after that; carries `message`.
 * @fires {VoiceToolCallEvent} voice-tool-call - The model calls a function; cancelable while it waits for approval (`preventDefault()` denies, `allow()` allows).
 * @fires {VoiceErrorEvent} voice-error - Something failed; carries `error`.
 * @fires {VoiceServerEvent} voice-event - One decoded server event; carries `serverEvent`.
 * @fires {VoiceOpenEvent} voice-open - The panel of a launcher was opened.
 * @fires {VoiceCloseEvent} voice-close - It was closed; a call goes on.
 * @fires {VoiceFeedbackEvent} voice-feedback - A visitor rated an answer or the call; carries `itemId`, `rating` and `comment`.
 * @fires {VoiceHandoverEvent} voice-handover - Another agent or a person has the conversation; carries `to`, `name` and the `transcript` before.
 * @fires {VoiceTelemetryEvent} voice-telemetry - Something happened that a site may want to count; carries `name` and what belongs to it.
 * @slot empty - Shown in place of the one-sentence lesson while the conversation is empty.
 * @slot avatar - In place of the round mark of a launcher's pill.
 * @slot launcher - In place of all that the pill shows.
 * @slot consent - In place of the text one has to agree to.
 * @csspart frame - The sheet.
 * @csspart top - The line that says what is going on.
 * @csspart status - The one word of it.
 * @csspart trace - The canvas on which both voices are drawn.
 * @csspart remote-video - What the other side shows.
 * @csspart transcript - The scrolling conversation.
 * @csspart line - One line of it.
 * @csspart name - Who speaks.
 * @csspart words - What is said.
 * @csspart code - A block of code in it.
 * @csspart link - A link in it.
 * @csspart html - What the page's sanitizer made of HTML in it.
 * @csspart other - A part of it that is not shown here.
 * @csspart copy - The button that copies it.
 * @csspart unheard - Words that are still to be heard.
 * @csspart cut - Words that were cut off.
 * @csspart tool-call - A function call.
 * @csspart tool-output - What a function returned.
 * @csspart tool-error - Why a tool server could not do it.
 * @csspart tool-list - The tools that a server offers.
 * @csspart server - The server that runs a tool.
 * @csspart picture - A picture in a message.
 * @csspart speaker - Who of several people speaks.
 * @csspart handover - The line that says who speaks from here on.
 * @csspart feedback - What asks about an answer, or about the call.
 * @csspart thumb - One of its two thumbs.
 * @csspart latest - The way back to the newest line.
 * @csspart gauges - The two thin bars.
 * @csspart error - A failure and its way out.
 * @csspart note - What is said about the connection while nothing has failed.
 * @csspart pictures - Pictures for the next message, above the dock, and ways to add one.
 * @csspart suggestions - Chips above the dock: messages to begin with, or what the model suggests.
 * @csspart caption - The newest words: up to three lines, one in a bar.
 * @csspart volume - The button that mutes the answer.
 * @csspart consent - What the visitor has to agree to.
 * @csspart disclosure - The sentence in a launcher that says one talks to an AI.
 * @csspart panel - A launcher's panel.
 * @csspart pill - A launcher's pill.
 * @csspart launcher - The button in it.
 * @csspart end - The button in it that ends a call.
 * @csspart dock - The row of controls.
 * @csspart talk - The round button.
 * @csspart input - The text field.
 * @csspart sheet - Settings, measurements or inspector over the transcript.
 * @csspart links - What is shared, in the list of conversations with `persist="account"`.
 * @csspart deleted - What was deleted recently, below them.
 * @cssprop --voxreel-ink - Text.
 * @cssprop --voxreel-ink-2 - Second text.
 * @cssprop --voxreel-ink-3 - Third text, and the frames of fields.
 * @cssprop --voxreel-paper - Surface.
 * @cssprop --voxreel-paper-2 - Second surface.
 * @cssprop --voxreel-paper-3 - Third surface.
 * @cssprop --voxreel-line - Hairlines.
 * @cssprop --voxreel-accent - What one may do, and what moves.
 * @cssprop --voxreel-on-accent - Text on the accent.
 * @cssprop --voxreel-live - The open microphone, and errors.
 * @cssprop --voxreel-on-live - Text on it.
 * @cssprop --voxreel-warning - What will run out.
 * @cssprop --voxreel-font - Typeface; the page's own by default.
 * @cssprop --voxreel-font-mono - Typeface of code; the system's by default.
 * @cssprop [--voxreel-size=15px] - Size of type.
 * @cssprop [--voxreel-size-large=17px] - Size of headings in messages.
 * @cssprop [--voxreel-size-small=13px] - Size of notes and controls.
 * @cssprop [--voxreel-size-tiny=12px] - Size of the smallest notes.
 * @cssprop [--voxreel-radius=14px] - Outer corners.
 * @cssprop [--voxreel-radius-small=9px] - Inner corners.
 * @cssprop [--voxreel-density=1] - Room between things, as a factor: 0.75 is compact, 1.25 comfortable.
 * @cssprop [--voxreel-control=32px] - Height of controls; at least 24px, and 44px where a finger points.
 * @cssprop [--voxreel-motion=160ms] - Length of a transition; none under reduced motion.
 * @cssstate connecting - A connection is being made.
 * @cssstate connected - The conversation is open.
 * @cssstate open - The same; of a launcher, that its panel is open.
 * @cssstate reconnecting - The connection was lost and is being made again.
 * @cssstate failed - No connection could be made.
 * @cssstate speaking - The answer is sounding.
 * @cssstate talking - The microphone is open.
 */
export class RealtimeVoice extends LitElement {
  static override styles = styles;
  static override properties = voiceProperties;

  readonly #language = new LanguageController(this);
  readonly #loader = new ConversationLoader(this);
  #internals: ElementInternals | undefined;
  #launcher: Launcher | undefined;
  #launching = false;
  #listens = false;

  constructor() {
    super();
    this.pushToTalk = false;
    this.inspector = this.record = this.video = this.open = this.suggestions = this.feedback = false;
    this.persist = 'none';
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
    return this.#loader.with((conversation) => conversation.connect(), true);
  }

  /** Ends the conversation and closes the microphone. Its transcript stays. */
  disconnect(): void {
    this.#conversation?.hangUp();
  }

  /**
   * Deletes every conversation that is kept of this user in this browser, of all agents, and empties the element, here and in the user's other
   * tabs. For a sign-out. Resolves once it is gone for good. Rejects with `unsent` where a message has not reached the service, unless `discard`
   * is true.
   */
  forget(options?: ForgetOptions): Promise<void> {
    return this.#loader.with((conversation) => conversation.forget(options));
  }

  /**
   * With `persist="account"`: takes into the account of `user` what this browser kept before anybody signed in. Ask the person first. Resolves with how
   * many conversations were taken.
   */
  takeAlong(): Promise<number> {
    return this.#loader.with((conversation) => conversation.takeAlong());
  }

  /** The conversations that are kept here of this service, model, agent and user, the newest first. None where `persist` is `none`. */
  conversations(): Promise<readonly ConversationSummary[]> {
    return this.#loader.with((conversation) => conversation.list.all());
  }

  /** Ends the conversation, which stays in the list, and begins another. Rejects with `unsupported` where the session is the page's own. */
  newConversation(): Promise<void> {
    return this.#loader.with((conversation) => conversation.list.begin());
  }

  /**
   * Goes on with one of `conversations()`: shows it, and connects with the next word. Rejects with `not_found`, with `conversation_open` where another
   * page has it, and with `unsupported` where the session is the page's own or nothing is kept.
   */
  openConversation(id: string): Promise<void> {
    return this.#loader.with((conversation) => conversation.list.open(id));
  }

  /** Sends a typed message and asks for an answer; connects first where needed, without a microphone. */
  sendText(text: string): void {
    this.#act((conversation) => conversation.sendText(text));
  }

  /** What the person says who has the conversation, after `session.handOver({ to: 'person' })`. */
  sendAs(role: 'person', text: string): void {
    this.#act((conversation) => conversation.control.attempt((session) => session.sendAs(role, text)));
  }

  /** Stops the answer; the transcript keeps what was heard of it. */
  interrupt(): void {
    this.#conversation?.interrupt();
  }

  /** Opens the panel of a launcher; the focus moves in. */
  openPanel(): void {
    this.open = true;
  }

  /** Closes it; a call goes on. */
  closePanel(): void {
    this.open = false;
  }

  /** Opens or closes it. */
  toggle(): void {
    this.open = !this.open;
  }

  /**
   * Tells the model about the page, replacing what it knew before; at once, where a conversation is open. A text is sent as it is, anything else
   * as JSON, after `instructions` or in place of `{{context}}` in them. Undefined takes it back.
   */
  context(data: unknown): void {
    this.#loader.context = data;
  }

  /** The round button takes it, or the text field where there is none. */
  override focus(options?: FocusOptions): void {
    this.renderRoot.querySelector<HTMLElement>('.talk, .dock .input')?.focus(options);
  }

  /** The conversation as text: `jsonl` (event log), `json` or `markdown`. Empty before there is a session. */
  exportConversation(format: ExportFormat): string {
    return this.session?.export(format) ?? '';
  }

  /** Waits for the words of the language in force, not to show English first. */
  protected override scheduleUpdate(): void | Promise<unknown> {
    const ready = this.hasUpdated ? undefined : this.#language.ready;
    return ready === undefined ? super.scheduleUpdate() : ready.then(() => super.scheduleUpdate());
  }

  protected override firstUpdated(): void {
    if (this.autofocus && document.activeElement === document.body) this.focus();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (this.#isAnother(changed, 'user') || this.#isAnother(changed, 'agent')) this.#conversation?.renew();
    if (configured.some((name) => changed.has(name))) this.#conversation?.control.reconfigure();
    if (isLauncher(this.launcher) && !this.#launching) this.#launch().catch((cause: unknown) => void this.#loader.fail(cause));
    if (this.hotkey && !this.#listens) void this.#listen();
    if (changed.has('variables')) this.#conversation?.control.fill(this.variables ?? {});
    if ((changed.has('inspector') || changed.has('controls')) && isOffered(this, 'inspector'))
      this.#act((conversation) => this.#record(conversation));
    this.#showStates();
  }

  protected override render(): TemplateResult {
    const words = this.#words;
    const speaks = hasVoice(this.modalities);
    const conversation = this.#conversation;
    const view = conversation?.view() ?? atRest;
    if (isLauncher(this.launcher) && this.#launcher === undefined) return html``;
    const holds = this.pushToTalk && conversation?.control.phase === 'open';
    const shown = {
      ...view,
      connectionNotice: this.#loader.failed ? this.#notLoaded() : view.connectionNotice,
      words,
      hasVoice: speaks,
      lesson: this.#lesson(words, speaks && holds),
      starters: linesOf(this.starters),
      dock: this.#dock(words),
      language: this.#language.language.tag,
      direction: this.#language.dir,
    };
    return isLauncher(this.launcher) ? (this.#launcher?.render(shown) ?? html``) : realtimeVoiceView(shown);
  }

  /** What an empty conversation teaches. */
  #lesson(words: VoiceWords, holds: boolean): string {
    const [talks, types] = [this.#talks, isOffered(this, 'text')];
    if (!talks) return types ? words.emptyText : '';
    return holds ? words.emptyHold : types ? words.empty : words.emptyTalk;
  }

  get #talks(): boolean {
    return hasVoice(this.modalities) && isOffered(this, 'microphone');
  }

  #isAnother(changed: PropertyValues<this>, owner: 'user' | 'agent'): boolean {
    return changed.has(owner) && (changed.get(owner) ?? '') !== (this[owner] ?? '');
  }

  get #conversation(): ConversationController | undefined {
    return this.#loader.conversation;
  }

  get #words(): VoiceWords {
    return voiceWords.wordsFor(this.#language.language);
  }

  /** Does it now when it can be done now: a press must still count as the person's own gesture. */
  #act(action: (conversation: ConversationController) => void): void {
    if (this.#conversation !== undefined) action(this.#conversation);
    else this.#loader.with(action, true).catch(shown);
  }

  #dock(words: VoiceWords): DockView {
    const conversation = this.#conversation;
    const talk = this.#talks ? (conversation?.talkState ?? 'off') : undefined;
    return {
      words,
      hotkey: this.hotkey,
      talk,
      extras: conversation?.pictures.button(),
      second: conversation?.secondButton(talk, words),
      offers: (control: Control) => isOffered(this, control),
      holding: conversation?.holding,
      openSheet: conversation?.sheets.name,
      toggleTalk: () => this.#act((loaded) => loaded.toggleTalk()),
      send: (text) => this.sendText(text),
      toggleSheet: (name) => this.#act((loaded) => loaded.sheets.toggle(name)),
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

  async #launch(): Promise<void> {
    this.#launching = true;
    const { Launcher, styles: launcherStyles } = await import('./launcher/launcher.js');
    for (const each of launcherStyles) adoptStyles(this, each);
    this.#launcher = new Launcher(this, this.#loader);
    this.requestUpdate();
  }

  async #listen(): Promise<void> {
    this.#listens = true;
    try {
      const { Hotkey } = await import('./hotkey.js');
      this.addController(new Hotkey(this, (action) => this.#act(action)));
    } catch (cause) {
      this.#loader.fail(cause);
    }
  }

  async #record(conversation: ConversationController): Promise<void> {
    const { createInspectorLog } = await import('./sheets/inspector-log.js');
    conversation.record(createInspectorLog());
  }

  #showStates(): void {
    // Made late: a page that renders on the server has no internals.
    const states = (this.#internals ??= this.attachInternals()).states;
    const phase = this.session?.phase;
    const set = (name: string, on: boolean) => (on ? states?.add(name) : states?.delete(name));
    for (const name of ['connecting', 'reconnecting', 'failed'] as const) set(name, phase === name);
    const isOpen = isLauncher(this.launcher) ? this.open : phase === 'open';
    set('open', isOpen);
    set('connected', phase === 'open');
    set('speaking', this.#conversation?.sounding ?? false);
    set('talking', this.#conversation?.talking ?? false);
  }
}

const linesOf = (text = ''): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What could not be loaded is said on the page; what failed after that, too. */
function shown(): void {}

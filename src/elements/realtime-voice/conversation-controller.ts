// The half of <realtime-voice> that holds a conversation: session, trace, transcript, notices, announcements. Loaded when one is wanted.
import { html, type ReactiveController, type TemplateResult } from 'lit';

import { reportError } from '../../core/emitter.js';
import { VoxreelError, isVoxreelError } from '../../core/errors.js';
import type { ForgetOptions } from '../../core/persistence/storage.js';
import { FocusRestorer } from '../shared/focus-restorer.js';
import { soundIcon, soundOffIcon } from '../shared/icons.js';
import { languageOf } from '../shared/language-controller.js';
import { Ticker } from '../shared/ticker.js';
import { prefetchSound } from '../../core/realtime/thread/sound-threads.js';
import { suggestedReplies } from '../../core/realtime/tools/suggestions.js';
import { adoptStyles } from './adopt-styles.js';
import { Announcements } from './announcements.js';
import { BorrowedTools } from './borrowed-tools.js';
import { captionOf } from './caption.js';
import { Consent } from './consent.js';
import { isOffered } from './controls.js';
import { conversationWords, type ConversationWords } from './conversation-words.js';
import { conversationStyles } from './conversation.styles.js';
import { disclosureOf } from './disclosure.js';
import type { Feedback } from './feedback/feedback.js';
import { gaugesView } from './gauges-view.js';
import { Trace } from './trace.js';
import { hasVoice } from './modalities.js';
import type { FloatingCall } from './floating-window.js';
import { MediaControls } from './media-controls.js';
import { Pictures } from './pictures/pictures.js';
import { Notices } from './notices.js';
import { createPageEvents } from './page-events.js';
import { PushToTalk } from './push-to-talk.js';
import type { ConversationView } from './realtime-voice-view.js';
import { accountConversations, keptConversations, leaveUnlessConnected, sessionOptionsOf } from './session-config.js';
import { ConversationList } from './conversation-list.js';
import { secondButton } from './second-button.js';
import { SessionController, isUp } from './session-controller.js';
import { namedVideos } from './named-videos.js';
import type { InspectorLog } from './sheets/inspector-log.js';
import { RemoteVideo } from './remote-video.js';
import { RecordingPlayer } from './sheets/recording-player.js';
import type { Sheets } from './sheets/sheets.js';
import { talkStateOf, type TalkState } from './talk-state.js';
import { Telemetry } from './telemetry.js';
import { topLineOf } from './top-line.js';
import { createDrawnCalls } from './transcript/drawn-calls.js';
import { createRendering, type Rendering } from './transcript/rendering.js';
import { TranscriptController } from './transcript/transcript-controller.js';
import type { VoiceElement } from './voice-element.js';
import type { VoiceWords } from './voice-words.js';
import { prefetchModels, VoiceModels } from './voice-models.js';
import { createVoiceSheets } from './voice-sheets.js';

export const styles = conversationStyles;
export { takeModels } from '../../core/catalog/service-models.js';

/** Asks ahead for what a conversation needs besides this code. */
export async function prefetch(element: VoiceElement): Promise<void> {
  await Promise.all([prefetchModels(element), hasVoice(element.modalities) && prefetchSound(element.workletUrl)]);
}

export class ConversationController implements ReactiveController {
  readonly control: SessionController;
  readonly holding: PushToTalk;
  readonly sheets: Sheets;
  readonly list: ConversationList;
  readonly pictures: Pictures;
  readonly #element: VoiceElement;
  readonly #models: VoiceModels;
  readonly #borrowed: BorrowedTools;
  readonly #player: RecordingPlayer;
  readonly #announcements: Announcements;
  readonly #notices: Notices;
  readonly #trace: Trace;
  readonly #transcript: TranscriptController;
  readonly #consent: Consent;
  readonly #call: FloatingCall;
  readonly #drawnCalls = createDrawnCalls((text) => this.#announcements.say(text));
  readonly #rendering: () => Rendering;
  readonly #telemetry: Telemetry;
  readonly #remoteVideo: RemoteVideo;
  #feedback: Feedback | undefined;
  #feedbackLoads = false;
  /** What the inspector shows. */
  #log: InspectorLog | undefined;
  #sounding = false;
  /** How loud answers were before they were muted. */
  #loudness = 1;
  /** Where the service has no list, a message is sent all the same. */
  #hasAsked = false;
  /** What the last frame showed of the microphone. */
  #microphoneShown = '';

  constructor(element: VoiceElement) {
    this.#element = element;
    this.#models = new VoiceModels(element);
    this.#telemetry = new Telemetry(element);
    this.#remoteVideo = new RemoteVideo(element);
    this.#borrowed = new BorrowedTools(element);
    void this.#borrowed.load();
    this.#announcements = new Announcements(element, () => this.#sounding);
    this.control = this.#createControl(element);
    this.#player = new RecordingPlayer(this.control);
    this.pictures = new Pictures(element, this.control, (text) => this.#announcements.say(text));
    this.holding = new PushToTalk(element, {
      ready: () => this.control.phase === 'open' && element.pushToTalk && this.control.microphoneOpen,
      start: () => this.control.attempt((session) => session.startTalking()),
      stop: () => this.control.attempt((session) => session.stopTalking()),
    });
    this.#trace = new Trace(element, {
      levels: () => (this.control.phase === 'open' ? this.control.session?.levels : undefined),
      frame: (sounding) => this.#frame(sounding),
    });
    this.#transcript = new TranscriptController(element);
    this.#rendering = createRendering(element, {
      tools: () => [this.control.session?.tools, element.tools, this.#borrowed.tools],
      failed: ({ name }, cause) =>
        this.control.fail(new VoxreelError('render_failed', `The tool ${name} could not draw its call.`, { cause })),
      drawn: this.#drawnCalls.drawn,
    });
    this.#consent = new Consent(element, (markdown) => this.#transcript.prose(markdown, this.#words));
    this.#notices = new Notices(element, this.control, this.#player, {
      connect: () => this.#begin(),
      openSettings: () => void this.sheets.open('settings'),
      model: () => element.model || (this.#models.first ?? ''),
    });
    this.list = new ConversationList(element, {
      control: this.control,
      renew: (conversation) => this.renew(conversation),
      model: () => this.#models.first,
    });
    this.#call = this.#createCall();
    this.sheets = this.#createSheets(element);
    element.addController(new MediaControls(this.#call));
    element.addController(new FocusRestorer(element, '.talk', '.say .input'));
    element.addController(new Ticker(element, () => this.up && this.control.isSeen));
    element.addController(this);
  }

  hostUpdate(): void {
    this.#announcements.failure = this.control.failure;
    if (this.#element.feedback && !this.#feedbackLoads) this.#loadFeedback().catch(reportError);
  }

  hostDisconnected(): void {
    this.#sounding = false;
    // After the session has ended, if it does.
    leaveUnlessConnected(this.#element);
  }

  get sounding(): boolean {
    return this.#sounding;
  }

  get talking(): boolean {
    return this.#element.pushToTalk ? this.holding.held : (this.control.session?.talking ?? false);
  }

  get talkState(): TalkState {
    const { phase, microphoneOpen, session } = this.control;
    const { pushToTalk } = this.#element;
    return talkStateOf({ phase, microphoneOpen, muted: session?.muted ?? false, pushToTalk, held: this.holding.held });
  }

  get up(): boolean {
    return isUp(this.control.phase);
  }

  /** Once the visitor has agreed to what the page asks: then it rejects with `aborted` where they do not. */
  connect(): Promise<void> {
    return this.#consent.before(() => this.#connect());
  }

  /** What the round button does. */
  toggleTalk(): void {
    const { phase, microphoneOpen } = this.control;
    if (!this.up || this.#player.recording !== undefined) this.#begin();
    else if (phase === 'open' && !microphoneOpen) this.#consent.before(() => this.control.openMicrophone()).catch(shown);
    else this.hangUp();
  }

  /** Begins a call, talks as long as it is held, or mutes and unmutes. */
  pressHotkey(): void {
    const { phase, microphoneOpen, session } = this.control;
    if (phase === 'connecting' || phase === 'reconnecting') return;
    if (phase !== 'open' || !microphoneOpen) this.toggleTalk();
    else if (this.#element.pushToTalk) this.holding.press();
    else this.#mute(session?.muted !== true);
  }

  hangUp(): void {
    this.holding.release();
    if (this.#player.recording === undefined) this.control.close();
    else this.#player.end();
  }

  /** Beside the round button, which is `talk`. */
  secondButton(talk: TalkState | undefined, words: VoiceWords): TemplateResult | undefined {
    const muted = this.control.session?.muted === true;
    return this.up ? secondButton({ words, talk, muted, toggleMute: () => this.#mute(!muted), hangUp: () => this.hangUp() }) : undefined;
  }

  /** Connects first where needed, without a microphone. */
  sendText(text: string): void {
    this.#consent.before(() => this.#sendText(text)).catch(shown);
  }

  readonly interrupt = (): void => {
    if (this.control.session !== undefined) this.control.attempt((session) => session.interrupt());
  };

  /** Deletes everything that is kept of this user, and starts over. */
  async forget(options?: ForgetOptions): Promise<void> {
    this.#player.end();
    await this.control.session?.forget(options);
    const { forgetConversations } = await import('../../core/realtime/history/forget-conversations.js');
    const user = this.#element.user ?? '';
    const account = accountConversations(this.#element);
    if (account !== undefined) await forgetConversations(account, user, options);
    await forgetConversations(keptConversations(), user, options);
    this.#consent.withdraw();
    this.renew();
  }

  /** Of what this browser keeps of nobody. Resolves with how many conversations were taken. */
  async takeAlong(): Promise<number> {
    return (await accountConversations(this.#element)?.takeAlong(keptConversations())) ?? 0;
  }

  /** Another user or agent, or another conversation: what is on the page and in memory belongs to the one before. */
  renew(conversation?: string): void {
    this.holding.release();
    this.#consent.refuse();
    // The list of conversations stays as long as one reads it.
    if (conversation === undefined) this.sheets.close();
    this.#player.end();
    this.#notices.device = undefined;
    this.pictures.clear();
    for (const input of this.#element.renderRoot.querySelectorAll<HTMLTextAreaElement>('.say .input')) input.value = '';
    this.#feedback?.forget();
    this.control.renew(conversation);
    this.#element.requestUpdate();
  }

  /** Keeps events for the inspector from now on. */
  record(log: InspectorLog): void {
    if (this.#log !== undefined) return;
    this.#log = log;
    this.control.listen(log);
    log.recordVideos(this.#element, namedVideos(this.#element));
  }

  view(): ConversationView {
    const { session, phase } = this.control;
    const state = session?.store.get();
    const words = this.#words;
    const answering = phase === 'open' && (this.#sounding || state?.activeResponseId !== undefined);
    const { control, talking } = this;
    const covered = this.#consent.asked || this.sheets.covers;
    return {
      ...topLineOf(this.#element, { control, player: this.#player, words, sounding: this.#sounding, talking }),
      trace: this.#trace.view(phase !== 'open', covered),
      remoteVideo: this.#remoteVideo.view(session?.remoteVideo, words.remoteVideo),
      ...this.#transcript.view(state, this.#shared(words)),
      scrolled: this.#transcript.scrolled,
      connectionNotice: this.#notices.connection(),
      dockNotice: [this.#notices.devices(), this.#asking?.callView(), this.pictures.view()],
      gauges: isOffered(this.#element, 'gauges') ? this.#gauges(words) : undefined,
      interrupt: answering ? this.interrupt : undefined,
      announcer: this.#announcements.render(),
      volume: this.up && hasVoice(this.#element.modalities) && isOffered(this.#element, 'volume') ? this.#volume(words) : undefined,
      suggestions: state === undefined || !this.#element.suggestions ? [] : suggestedReplies(state),
      caption: captionOf(this.#transcript.newest),
      sheet: this.#consent.view() ?? this.sheets.render(),
      covered,
      disclosure: disclosureOf(this.#element, words),
    };
  }

  #shared(words: ConversationWords) {
    return {
      words,
      assistant: this.name,
      approve: this.#approve,
      copied: this.#copied,
      rendering: this.#rendering(),
      feedback: this.#asking?.answers,
    };
  }

  /** Turns the answer's sound off, and on again as loud as it was. */
  #volume({ muteAnswer, unmuteAnswer }: ConversationWords): TemplateResult {
    const { volume } = this.control;
    const label = volume > 0 ? muteAnswer : unmuteAnswer;
    const toggle = () => {
      const now = this.control.volume;
      if (now > 0) this.#loudness = now;
      this.control.changeVolume(now > 0 ? 0 : this.#loudness);
    };
    return html`<button type="button" class="button quiet round" part="volume" aria-label=${label} title=${label} @click=${toggle}>
      ${volume > 0 ? soundIcon : soundOffIcon}
    </button>`;
  }

  #gauges(words: ConversationWords): unknown {
    const { session, turns } = this.control;
    return gaugesView({
      turn: turns.newest,
      rateLimits: session?.store.get().rateLimits ?? [],
      words,
      formats: languageOf(this.#element).formats,
      details: () => this.sheets.toggle('gauges'),
    });
  }

  readonly #copied = (): void => this.#announcements.say(this.#words.copied);

  readonly #approve = (callId: string, allowed: boolean): void => this.control.attempt((session) => session.approveTool(callId, allowed));

  #createControl(element: VoiceElement): SessionController {
    return new SessionController(element, () => sessionOptionsOf(element, this.#models.first, this.#borrowed.tools), [
      createPageEvents(element, (call) => this.#announcements.ask(this.control.session?.store.get().speaker?.name ?? this.name, call)),
      this.#announcements.listener,
      this.#drawnCalls.listener,
      this.#telemetry.listener,
      {
        followed: ({ phase }) => {
          if (phase === 'open') void this.pictures.learn();
        },
        phase: (phase, previous) => {
          this.#feedback?.entered(phase, previous, this.#transcript.newest !== undefined && !this.#withPerson);
          if (phase === 'closed' || phase === 'failed') {
            this.#notices.device = undefined;
            this.pictures.hungUp();
          }
          if (phase === 'open') void this.pictures.learn();
        },
        device: (change) => (this.#notices.device = change),
      },
    ]);
  }

  /** What is on, for where it is shown outside of the element. A recording that plays is no call. */
  #createCall(): FloatingCall {
    const { control } = this;
    const isUp = () => this.up && this.#player.recording === undefined;
    const name = () => this.name;
    const newest = () => this.#transcript.newest;
    return {
      get up() {
        return isUp();
      },
      get muted() {
        return control.session?.muted ?? false;
      },
      get name() {
        return name();
      },
      get levels() {
        return control.phase === 'open' ? control.session?.levels : undefined;
      },
      get caption() {
        return captionOf(newest());
      },
      mute: (muted) => this.#mute(muted),
      hangUp: () => this.hangUp(),
    };
  }

  #mute(muted: boolean): void {
    this.control.attempt((session) => session.mute(muted));
  }

  #createSheets(element: VoiceElement): Sheets {
    return createVoiceSheets(element, {
      call: this.#call,
      control: this.control,
      models: this.#models,
      player: this.#player,
      list: this.list,
      log: () => this.#log,
      say: (text) => this.#announcements.say(text),
      failed: (cause) => {
        // They did not agree, so nothing opens.
        if (isVoxreelError(cause) && cause.code === 'aborted') return;
        this.control.fail(new VoxreelError('not_loaded', 'A part could not be loaded.', { retryable: true, cause }));
      },
      consented: () => this.#consent.before(() => undefined),
    });
  }

  /** Undefined where the page asks for no feedback. */
  get #asking(): Feedback | undefined {
    return this.#element.feedback ? this.#feedback : undefined;
  }

  async #loadFeedback(): Promise<void> {
    this.#feedbackLoads = true;
    const { Feedback, styles: feedbackStyles } = await import('./feedback/feedback.js');
    adoptStyles(this.#element, feedbackStyles);
    this.#feedback = new Feedback(this.#element, (text) => this.#announcements.say(text));
    this.#element.requestUpdate();
  }

  /** The page names none: the first that the service offers is the one. */
  get #needsModel(): boolean {
    return (this.#element.model ?? '') === '' && this.control.isOwn && this.#models.first === undefined;
  }

  /** What a session of our own is made from and is not here yet: the model, and the tools of another element. Never rejects. */
  #needs(): Promise<unknown> | undefined {
    const tools = this.control.isOwn ? this.#borrowed.load() : undefined;
    const model = this.#needsModel ? this.#models.load() : undefined;
    return tools === undefined ? model : Promise.all([tools, model]);
  }

  get #words(): ConversationWords {
    return conversationWords.wordsFor(languageOf(this.#element));
  }

  /** A person of the page's own answers: the service is not needed. */
  get #withPerson(): boolean {
    return this.control.session?.store.get().speaker?.role === 'person';
  }

  /** The voice's own name, as in a script: of the agent that began, since others have theirs in what they say. */
  get name(): string {
    const { session, speaker } = this.control.session?.store.get() ?? {};
    const voice = (speaker === undefined ? session?.['voice'] : undefined) ?? this.#element.voice;
    if (!hasVoice(this.#element.modalities) || typeof voice !== 'string' || voice === '') return this.#words.assistant;
    return voice.charAt(0).toUpperCase() + voice.slice(1);
  }

  async #connect(): Promise<void> {
    this.#player.end();
    await this.#needs();
    await this.control.connect(hasVoice(this.#element.modalities) && isOffered(this.#element, 'microphone'));
  }

  #sendText(text: string): void {
    this.#player.end();
    const needs = this.#hasAsked || this.#withPerson ? undefined : this.#needs();
    if (needs !== undefined) {
      this.#hasAsked = true;
      return void needs.then(() => this.#sendText(text));
    }
    if (!this.up && !this.#withPerson) this.control.connect(false).catch(shown);
    if (this.pictures.waiting) void this.pictures.send(text);
    else this.control.attempt((session) => session.sendText(text));
  }

  #begin(): void {
    this.connect().catch(shown);
  }

  /** A server that says when it sends sound is believed through every pause. */
  #frame(loud: boolean): void {
    const { session, turns } = this.control;
    const sounding = loud || session?.store.get().soundingId !== undefined;
    const microphone = `${session?.talking} ${session?.muted}`;
    // The session knows it to the sample; where it does not, the first loud frame is near enough.
    const afterMs = session?.meters.heardMs;
    const heard = afterMs === undefined ? loud && turns.heard({ nowMs: performance.now() }) : turns.heard({ afterMs });
    if (heard) this.#telemetry.sounded(turns.newest?.heardMs);
    if (sounding === this.#sounding && microphone === this.#microphoneShown && !heard) return;
    this.#sounding = sounding;
    this.#microphoneShown = microphone;
    this.#element.requestUpdate();
  }
}

/** Failures of what a press began are already on the page. */
function shown(): void {}

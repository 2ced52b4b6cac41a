// The half of <realtime-voice> that holds a conversation: session, trace, transcript, meters, announcements. Loaded when one is wanted.
import type { ReactiveController } from 'lit';
import { ref } from 'lit/directives/ref.js';

import { VoxreelError } from '../../core/errors.js';
import type { DeviceChange } from '../../core/realtime/speech/chosen-microphone.js';
import type { Phase } from '../../core/realtime/connection/connection.js';
import type { ForgetOptions } from '../../core/persistence/storage.js';
import { Announcer } from '../shared/announcer.js';
import { FocusKeeper } from '../shared/focus-keeper.js';
import type { Formats } from '../shared/formats.js';
import { languageOf } from '../shared/language-controller.js';
import { fill } from '../shared/strings.js';
import { Ticker } from '../shared/ticker.js';
import { voiceWords } from './voice-words.js';
import { conversationWords, type ConversationWords } from './conversation-words.js';
import { callText } from './transcript/call-text.js';
import { deviceWords, recordingNote, retryNote } from './connection-note.js';
import { conversationStyles } from './conversation.styles.js';
import type { DeviceKind, ChosenDevice } from './sheets/device-choices.js';
import type { EventLog } from './sheets/event-log.js';
import { isDeviceError, isMicrophoneError, wordsOfFailure } from './failure.js';
import { gaugesView } from './gauges-view.js';
import { Meter } from './meter.js';
import { hasVoice } from './modalities.js';
import { noticeView, type Notice } from './notice-view.js';
import { createOutcomes } from './outcomes.js';
import { PushToTalk } from './push-to-talk.js';
import type { Recording } from './sheets/recording.js';
import type { ConversationView } from './realtime-voice-view.js';
import { keptConversations, sessionOptionsOf } from './session-config.js';
import { SessionController, isUp } from './session-controller.js';
import { Sheets } from './sheets/sheets.js';
import { statusOf } from './status.js';
import { talkStateOf, type TalkState } from './talk-state.js';
import { TranscriptController } from './transcript/transcript-controller.js';
import { transportName } from './transport-name.js';
import type { VoiceElement } from './voice-element.js';

export const styles = conversationStyles;

export class Conversation implements ReactiveController {
  readonly control: SessionController;
  readonly holding: PushToTalk;
  readonly sheets: Sheets;
  readonly #element: VoiceElement;
  readonly #announcer: Announcer;
  readonly #meter: Meter;
  /** What the inspector sees. */
  log: EventLog | undefined;
  /** The recording that is played in place of a conversation. */
  recording: Recording | undefined;
  #remark: string | undefined;
  /** Another microphone is in use, by nobody's choice. */
  #device: DeviceChange | undefined;
  #sounding = false;
  #failureSaid: VoxreelError | undefined;
  /** What the last frame showed of the microphone. */
  #microphoneShown = '';
  readonly #transcript: TranscriptController;

  constructor(element: VoiceElement) {
    this.#element = element;
    this.#announcer = new Announcer(element);
    this.control = new SessionController(element, () => sessionOptionsOf(element), [
      createOutcomes(element, {
        say: (text, urgency) => this.say(text, urgency),
        words: () => this.#words,
        sounding: () => this.#sounding,
        ask: (call) => fill(this.#words.asks, { name: this.#name, call: callText(call.name, call.arguments) }),
      }),
      { phase: (phase) => this.#phaseChanged(phase), device: (change) => this.#deviceChanged(change) },
    ]);
    this.holding = new PushToTalk(element, {
      ready: () => this.control.phase === 'open' && element.pushToTalk && this.control.microphoneOpen,
      start: () => this.control.attempt((session) => session.startTalking()),
      stop: () => this.control.attempt((session) => session.stopTalking()),
    });
    this.#meter = new Meter(element, {
      levels: () => (this.control.phase === 'open' ? this.control.session?.levels : undefined),
      frame: (sounding) => this.#frame(sounding),
    });
    this.#transcript = new TranscriptController(element);
    const notLoaded = (cause: unknown) =>
      this.control.fail(new VoxreelError('not_loaded', 'A part could not be loaded.', { retryable: true, cause }));
    this.sheets = new Sheets(element, this, notLoaded);
    element.addController(new FocusKeeper(element, '.talk', '.say .input'));
    element.addController(new Ticker(element, () => this.up));
    element.addController(this);
  }

  hostUpdate(): void {
    const { failure } = this.control;
    if (failure === this.#failureSaid) return;
    this.#failureSaid = failure;
    const { title = '', hint = '' } = failure === undefined ? {} : this.#notice(failure);
    if (failure !== undefined) this.#announcer.say(`${title} ${hint}`.trim(), 'assertive');
  }

  hostDisconnected(): void {
    this.#sounding = false;
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

  get hasLines(): boolean {
    return this.control.session?.store.get().firstId !== undefined;
  }

  /** To screen readers, when they have a moment. */
  say(text: string, urgency?: 'polite' | 'assertive'): void {
    this.#announcer.say(text, urgency);
  }

  connect(): Promise<void> {
    this.endRecording();
    return this.control.connect(hasVoice(this.#element.modalities));
  }

  /** What the round button does. */
  toggleTalk(): void {
    const { phase, microphoneOpen } = this.control;
    if (!this.up || this.recording !== undefined) this.#begin();
    else if (phase === 'open' && !microphoneOpen) void this.control.openMicrophone();
    else this.hangUp();
  }

  hangUp(): void {
    this.holding.release();
    if (this.recording === undefined) this.control.close();
    else this.endRecording();
  }

  /** Connects first where needed, without a microphone. */
  sendText(text: string): void {
    this.endRecording();
    if (!this.up) this.control.connect(false).catch(shown);
    this.control.attempt((session) => session.sendText(text));
  }

  /** Undefined: the default one. Used now where it is open, and from now on. A camera is opened by whoever asks for it. */
  chooseDevice(kind: DeviceKind, device: ChosenDevice | undefined): void {
    const { devices, microphoneOpen, session } = this.control;
    devices.choose(kind, device);
    if (kind === 'microphone' && microphoneOpen) void this.control.openMicrophone();
    if (kind === 'speaker' && session !== undefined) devices.setSpeaker(session);
  }

  /** Plays a recording in the element, until it is ended or a conversation begins. `remark` stands beside its name. */
  replay(recording: Recording, speed: number | 'instant', remark?: string): void {
    const session = recording.play(speed);
    this.control.borrow(session);
    this.recording = recording;
    this.#remark = remark;
    session.connect().catch(shown);
  }

  endRecording(): void {
    this.recording = undefined;
    this.control.giveBack();
  }

  /** Deletes everything that is kept of this user, and starts over. */
  async forget(options?: ForgetOptions): Promise<void> {
    this.endRecording();
    await this.control.session?.forget(options);
    const { forgetConversations } = await import('../../core/realtime/history/forget-conversations.js');
    await forgetConversations(keptConversations(), this.#element.user ?? '', options);
    this.renew();
  }

  /** Another user or agent: what is on the page and in memory is of the one before. */
  renew(): void {
    this.holding.release();
    this.sheets.close();
    this.recording = this.#remark = this.#device = undefined;
    for (const input of this.#element.renderRoot.querySelectorAll<HTMLTextAreaElement>('.say .input')) input.value = '';
    this.control.renew();
    this.#element.requestUpdate();
  }

  /** Keeps events for the inspector from now on. */
  record(log: EventLog): void {
    if (this.log !== undefined) return;
    this.log = log;
    this.control.listen(log);
  }

  view(): ConversationView {
    const { phase, failure, turns, session } = this.control;
    const state = session?.store.get();
    const formats = languageOf(this.#element).formats;
    const words = this.#words;
    const open = phase === 'open';
    const answering = open && (this.#sounding || state?.activeResponseId !== undefined);
    const transport = this.up ? session?.transport : undefined;
    const failed = failure && this.#notice(failure);
    const byDock = isDeviceError(failure);
    return {
      status: statusOf({ phase, state, sounding: this.#sounding, talking: this.talking, muted: session?.muted ?? false }),
      transport: this.#transport(transport),
      clock: open && session?.openedAt !== undefined ? formats.clock(Date.now() - session.openedAt) : undefined,
      trace: ref(this.#meter.canvas),
      still: !open,
      ...this.#transcript.view(state, { words, assistant: this.#name, approve: this.#approve, copied: this.#copied }),
      scrolled: this.#transcript.scrolled,
      connectionNotice: [noticeView(this.#note(formats)), noticeView(byDock ? undefined : failed)],
      microphoneNotice: [noticeView(this.#deviceNote()), noticeView(byDock ? failed : undefined)],
      gauges: gaugesView({
        turn: turns.newest,
        rateLimits: state?.rateLimits ?? [],
        words,
        formats,
        details: () => this.sheets.toggle('gauges'),
      }),
      interrupt: answering ? this.interrupt : undefined,
      announcer: this.#announcer.render(),
    };
  }

  readonly interrupt = (): void => {
    if (this.control.session !== undefined) this.control.attempt((session) => session.interrupt());
  };

  readonly #copied = (): void => this.say(this.#words.copied);

  readonly #approve = (callId: string, allowed: boolean): void => this.control.attempt((session) => session.approveTool(callId, allowed));

  get #words(): ConversationWords {
    return conversationWords.wordsFor(languageOf(this.#element));
  }

  /** The voice's own name, as in a script. */
  get #name(): string {
    const voice = this.control.session?.store.get().session?.['voice'] ?? this.#element.voice;
    if (!hasVoice(this.#element.modalities) || typeof voice !== 'string' || voice === '') return this.#words.assistant;
    return voice.charAt(0).toUpperCase() + voice.slice(1);
  }

  #transport(id: string | undefined): string | undefined {
    if (id === undefined) return undefined;
    if (this.recording !== undefined) return this.#words.recording;
    const name = id === 'text' ? this.#words.textOnly : transportName(id);
    return this.control.session?.camera === undefined ? name : `${name} · ${this.#words.cameraOn}`;
  }

  /** What is told calmly by the top line. */
  #note(formats: Formats): Notice | undefined {
    const { phase, session } = this.control;
    if (this.recording !== undefined)
      return { ...recordingNote(this.recording.name, this.#words, () => this.endRecording()), told: this.#remark };
    if (phase !== 'reconnecting' && phase !== 'connecting') return undefined;
    return retryNote(session?.retry, this.#words, formats, () => void session?.connect().catch(shown));
  }

  #deviceNote(): Notice | undefined {
    if (this.#device === undefined) return undefined;
    const { dismiss } = voiceWords.wordsFor(languageOf(this.#element));
    const act = () => this.#deviceChanged(undefined);
    return { title: deviceWords(this.#device, this.#words), dismiss: { label: dismiss, act }, calm: true };
  }

  #deviceChanged(change: DeviceChange | undefined): void {
    this.#device = change;
    if (change !== undefined) this.say(deviceWords(change, this.#words));
    this.#element.requestUpdate();
  }

  #phaseChanged(phase: Phase): void {
    const { open, ended } = voiceWords.wordsFor(languageOf(this.#element));
    const sayings: Partial<Record<Phase, string>> = { open, closed: ended, reconnecting: this.#words.retrying };
    const saying = sayings[phase];
    if (saying !== undefined) this.say(saying);
    if (phase === 'closed' || phase === 'failed') this.#device = undefined;
  }

  #begin(): void {
    this.connect().catch(shown);
  }

  #notice(error: VoxreelError): Notice {
    const { dismiss } = voiceWords.wordsFor(languageOf(this.#element));
    return {
      ...wordsOfFailure(error, this.#words),
      wayOut: this.#wayOut(error),
      dismiss: { label: dismiss, act: () => this.control.forgive() },
    };
  }

  #wayOut(error: VoxreelError): Notice['wayOut'] {
    if (/^(speaker|camera)_|^microphone_missing/.test(error.code))
      return { label: this.#words.openSettings, act: () => void this.sheets.open('settings') };
    if (isMicrophoneError(error)) return { label: this.#words.again, act: () => void this.control.openMicrophone() };
    return this.up || error.code === 'not_loaded' ? undefined : { label: this.#words.reconnect, act: () => this.#begin() };
  }

  #frame(sounding: boolean): void {
    const { session, turns } = this.control;
    const microphone = `${session?.talking} ${session?.muted}`;
    // The session knows it to the sample; where it does not, the first loud frame is near enough.
    const afterMs = session?.meters.heardMs;
    const heard = afterMs === undefined ? sounding && turns.heard({ nowMs: performance.now() }) : turns.heard({ afterMs });
    if (sounding === this.#sounding && microphone === this.#microphoneShown && !heard) return;
    this.#sounding = sounding;
    this.#microphoneShown = microphone;
    this.#element.requestUpdate();
  }
}

/** Failures of what a press began are already on the page. */
function shown(): void {}

// The half of <realtime-voice> that holds a conversation: session, trace, transcript, meters, announcements. Loaded when one is wanted.
import type { ReactiveController } from 'lit';
import { ref } from 'lit/directives/ref.js';

import type { VoxreelError } from '../../core/errors.js';
import type { ConversationState } from '../../core/store/conversation-state.js';
import { Announcer } from '../shared/announcer.js';
import { formatsFor } from '../shared/formats.js';
import { fill, languageOf } from '../shared/strings.js';
import { voiceWords } from '../shared/strings.voice.en.js';
import { conversationWords, type ConversationWords } from '../shared/strings.voice-conversation.en.js';
import { callText } from './call-text.js';
import { conversationStyles } from './conversation.styles.js';
import type { EventLog } from './event-log.js';
import { isMicrophoneError, wordsOfFailure } from './failure.js';
import { gaugesView } from './gauges-view.js';
import { Meter } from './meter.js';
import { hasVoice } from './modalities.js';
import { noticeView, type Notice } from './notice-view.js';
import { createOutcomes } from './outcomes.js';
import { PushToTalk } from './push-to-talk.js';
import type { ConversationView } from './realtime-voice-view.js';
import { sessionOptionsOf } from './session-config.js';
import { SessionController, isUp } from './session-controller.js';
import { statusOf } from './status.js';
import { talkStateOf, type TalkState } from './talk-state.js';
import { Ticker } from './ticker.js';
import { createTranscriptGroups } from './transcript-groups.js';
import { transcriptView } from './transcript-view.js';
import type { VoiceElement } from './voice-element.js';

export const styles = conversationStyles;

const transportNames: Readonly<Record<string, string>> = { webrtc: 'WebRTC', websocket: 'WebSocket' };

export class Conversation implements ReactiveController {
  readonly control: SessionController;
  readonly holding: PushToTalk;
  readonly #element: VoiceElement;
  readonly #announcer: Announcer;
  readonly #meter: Meter;
  #log: EventLog | undefined;
  #sounding = false;
  /** What the last frame showed of the microphone. */
  #microphoneShown = '';
  readonly #groups = createTranscriptGroups();

  constructor(element: VoiceElement) {
    this.#element = element;
    this.#announcer = new Announcer(element);
    const say = (text: string) => this.#announcer.say(text);
    this.control = new SessionController(element, () => sessionOptionsOf(element), [
      createOutcomes(element, say, (call) => fill(this.#words.asks, { name: this.#name, call: callText(call.name, call.arguments) })),
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
    element.addController(new Ticker(element, () => this.control.phase === 'open'));
    element.addController(this);
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

  get events(): EventLog['entries'] {
    return this.#log?.entries ?? [];
  }

  connect(): Promise<void> {
    return this.control.connect(hasVoice(this.#element.modalities));
  }

  /** What the round button does. */
  toggleTalk(): void {
    const { phase, microphoneOpen } = this.control;
    if (!this.up) this.#begin();
    else if (phase === 'open' && !microphoneOpen) void this.control.openMicrophone();
    else this.hangUp();
  }

  hangUp(): void {
    this.holding.release();
    this.control.close();
  }

  /** Connects first where needed, without a microphone. */
  sendText(text: string): void {
    if (!this.up) this.control.connect(false).catch(shown);
    this.control.attempt((session) => session.sendText(text));
  }

  chooseMicrophone(deviceId: string | undefined): void {
    this.control.microphone = deviceId === undefined ? true : { deviceId: { ideal: deviceId } };
    if (this.control.microphoneOpen) void this.control.openMicrophone();
  }

  /** Keeps events for the inspector from now on. */
  record(log: EventLog): void {
    if (this.#log !== undefined) return;
    this.#log = log;
    this.control.listen(log);
  }

  view(): ConversationView {
    const { phase, failure, latency, session } = this.control;
    const state = session?.store.get();
    const formats = formatsFor(languageOf(this.#element));
    const words = this.#words;
    const open = phase === 'open';
    const answering = open && (this.#sounding || state?.activeResponseId !== undefined);
    const transport = this.up ? session?.transport : undefined;
    const failed = failure && this.#notice(failure);
    const byDock = isMicrophoneError(failure);
    return {
      status: statusOf({ phase, state, sounding: this.#sounding, talking: this.talking, muted: session?.muted ?? false }),
      transport: transport === undefined ? undefined : (transportNames[transport] ?? transport),
      clock: open && session?.openedAt !== undefined ? formats.clock(Date.now() - session.openedAt) : undefined,
      trace: ref(this.#meter.canvas),
      still: !open,
      lines: this.#lines(state),
      connectionNotice: noticeView(byDock ? undefined : failed),
      microphoneNotice: noticeView(byDock ? failed : undefined),
      gauges: gaugesView({ latency: latency.reading, rateLimits: state?.rateLimits ?? [], words, formats }),
      interrupt: answering ? this.interrupt : undefined,
      announcer: this.#announcer.render(),
    };
  }

  readonly interrupt = (): void => {
    if (this.control.session !== undefined) this.control.attempt((session) => session.interrupt());
  };

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

  #lines(state: ConversationState | undefined): unknown {
    const groups = state === undefined ? [] : this.#groups.read(state);
    if (groups.length === 0) return undefined;
    return transcriptView({ groups, words: this.#words, assistant: this.#name, approve: this.#approve });
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
    if (isMicrophoneError(error)) return { label: this.#words.again, act: () => void this.control.openMicrophone() };
    return this.up ? undefined : { label: this.#words.reconnect, act: () => this.#begin() };
  }

  #frame(sounding: boolean): void {
    const { session, latency } = this.control;
    const microphone = `${session?.talking} ${session?.muted}`;
    const heard = sounding && latency.heard(performance.now());
    if (sounding === this.#sounding && microphone === this.#microphoneShown && !heard) return;
    this.#sounding = sounding;
    this.#microphoneShown = microphone;
    this.#element.requestUpdate();
  }
}

/** Failures of what a press began are already on the page. */
function shown(): void {}

// What stands by the top line and by the dock: a failure with its way out, a retry, a recording that plays, another microphone.
import type { TemplateResult, nothing } from 'lit';

import type { VoxreelError } from '../../core/errors.js';
import type { DeviceChange } from '../../core/realtime/speech/chosen-microphone.js';
import { languageOf } from '../shared/language-controller.js';
import { deviceWords, recordingNote, retryNote } from './connection-note.js';
import { conversationWords, type ConversationWords } from './conversation-words.js';
import { DiagnosedFailure } from './diagnosed-failure.js';
import { isDeviceError, isMicrophoneError, wordsOfFailure } from './failure.js';
import { noticeView, type Notice } from './notice-view.js';
import { isUp, type SessionController } from './session-controller.js';
import type { RecordingPlayer } from './sheets/recording-player.js';
import type { VoiceElement } from './voice-element.js';
import { voiceWords } from './voice-words.js';

/** Ways out of a failure that are not the session's. */
export interface WaysOut {
  connect(): void;
  openSettings(): void;
  /** The one to talk with; empty where there is none. */
  model(): string;
}

type View = TemplateResult | typeof nothing;

export class Notices {
  readonly #element: VoiceElement;
  readonly #control: SessionController;
  readonly #player: RecordingPlayer;
  readonly #ways: WaysOut;
  readonly #diagnosed: DiagnosedFailure;
  /** Another microphone is in use, which the person did not choose. */
  #device: DeviceChange | undefined;

  constructor(element: VoiceElement, control: SessionController, player: RecordingPlayer, ways: WaysOut) {
    this.#element = element;
    this.#control = control;
    this.#player = player;
    this.#ways = ways;
    this.#diagnosed = new DiagnosedFailure(element, ways.model);
  }

  set device(change: DeviceChange | undefined) {
    this.#device = change;
    this.#element.requestUpdate();
  }

  /** By the top line. */
  connection(): readonly View[] {
    const { failure } = this.#control;
    return [noticeView(this.#connectionNote()), noticeView(isDeviceError(failure) ? undefined : this.#failureNotice(failure))];
  }

  /** By the dock. */
  devices(): readonly View[] {
    const { failure } = this.#control;
    return [noticeView(this.#deviceNote()), noticeView(isDeviceError(failure) ? this.#failureNotice(failure) : undefined)];
  }

  get #words(): ConversationWords {
    return conversationWords.wordsFor(languageOf(this.#element));
  }

  get #dismiss(): string {
    return voiceWords.wordsFor(languageOf(this.#element)).dismiss;
  }

  #connectionNote(): Notice | undefined {
    const { phase, session } = this.#control;
    const { recording, remark } = this.#player;
    if (recording !== undefined) return { ...recordingNote(recording.name, this.#words, () => this.#player.end()), detail: remark };
    if (phase !== 'reconnecting' && phase !== 'connecting') return undefined;
    return retryNote(session?.retry, this.#words, languageOf(this.#element).formats, () => void session?.connect().catch(shown));
  }

  #deviceNote(): Notice | undefined {
    if (this.#device === undefined) return undefined;
    const dismiss = { label: this.#dismiss, act: () => (this.device = undefined) };
    return { title: deviceWords(this.#device, this.#words), dismiss, calm: true };
  }

  #failureNotice(failure: VoxreelError | undefined): Notice | undefined {
    if (failure === undefined) return undefined;
    const dismiss = { label: this.#dismiss, act: () => this.#control.forgive() };
    const words = wordsOfFailure(failure, this.#words);
    // A session of the page's own was made from what the element does not know.
    const diagnosis = this.#control.isOwn ? this.#diagnosed.of(failure) : undefined;
    const detail = diagnosis?.advice ?? (diagnosis?.setup === undefined ? words.detail : undefined);
    return { ...words, ...diagnosis?.setup, detail, wayOut: this.#wayOut(failure), dismiss };
  }

  #wayOut(error: VoxreelError): Notice['wayOut'] {
    const { openSettings, again, reconnect } = this.#words;
    if (/^(speaker|camera)_|^microphone_missing/.test(error.code)) return { label: openSettings, act: () => this.#ways.openSettings() };
    if (isMicrophoneError(error)) return { label: again, act: () => void this.#control.openMicrophone() };
    if (isUp(this.#control.phase) || error.code === 'not_loaded') return undefined;
    return { label: reconnect, act: () => this.#ways.connect() };
  }
}

/** The session reports it, and the element shows it. */
function shown(): void {}

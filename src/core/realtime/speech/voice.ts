// Both directions of sound: the microphone to the wire, answers to the speaker.
import type { AudioFormat } from '../../../protocol/session.js';
import type { HeardPart } from '../../audio/playout-ledger.js';
import type { RecordedSound } from '../../audio/audio-recording.js';
import { holdAudioSession } from '../../audio/audio-session.js';
import type { Speaker } from '../../audio/speaker.js';
import { createWakeLock } from '../../audio/wake-lock.js';
import { VoxreelError, toVoxreelError } from '../../errors.js';
import type { Transport, Wire } from '../../transports/transport.js';
import { createCallRecording, type CallRecording } from './call-recording.js';
import { ChosenMicrophone, type DeviceChange } from './chosen-microphone.js';
import { MicrophoneCapture } from './microphone-capture.js';
import type { SoundOptions } from './sound-options.js';
import { isSoundWire, type SentChunk, type SoundWire } from './sound-wire.js';
import { createSpeakerOutput, type SpeakerOutput } from './speaker-output.js';

/** Loudness of both voices, 0 to 1 (RMS). Read it once a frame; it allocates nothing. */
export interface Levels {
  readonly microphone: number;
  readonly speaker: number;
}

export interface VoiceListener {
  /** Base64 of one chunk and its length; false when it was left out. */
  append(audio: string, durationMs: number, sent?: SentChunk): boolean;
  heard(parts: readonly HeardPart[]): void;
  /** Another microphone is in use, by no choice of the page. */
  changed(change: DeviceChange): void;
  failed(error: VoxreelError): void;
}

/** How sound is wanted now. */
export interface SoundSettings {
  readonly inputFormat: () => AudioFormat;
  readonly inputRateHz: () => number | undefined;
  readonly outputFormat: () => AudioFormat;
}

/** Words travel as media beside the events that end them: time for the last of them to arrive. */
const trackFlushMs = 150;

export class Voice {
  readonly levels: Levels;
  readonly #recording: CallRecording | undefined;
  readonly #settings: SoundSettings;
  readonly #listener: VoiceListener;
  readonly #output: SpeakerOutput;
  readonly #microphone: ChosenMicrophone;
  readonly #capture: MicrophoneCapture;
  readonly #wakeLock = createWakeLock();
  #open: { readonly wire: Wire; readonly transport: Transport } | undefined;
  #releaseSession: (() => void) | undefined;
  #muted = false;
  #gateOpen = true;

  constructor(sound: SoundOptions, settings: SoundSettings, listener: VoiceListener) {
    const { failed } = listener;
    this.#settings = settings;
    this.#listener = listener;
    this.#output = createSpeakerOutput(sound, listener);
    this.#recording = sound.record ? createCallRecording(sound.record, failed) : undefined;
    const source = {
      host: this.#output.host,
      audio: sound.audio,
      format: settings.inputFormat,
      rateHz: settings.inputRateHz,
      thread: () => this.#soundWire?.thread,
    };
    this.#capture = new MicrophoneCapture(source, { passes: () => this.#gateOpen, append: listener.append, failed });
    this.#microphone = new ChosenMicrophone(this.#output.host, sound.constraints, {
      opened: () => this.#connect(),
      changed: listener.changed,
      failed,
    });
    this.levels = levelsOf(
      () => (this.#muted || !this.#gateOpen ? 0 : (this.#microphone.current?.level ?? 0)),
      () => this.#output.current?.level ?? 0,
    );
  }

  get muted(): boolean {
    return this.#muted;
  }

  get talking(): boolean {
    const reachesWire = this.#audio !== 'events' || this.#capture.running;
    return this.#microphone.current !== undefined && reachesWire && !this.#muted && this.#gateOpen;
  }

  get stream(): MediaStream | undefined {
    return this.#microphone.current?.stream;
  }

  /** Undefined where there is no Web Audio; without a wire none is made. */
  get speaker(): Speaker | undefined {
    return this.#open === undefined ? this.#output.current : this.#output.ensure();
  }

  /** Milliseconds appended since the gate was opened. */
  get appendedMs(): number {
    return this.#capture.appendedMs;
  }

  /** Milliseconds of the microphone left out in all, and how often an answer ran out of samples. */
  get counts(): { readonly droppedMs: number; readonly underruns: number } {
    return { droppedMs: this.#capture.droppedMs, underruns: this.#output.underruns };
  }

  /** What comes over the wire is played by its thread. */
  get playsByThread(): boolean {
    return this.#soundWire !== undefined;
  }

  /** What is said from now on need not pass the page, where the wire has a thread: what was said before is on the wire. */
  sendByThread(): void {
    this.#soundWire?.sendSpeech();
  }

  /** `audio`: how the first wire that is tried carries it. */
  unlock(audio?: Transport['audio']): void {
    const speaker = this.#output.ensure();
    if (speaker === undefined) return;
    speaker.unlock();
    const host = this.#output.host();
    this.#recording?.prepare(host);
    // A microphone that is open before there is a wire is heard at once. What fails is tried again when it is needed.
    if (audio === 'events') host.addWorklet('capture').catch(() => undefined);
  }

  /** The same where there is nothing to play yet. Throws `unsupported` where there is no Web Audio. */
  unlockContext(): void {
    void this.#output.host().unlock();
  }

  async setMicrophone(source: boolean | MediaTrackConstraints | MediaStream): Promise<void> {
    if (source !== false) void this.#output.host().unlock();
    await this.#microphone.set(source);
  }

  /** An id of `Devices.speakers`, or an empty one. Kept for a speaker that is not made yet. */
  setSpeaker(deviceId: string): Promise<void> {
    return this.#output.setDevice(deviceId);
  }

  /** Of answers, 0 to 1. */
  get volume(): number {
    return this.#output.volume;
  }

  set volume(volume: number) {
    this.#output.volume = volume;
  }

  mute(muted: boolean): void {
    this.#muted = muted;
    this.#apply();
  }

  /** Push to talk: nothing passes a closed gate. */
  gate(open: boolean): void {
    this.#gateOpen = open;
    if (open) this.#capture.restart();
    this.#soundWire?.thread.gate(open);
    this.#apply();
  }

  /** Everything said so far is on the wire. */
  async flush(): Promise<void> {
    if (this.#audio === 'track') await new Promise((resolve) => setTimeout(resolve, trackFlushMs));
    else await this.#capture.flush();
  }

  opened(wire: Wire, transport: Transport): void {
    this.#open = { wire, transport };
    if (transport.audio !== 'none') this.#releaseSession ??= holdAudioSession();
    if (transport.audio === 'track') this.#output.ensure()?.setStream(wire.remoteAudio);
    const speaker = transport.audio === 'none' ? undefined : this.#output.ensure();
    if (speaker !== undefined) this.#recording?.begin(this.#output.host(), speaker.mix);
    if (isSoundWire(wire)) this.#beginSound(wire);
    this.#connectSafely();
  }

  /** A wire that carries audio in events is waited for: what is said meanwhile still goes to `append`. */
  lost(): void {
    this.#output.current?.setStream(undefined);
    this.#open = undefined;
    this.#wakeLock.hold(false);
  }

  /** A WAV file of both sides. Rejects with `unsupported` where nothing was recorded. */
  readonly exportRecording = async (): Promise<Blob> => this.#kept().file();

  /** The same, and when it was heard. */
  readonly recordedSound = async (): Promise<RecordedSound> => this.#kept().sound();

  #kept(): CallRecording {
    if (this.#recording === undefined)
      throw new VoxreelError('unsupported', 'Sound is kept only where `record` was asked for.', { param: 'record' });
    return this.#recording;
  }

  /** The server may have other formats now. */
  reconfigure(): void {
    if (this.#capture.format !== undefined && this.#capture.format !== this.#settings.inputFormat()) this.#connectSafely();
    this.#soundWire?.begin(this.#settings.outputFormat());
  }

  /** Stops both directions; a later `setMicrophone` or `unlock` begins again. */
  close(): void {
    this.#releaseSession?.();
    this.#releaseSession = undefined;
    this.#capture.stop();
    this.#microphone.close();
    this.#wakeLock.hold(false);
    this.#recording?.pause();
    this.#output.close();
  }

  get #audio(): Transport['audio'] | undefined {
    return this.#open?.transport.audio;
  }

  get #soundWire(): SoundWire | undefined {
    return this.#open !== undefined && this.#audio === 'events' && isSoundWire(this.#open.wire) ? this.#open.wire : undefined;
  }

  #beginSound(wire: SoundWire): void {
    const sound = this.#soundWire;
    if (sound !== undefined) this.#output.playBy(sound.thread);
    sound?.thread.gate(this.#gateOpen);
    wire.begin(sound && this.#settings.outputFormat());
  }

  /** What passes: a track is silenced by its switch, chunks at the gate. */
  #apply(): void {
    this.#microphone.current?.enable(!this.#muted && (this.#gateOpen || this.#audio === 'events'));
    this.#recording?.open(!this.#muted && this.#gateOpen);
    this.#wakeLock.hold(this.#open !== undefined && this.#microphone.current !== undefined);
  }

  /** A microphone that cannot be captured is closed: else the browser would show that it records, and asking for it again would do nothing. */
  async #connect(): Promise<void> {
    try {
      await this.#align();
    } catch (cause) {
      if (this.#audio === 'events' && this.#capture.format === undefined) this.#microphone.close();
      this.#apply();
      throw cause;
    }
  }

  /** Brings what flows into line with the microphone, the wire and the format. */
  async #align(): Promise<void> {
    const { stream } = this;
    this.#apply();
    this.#recording?.setMicrophone(stream);
    if (stream === undefined || this.#audio === 'track') this.#capture.stop();
    if (this.#audio === 'track') await this.#open?.wire.setMicrophone?.(stream);
    if (this.#audio === 'events' && stream !== undefined) await this.#capture.start(stream);
  }

  #connectSafely(): void {
    this.#connect().catch((cause: unknown) => this.#listener.failed(toVoxreelError(cause, 'audio_blocked')));
  }
}

const levelsOf = (microphone: () => number, speaker: () => number): Levels => ({
  get microphone() {
    return microphone();
  },
  get speaker() {
    return speaker();
  },
});

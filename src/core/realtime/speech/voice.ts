// Both directions of sound for one session: the microphone to the wire, answers to the speaker. Made where there is Web Audio; knows no conversation.
import type { AudioFormat } from '../../../protocol/session.js';
import { createAudioHost, type AudioHost } from '../../audio/audio-host.js';
import type { HeardPart } from '../../audio/playout-ledger.js';
import { createSpeaker, type Speaker } from '../../audio/speaker.js';
import { createWakeLock } from '../../audio/wake-lock.js';
import { toVoxreelError, type VoxreelError } from '../../errors.js';
import type { Transport, Wire } from '../../transports/transport.js';
import { createCaptureLink } from './microphone-capture.js';
import type { DeviceChange } from '../session/media.js';
import { createMicrophoneKeeper } from './chosen-microphone.js';
import type { Levels, RealtimeSessionOptions } from '../session/session-options.js';
import { createVoiceRecording, type VoiceRecording } from './call-recording.js';

export interface VoiceOptions {
  readonly workletUrl: string | undefined;
  readonly takeContext: () => AudioContext | undefined;
  readonly audio: NonNullable<RealtimeSessionOptions['audio']>;
  readonly constraints: MediaTrackConstraints | undefined;
  readonly record: RealtimeSessionOptions['record'];
  readonly inputFormat: () => AudioFormat;
  /** Base64 of one chunk and its length; false when it was left out. */
  readonly append: (audio: string, durationMs: number) => boolean;
  readonly heard: (parts: readonly HeardPart[]) => void;
  readonly notice: (change: DeviceChange) => void;
  readonly failed: (error: VoxreelError) => void;
}

export interface Voice {
  readonly levels: Levels;
  readonly muted: boolean;
  readonly talking: boolean;
  readonly stream: MediaStream | undefined;
  /** Undefined where there is no Web Audio; without a wire none is made. */
  readonly speaker: Speaker | undefined;
  /** Milliseconds appended since the gate was opened. */
  readonly appendedMs: number;
  /** Milliseconds of the microphone left out in all, and how often an answer ran out of samples. */
  readonly counts: { readonly droppedMs: number; readonly underruns: number };
  readonly recording: VoiceRecording | undefined;
  unlock(): void;
  /** The same where there is nothing to play yet. Throws `unsupported` where there is no Web Audio. */
  unlockContext(): void;
  setMicrophone(source: boolean | MediaTrackConstraints | MediaStream): Promise<void>;
  /** An id of `Devices.speakers`, or an empty one. Kept for a speaker that is not made yet. */
  setSpeaker(deviceId: string): Promise<void>;
  mute(muted: boolean): void;
  /** Push to talk: nothing passes a closed gate. */
  gate(open: boolean): void;
  /** Everything said so far is on the wire. */
  flush(): Promise<void>;
  attach(wire: Wire, transport: Transport): void;
  /** A wire that carries audio in events is waited for: what is said meanwhile still goes to `append`. */
  detach(): void;
  /** Takes up a changed input format. */
  reconfigure(): void;
  /** Stops both directions; a later `setMicrophone` or `unlock` begins again. */
  close(): void;
}

/** Words travel as media beside the events that end them: time for the last of them to arrive. */
const trackFlushMs = 150;

export function createVoice(options: VoiceOptions): Voice {
  const output = createOutput(options);
  const { failed } = options;
  const recording = options.record ? createVoiceRecording(options.record, failed) : undefined;
  const wakeLock = createWakeLock();
  let link: { readonly wire: Wire; readonly transport: Transport } | undefined;
  let muted = false;
  let gateOpen = true;

  const capture = createCaptureLink({ ...options, host: output.host, format: options.inputFormat, passes: () => gateOpen });
  /** What passes: a track is silenced by its switch, chunks at the gate. */
  const apply = () => {
    keeper.current?.enable(!muted && (gateOpen || link?.transport.audio === 'events'));
    recording?.open(!muted && gateOpen);
    wakeLock.hold(link !== undefined && keeper.current !== undefined);
  };
  /** Brings what flows into line with the microphone, the wire and the format. */
  const connect = async (): Promise<void> => {
    const stream = keeper.current?.stream;
    apply();
    recording?.setMicrophone(stream);
    if (stream === undefined || link?.transport.audio === 'track') capture.stop();
    if (link?.transport.audio === 'track') await link.wire.setMicrophone?.(stream);
    if (link?.transport.audio === 'events' && stream !== undefined) await capture.start(stream);
  };
  const keeper = createMicrophoneKeeper({ ...options, host: output.host, changed: connect });
  const safely = (work: Promise<void>) => {
    work.catch((cause: unknown) => failed(toVoxreelError(cause, 'audio_blocked')));
  };
  const attach = (wire: Wire, transport: Transport) => {
    link = { wire, transport };
    if (transport.audio === 'track') output.ensure()?.setStream(wire.remoteAudio);
    const speaker = transport.audio === 'none' ? undefined : output.ensure();
    if (speaker !== undefined) recording?.begin(output.host(), speaker.mix);
    safely(connect());
  };

  return {
    levels: {
      get microphone() {
        return muted || !gateOpen ? 0 : (keeper.current?.level ?? 0);
      },
      get speaker() {
        return output.current?.level ?? 0;
      },
    },
    get muted() {
      return muted;
    },
    get talking() {
      const reachesWire = link?.transport.audio !== 'events' || capture.format !== undefined;
      return keeper.current !== undefined && reachesWire && !muted && gateOpen;
    },
    get stream() {
      return keeper.current?.stream;
    },
    get speaker() {
      return link === undefined ? output.current : output.ensure();
    },
    get appendedMs() {
      return capture.appendedMs;
    },
    get counts() {
      return { droppedMs: capture.droppedMs, underruns: output.underruns };
    },
    recording,
    unlock() {
      const speaker = output.ensure();
      if (speaker === undefined) return;
      speaker.unlock();
      recording?.prepare(output.host());
    },
    unlockContext: () => void output.host().unlock(),
    async setMicrophone(source) {
      if (source !== false) void output.host().unlock();
      await keeper.set(source);
    },
    setSpeaker: output.setDevice,
    mute(next) {
      muted = next;
      apply();
    },
    gate(open) {
      gateOpen = open;
      if (open) capture.restart();
      apply();
    },
    async flush() {
      if (link?.transport.audio === 'track') await new Promise((resolve) => setTimeout(resolve, trackFlushMs));
      else await capture.flush();
    },
    attach,
    detach() {
      if (link?.transport.audio === 'track') output.current?.setStream(undefined);
      link = undefined;
      wakeLock.hold(false);
    },
    reconfigure() {
      if (capture.format !== undefined && capture.format !== options.inputFormat()) safely(connect());
    },
    close() {
      capture.stop();
      keeper.close();
      wakeLock.hold(false);
      recording?.pause();
      output.close();
    },
  };
}

interface Output {
  readonly current: Speaker | undefined;
  readonly underruns: number;
  host(): AudioHost;
  /** Undefined where there is no Web Audio (a server): the conversation goes on as text. */
  ensure(): Speaker | undefined;
  setDevice(deviceId: string): Promise<void>;
  close(): void;
}

/** The speaker, made when it is first needed and made anew after a close. */
function createOutput({ workletUrl, takeContext, audio, heard, failed }: VoiceOptions): Output {
  let host: AudioHost | undefined;
  let speaker: Speaker | undefined;
  let deviceId = '';
  let underrunsBefore = 0;
  const ensureHost = () => (host ??= createAudioHost(workletUrl, takeContext()));
  return {
    get current() {
      return speaker;
    },
    get underruns() {
      return underrunsBefore + (speaker?.underruns ?? 0);
    },
    host: ensureHost,
    ensure() {
      if (speaker !== undefined) return speaker;
      try {
        speaker = createSpeaker(ensureHost(), { latency: audio.latency, heard, failed });
      } catch {
        return undefined;
      }
      if (deviceId !== '') speaker.setDevice(deviceId).catch((cause: unknown) => failed(toVoxreelError(cause, 'speaker_missing')));
      return speaker;
    },
    async setDevice(wanted) {
      await speaker?.setDevice(wanted);
      deviceId = wanted;
    },
    close() {
      underrunsBefore += speaker?.underruns ?? 0;
      speaker?.close();
      host?.close();
      speaker = host = undefined;
    },
  };
}

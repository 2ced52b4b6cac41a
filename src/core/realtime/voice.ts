// Both directions of sound for one session: the microphone to the wire, answers to the speaker. Made where there is Web Audio; knows no conversation.
import type { AudioFormat } from '../../protocol/session.js';
import { createAudioHost, type AudioHost } from '../audio/audio-host.js';
import { toBase64 } from '../audio/base64.js';
import { bytesPerSample, encodeAudio, sampleRateOf } from '../audio/codecs.js';
import { openMicrophone, startCapture, type Capture, type Microphone } from '../audio/microphone.js';
import type { HeardPart } from '../audio/playout-ledger.js';
import { createSpeaker, type Speaker } from '../audio/speaker.js';
import { VoxreelError, toVoxreelError } from '../errors.js';
import type { Transport, Wire } from '../transports/transport.js';
import type { Levels, RealtimeSessionOptions } from './realtime-session.js';

export interface VoiceOptions {
  readonly workletUrl: string | undefined;
  readonly audioContext: () => AudioContext | undefined;
  readonly audio: NonNullable<RealtimeSessionOptions['audio']>;
  readonly constraints: MediaTrackConstraints | undefined;
  readonly inputFormat: () => AudioFormat;
  /** Base64 of one chunk; false when it was dropped. */
  readonly append: (audio: string) => boolean;
  readonly heard: (parts: readonly HeardPart[]) => void;
  readonly failed: (error: VoxreelError) => void;
}

export interface Voice {
  readonly levels: Levels;
  readonly muted: boolean;
  readonly talking: boolean;
  readonly stream: MediaStream | undefined;
  /** Undefined where there is no Web Audio. */
  readonly speaker: Speaker | undefined;
  /** Milliseconds appended since the gate was opened. */
  readonly appendedMs: number;
  unlock(): void;
  setMicrophone(source: boolean | MediaTrackConstraints | MediaStream): Promise<void>;
  mute(muted: boolean): void;
  /** Push to talk: nothing passes a closed gate. */
  gate(open: boolean): void;
  /** Everything said so far is on the wire. */
  flush(): Promise<void>;
  attach(wire: Wire, transport: Transport): void;
  detach(): void;
  /** Takes up a changed input format. */
  reconfigure(): void;
  /** Stops both directions; a later `setMicrophone` or `unlock` begins again. */
  close(): void;
}

/** A chunk's bytes where the page asks for none: about 43 ms of pcm16, 128 ms of g711. */
const defaultChunkBytes = (format: AudioFormat): number => (format === 'pcm16' ? 2048 : 1024);
/** Words travel as media beside the events that end them: time for the last of them to arrive. */
const trackFlushMs = 150;

export function createVoice(options: VoiceOptions): Voice {
  let host: AudioHost | undefined;
  let speaker: Speaker | undefined;
  let microphone: Microphone | undefined;
  let capture: Capture | undefined;
  let captureFormat: string | undefined;
  let link: { readonly wire: Wire; readonly transport: Transport } | undefined;
  let muted = false;
  let gateOpen = true;
  let appendedMs = 0;
  let dropped = false;
  /** Counts calls that change what captures: an await that finds another number is no longer current. */
  let change = 0;

  const ensureHost = (): AudioHost => (host ??= createAudioHost(options.workletUrl, options.audioContext()));
  const ensureSpeaker = (): Speaker | undefined => {
    if (speaker !== undefined) return speaker;
    try {
      speaker = createSpeaker(ensureHost(), { latency: options.audio.latency, heard: options.heard, failed: options.failed });
    } catch {
      // No Web Audio (a server): the conversation goes on as text.
    }
    return speaker;
  };

  const applyGate = () => {
    const passes = gateOpen || link?.transport.audio === 'events';
    microphone?.enable(!muted && passes);
  };

  const append = (samples: Int16Array<ArrayBuffer>, format: AudioFormat, samplesPerMs: number) => {
    if (!gateOpen) return;
    const sent = options.append(toBase64(encodeAudio(samples, format)));
    if (sent) appendedMs += samples.length / samplesPerMs;
    else if (!dropped)
      options.failed(
        new VoxreelError('audio_dropped', 'The connection is too slow for the microphone: some of it was left out.', { retryable: true }),
      );
    dropped = !sent;
  };

  const stopCapture = () => {
    capture?.close();
    capture = undefined;
    captureFormat = undefined;
  };

  /** Brings what flows into line with the microphone, the wire and the format. */
  const connectMicrophone = async (): Promise<void> => {
    const current = ++change;
    const stream = microphone?.stream;
    applyGate();
    if (link?.transport.audio === 'track') {
      stopCapture();
      return link.wire.setMicrophone?.(stream);
    }
    stopCapture();
    if (link?.transport.audio !== 'events' || stream === undefined) return;
    const format = options.inputFormat();
    const { sample_rate = sampleRateOf(format), channels = 1, chunk_size = defaultChunkBytes(format) } = options.audio;
    const settings = {
      sampleRateHz: format === 'pcm16' ? sample_rate : sampleRateOf(format),
      channels,
      chunkLength: chunk_size / bytesPerSample(format),
    };
    captureFormat = format;
    const started = await startCapture(ensureHost(), stream, settings, (samples) =>
      append(samples, format, (settings.sampleRateHz * channels) / 1000),
    );
    if (current === change) capture = started;
    else started.close();
  };

  const safely = (work: Promise<void>) => {
    work.catch((cause: unknown) => options.failed(toVoxreelError(cause, 'audio_blocked')));
  };

  const dropMicrophone = () => {
    stopCapture();
    microphone?.close();
    microphone = undefined;
  };

  let opening = 0;
  const setMicrophone: Voice['setMicrophone'] = async (source) => {
    if (source === true && microphone !== undefined) return;
    const current = ++opening;
    if (source === false) {
      dropMicrophone();
      return connectMicrophone();
    }
    const own = ensureHost();
    void own.unlock();
    const wanted = source === true ? (options.constraints ?? {}) : source;
    const opened = await openMicrophone(wanted, own, () => {
      if (microphone !== opened) return;
      dropMicrophone();
      options.failed(new VoxreelError('microphone_missing', 'The microphone was unplugged or taken away.', { retryable: true }));
    });
    if (current !== opening) {
      opened.close();
      throw new VoxreelError('aborted', 'Another microphone was chosen meanwhile.');
    }
    dropMicrophone();
    microphone = opened;
    await connectMicrophone();
  };

  return {
    levels: {
      get microphone() {
        return muted || !gateOpen ? 0 : (microphone?.level ?? 0);
      },
      get speaker() {
        return speaker?.level ?? 0;
      },
    },
    get muted() {
      return muted;
    },
    get talking() {
      return microphone !== undefined && !muted && gateOpen;
    },
    get stream() {
      return microphone?.stream;
    },
    get speaker() {
      return ensureSpeaker();
    },
    get appendedMs() {
      return appendedMs;
    },
    unlock: () => ensureSpeaker()?.unlock(),
    setMicrophone,
    mute(next) {
      muted = next;
      applyGate();
    },
    gate(open) {
      gateOpen = open;
      if (open) appendedMs = 0;
      applyGate();
    },
    async flush() {
      if (link?.transport.audio === 'track') await new Promise((resolve) => setTimeout(resolve, trackFlushMs));
      else await capture?.flush();
    },
    attach(wire, transport) {
      link = { wire, transport };
      if (transport.audio === 'track') ensureSpeaker()?.setStream(wire.remoteAudio);
      safely(connectMicrophone());
    },
    detach() {
      if (link?.transport.audio === 'track') speaker?.setStream(undefined);
      link = undefined;
      change++;
      stopCapture();
    },
    reconfigure() {
      if (capture !== undefined && captureFormat !== options.inputFormat()) safely(connectMicrophone());
    },
    close() {
      opening++;
      change++;
      dropMicrophone();
      speaker?.close();
      speaker = undefined;
      host?.close();
      host = undefined;
    },
  };
}

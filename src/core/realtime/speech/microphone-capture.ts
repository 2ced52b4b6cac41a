// From an open microphone to a wire that carries audio in events: format, chunks, the gate, and what was left out. Knows no device.
import type { AudioFormat } from '../../../protocol/session.js';
import type { AudioHost } from '../../audio/audio-host.js';
import { toBase64 } from '../../../base/base64.js';
import { bytesPerSample, encodeAudio, sampleRateOf } from '../../audio/codecs.js';
import { startCapture, type Capture } from '../../audio/microphone.js';
import { VoxreelError } from '../../errors.js';
import type { RealtimeSessionOptions } from '../session/session-options.js';

export interface CaptureLinkOptions {
  readonly host: () => AudioHost;
  readonly audio: NonNullable<RealtimeSessionOptions['audio']>;
  readonly format: () => AudioFormat;
  readonly passes: () => boolean;
  /** Base64 of one chunk and its length; false when it was left out. */
  readonly append: (audio: string, durationMs: number) => boolean;
  readonly failed: (error: VoxreelError) => void;
}

export interface CaptureLink {
  /** The format that is captured now. */
  readonly format: AudioFormat | undefined;
  /** Milliseconds appended since `restart`. */
  readonly appendedMs: number;
  /** Milliseconds left out in all. */
  readonly droppedMs: number;
  restart(): void;
  /** Begins, or goes over to another stream or format. */
  start(stream: MediaStream): Promise<void>;
  stop(): void;
  /** Everything said so far was handed to `append`. */
  flush(): Promise<void>;
}

/** A chunk's bytes where the page asks for none: about 43 ms of pcm16, 128 ms of g711. */
const defaultChunkBytes = (format: AudioFormat): number => (format === 'pcm16' ? 2048 : 1024);

export function createCaptureLink({ host, audio, format, passes, append, failed }: CaptureLinkOptions): CaptureLink {
  let capture: Capture | undefined;
  let captured: { readonly stream: MediaStream; readonly format: AudioFormat } | undefined;
  let appendedMs = 0;
  let droppedMs = 0;
  let dropping = false;
  /** Counts changes: a start that finds another number afterwards is no longer current. */
  let change = 0;

  const add = (samples: Int16Array<ArrayBuffer>, wireFormat: AudioFormat, samplesPerMs: number) => {
    if (!passes()) return;
    const durationMs = samples.length / samplesPerMs;
    const sent = append(toBase64(encodeAudio(samples, wireFormat)), durationMs);
    if (sent) appendedMs += durationMs;
    else droppedMs += durationMs;
    if (!sent && !dropping)
      failed(
        new VoxreelError('audio_dropped', 'The connection is too slow for the microphone: some of it was left out.', { retryable: true }),
      );
    dropping = !sent;
  };
  const stop = () => {
    change++;
    capture?.close();
    capture = captured = undefined;
  };

  return {
    get format() {
      return captured?.format;
    },
    get appendedMs() {
      return appendedMs;
    },
    get droppedMs() {
      return droppedMs;
    },
    restart() {
      appendedMs = 0;
    },
    async start(stream) {
      const wireFormat = format();
      if (captured?.stream === stream && captured.format === wireFormat) return;
      const current = ++change;
      const before = capture;
      captured = { stream, format: wireFormat };
      const { sample_rate = sampleRateOf(wireFormat), channels = 1, chunk_size = defaultChunkBytes(wireFormat) } = audio;
      // The documents' g711 has 8 kHz, whatever the page would like.
      const sampleRateHz = wireFormat === 'pcm16' ? sample_rate : sampleRateOf(wireFormat);
      const settings = { sampleRateHz, channels, chunkLength: chunk_size / bytesPerSample(wireFormat) };
      try {
        // What was said into the old one goes first.
        await before?.flush();
        before?.close();
        const started = await startCapture(host(), stream, settings, (samples) =>
          add(samples, wireFormat, (sampleRateHz * channels) / 1000),
        );
        if (current === change) capture = started;
        else started.close();
      } catch (cause) {
        if (current === change) captured = undefined;
        throw cause;
      }
    },
    stop,
    flush: async () => capture?.flush(),
  };
}

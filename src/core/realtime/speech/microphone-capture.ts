// From an open microphone to chunks for a wire that carries audio in events: format, size, and what was left out.
import type { AudioFormat } from '../../../protocol/session.js';
import { toBase64 } from '../../../base/base64.js';
import type { AudioHost } from '../../audio/audio-host.js';
import { bytesPerSample, encodeAudio, sampleRateOf } from '../../audio/codecs.js';
import { startCapture, type Capture, type ChunkReading } from '../../audio/microphone.js';
import { readChunks } from '../../audio/read-chunks.js';
import { VoxreelError } from '../../errors.js';
import type { SoundParameters } from './sound-options.js';
import type { ChunkInput, SentChunk, SoundThread } from './sound-wire.js';

export interface CaptureSource {
  readonly host: () => AudioHost;
  readonly audio: SoundParameters;
  readonly format: () => AudioFormat;
  /** Samples a second that this wire wants of pcm16, whatever the page would like. */
  readonly rateHz?: (() => number | undefined) | undefined;
  /** Reads the chunks, where the wire has one. */
  readonly thread?: (() => SoundThread | undefined) | undefined;
}

export interface CaptureTarget {
  readonly passes: () => boolean;
  /** Base64 of one chunk and its length; false when it was left out. */
  readonly append: (audio: string, durationMs: number, sent?: SentChunk) => boolean;
  readonly failed: (error: VoxreelError) => void;
}

/** A chunk's bytes where the page asks for none: about 43 ms of pcm16, 128 ms of g711. */
const defaultChunkBytes = (format: AudioFormat): number => (format === 'pcm16' ? 2048 : 1024);
/** Of a chunk where the page asks for little delay, and for no size. */
const shortChunkMs = 20;

interface Captured {
  readonly stream: MediaStream;
  readonly format: AudioFormat;
  readonly rateHz: number | undefined;
  readonly thread: SoundThread | undefined;
}

export class MicrophoneCapture {
  readonly #source: CaptureSource;
  readonly #target: CaptureTarget;
  #capture: Capture | undefined;
  #captured: Captured | undefined;
  #appendedMs = 0;
  #droppedMs = 0;
  #isDropping = false;
  /** Counts changes: a start that finds another number afterwards is no longer current. */
  #change = 0;

  constructor(source: CaptureSource, target: CaptureTarget) {
    this.#source = source;
    this.#target = target;
  }

  /** The format that is captured now. */
  get format(): AudioFormat | undefined {
    return this.#captured?.format;
  }

  /** What is said is captured: false until the worklet is loaded and connected. */
  get running(): boolean {
    return this.#capture !== undefined;
  }

  /** Milliseconds appended since `restart`. */
  get appendedMs(): number {
    return this.#appendedMs;
  }

  /** Milliseconds left out in all. */
  get droppedMs(): number {
    return this.#droppedMs;
  }

  restart(): void {
    this.#appendedMs = 0;
  }

  /** Begins, or goes over to another stream or format. */
  async start(stream: MediaStream): Promise<void> {
    const { host, audio } = this.#source;
    const [format, rateHz, thread] = [this.#source.format(), this.#source.rateHz?.(), this.#source.thread?.()];
    if (this.#isCapturing({ stream, format, rateHz, thread })) return;
    const current = ++this.#change;
    const before = this.#capture;
    this.#captured = { stream, format, rateHz, thread };
    const { sampleRate = sampleRateOf(format), channels = 1, latency, chunkSize } = audio;
    // The documents' g711 has 8 kHz, whatever the page would like.
    const sampleRateHz = rateHz ?? (format === 'pcm16' ? sampleRate : sampleRateOf(format));
    const isShort = latency === 'low' && chunkSize === undefined;
    const chunkLength = isShort
      ? (sampleRateHz * channels * shortChunkMs) / 1000
      : (chunkSize ?? defaultChunkBytes(format)) / bytesPerSample(format);
    const settings = { sampleRateHz, channels, chunkLength };
    try {
      // What was said into the old one goes first.
      await before?.flush();
      before?.close();
      const read = this.#reading({ format, samplesPerMs: (sampleRateHz * channels) / 1000 }, thread);
      const started = await startCapture(host(), stream, settings, read);
      if (current === this.#change) this.#capture = started;
      else started.close();
    } catch (cause) {
      if (current === this.#change) this.#capture = this.#captured = undefined;
      throw cause;
    }
  }

  stop(): void {
    this.#change++;
    this.#capture?.close();
    this.#capture = this.#captured = undefined;
  }

  /** Everything said so far was handed to `append`. */
  async flush(): Promise<void> {
    await this.#capture?.flush();
  }

  /** A wire without a thread changes nothing: a thread that is there goes on reading. */
  #isCapturing({ stream, format, rateHz, thread }: Captured): boolean {
    const now = this.#captured;
    if (now?.stream !== stream || now.format !== format || now.rateHz !== rateHz) return false;
    return thread === undefined ? now.thread?.isLost !== true : now.thread === thread;
  }

  #reading(input: ChunkInput, thread: SoundThread | undefined): ChunkReading {
    if (thread !== undefined) return thread.readChunks(input, ({ audio, durationMs, sent }) => this.#add(() => audio, durationMs, sent));
    const { format, samplesPerMs } = input;
    return readChunks((samples) => this.#add(() => toBase64(encodeAudio(samples, format)), samples.length / samplesPerMs));
  }

  /** `audio` is encoded only where it passes. */
  #add(audio: () => string, durationMs: number, left?: SentChunk): void {
    const { passes, append, failed } = this.#target;
    if (left === undefined && !passes()) return;
    const sent = append(audio(), durationMs, left);
    if (sent) this.#appendedMs += durationMs;
    else this.#droppedMs += durationMs;
    if (!sent && !this.#isDropping)
      failed(
        new VoxreelError('audio_dropped', 'The connection is too slow for the microphone: some of it was left out.', { retryable: true }),
      );
    this.#isDropping = !sent;
  }
}

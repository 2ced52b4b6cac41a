// The input audio buffer: what was appended and not yet committed, and where speech begins and ends in it.
import type { TurnDetection } from '../../protocol/index.js';
import { turnDetectionDefaults } from '../../protocol/index.js';
import { createFramer } from './framer.js';
import { engineRateHz, frameMs, frameSamples } from './loudness.js';
import { createSpeechDetector } from './speech-detector.js';

export interface VoiceInput {
  /** Mono samples at the engine's rate. */
  append(samples: Int16Array): void;
  /** Milliseconds in the buffer. */
  readonly durationMs: number;
  /** Empties the buffer and tells what was in it. */
  take(): Int16Array;
  clear(): void;
}

export interface VoiceInputOptions {
  /** Asked at each frame: null is no detection. */
  readonly detection: () => TurnDetection | null;
  /** Milliseconds since the session began, on the clock. */
  readonly elapsedMs: () => number;
  /** Both in milliseconds from the start of the session; the buffer holds the turn when `onStopped` is called. */
  readonly onStarted: (startMs: number) => void;
  readonly onStopped: (endMs: number) => void;
}

/** Kept before a turn besides its padding, so that the first frames of speech are still there when it is noticed. */
const noticeMs = 800;
/** A pause in appending longer than this moves the audio clock on to the wall clock. */
const gapMs = 250;
/** A turn longer than this loses its beginning. */
const longestMs = 10 * 60_000;

export function createVoiceInput(options: VoiceInputOptions): VoiceInput {
  const detector = createSpeechDetector();
  let frames: Int16Array[] = [];
  const framer = createFramer();
  /** End of what was appended, in milliseconds from the start of the session. */
  let clockMs = 0;

  const bufferedMs = () => frames.length * frameMs + framer.waiting / (engineRateHz / 1000);
  const keep = (ms: number) => {
    const surplus = frames.length - Math.ceil(ms / frameMs);
    if (surplus > 0) frames = frames.slice(surplus);
  };

  function hear(frame: Int16Array): void {
    frames.push(frame);
    clockMs += frameMs;
    const detection = options.detection();
    if (detection === null) {
      detector.reset();
      return keep(longestMs);
    }
    const paddingMs = detection.prefix_padding_ms ?? turnDetectionDefaults.prefix_padding_ms;
    const change = detector.push(frame, {
      threshold: detection.threshold ?? turnDetectionDefaults.threshold,
      silenceDurationMs: detection.silence_duration_ms ?? turnDetectionDefaults.silence_duration_ms,
    });
    if (change?.type === 'started') {
      keep(paddingMs + change.framesAgo * frameMs);
      options.onStarted(Math.round(clockMs - frames.length * frameMs));
    } else if (change?.type === 'stopped') options.onStopped(Math.round(clockMs));
    else keep(detector.speaking ? longestMs : paddingMs + noticeMs);
  }

  return {
    append(samples) {
      const lateMs = options.elapsedMs() - (clockMs + samples.length / (engineRateHz / 1000));
      if (lateMs > gapMs) clockMs += lateMs;
      for (const frame of framer.push(samples)) hear(frame);
    },
    get durationMs() {
      return bufferedMs();
    },
    take() {
      const taken = new Int16Array(frames.length * frameSamples + framer.waiting);
      frames.forEach((frame, i) => taken.set(frame, i * frameSamples));
      taken.set(framer.take(), frames.length * frameSamples);
      this.clear();
      return taken;
    },
    clear() {
      frames = [];
      framer.take();
      detector.reset();
    },
  };
}

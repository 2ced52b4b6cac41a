// Plays samples into a track at the speed they sound, 20 ms at a time. Knows no response.
import { frameMs, frameSamples } from './loudness.js';
import type { SpeechOutlet } from './performance.js';

export interface TrackOutlet extends SpeechOutlet {
  close(): void;
}

/** `send` gets frames of 20 ms and how many frames of silence lie before each. */
export function createTrackOutlet(send: (frame: Int16Array, silentFrames: number) => void): TrackOutlet {
  let waiting: Int16Array[] = [];
  let rest = new Int16Array();
  let timer: NodeJS.Timeout | undefined;
  /** When the next frame is due. */
  let dueAt = 0;

  function tick(): void {
    timer = undefined;
    const now = performance.now();
    while (dueAt <= now) {
      const frame = waiting.shift() ?? lastFrame();
      if (frame === undefined) return;
      send(frame, 0);
      dueAt += frameMs;
    }
    timer = setTimeout(tick, dueAt - performance.now());
  }

  /** What is shorter than a frame is filled up with silence once nothing follows. */
  function lastFrame(): Int16Array | undefined {
    if (rest.length === 0) return undefined;
    const frame = new Int16Array(frameSamples);
    frame.set(rest);
    rest = new Int16Array();
    return frame;
  }

  function start(): void {
    if (timer !== undefined) return;
    const now = performance.now();
    const silentFrames = dueAt === 0 ? 0 : Math.max(0, Math.round((now - dueAt) / frameMs));
    const frame = waiting.shift();
    if (frame === undefined) return;
    send(frame, silentFrames);
    dueAt = now + frameMs;
    timer = setTimeout(tick, frameMs);
  }

  return {
    kind: 'track',
    play(samples) {
      const whole = new Int16Array(rest.length + samples.length);
      whole.set(rest);
      whole.set(samples, rest.length);
      let at = 0;
      for (; at + frameSamples <= whole.length; at += frameSamples) waiting.push(whole.slice(at, at + frameSamples));
      rest = whole.slice(at);
      start();
    },
    clear() {
      const unplayedMs = waiting.length * frameMs + (rest.length * frameMs) / frameSamples;
      waiting = [];
      rest = new Int16Array();
      return unplayedMs;
    },
    bufferedBytes: () => 0,
    close() {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
      rest = new Int16Array();
    },
  };
}

// Plays samples into a track at the speed they sound, 20 ms at a time.
import { createFramer } from './framer.js';
import { frameMs, frameSamples } from './loudness.js';
import type { SpeechOutlet } from './performance.js';

export interface TrackOutlet extends SpeechOutlet {
  close(): void;
}

/** `send` gets frames of 20 ms and how many frames of silence lie before each. */
export function createTrackOutlet(send: (frame: Int16Array, silentFrames: number) => void): TrackOutlet {
  const framer = createFramer();
  let waiting: Int16Array[] = [];
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
    if (framer.waiting === 0) return undefined;
    const frame = new Int16Array(frameSamples);
    frame.set(framer.take());
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
      waiting.push(...framer.push(samples));
      start();
    },
    clear() {
      const unplayedMs = (waiting.length + framer.take().length / frameSamples) * frameMs;
      waiting = [];
      return unplayedMs;
    },
    bufferedBytes: () => 0,
    close() {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
      framer.take();
    },
  };
}

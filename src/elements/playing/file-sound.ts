// The sound of a video file, through Web Audio, in time with a clock it is given.
import { outputLatencySeconds } from '../../core/audio/output-latency.js';
import { delay } from '../../core/retry.js';
import type { Sound } from './file-tracks.js';

export interface FileSound {
  /** From a moment of the file on, at a rate. In place of what sounded before. */
  start(fromS: number, rate: number): void;
  stop(): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  close(): void;
}

/** How far ahead of what is heard sounds are given to the device. */
const aheadS = 1;

/** Browsers give a page few of these: one for all players, made when the first one sounds, ended with the last. */
let shared: AudioContext | undefined;
let users = 0;

function takeContext(): AudioContext {
  users += 1;
  shared ??= new AudioContext();
  // Refused outside a gesture, and pending for ever where there is no device: the pictures do not wait for it.
  shared.resume().catch(() => undefined);
  return shared;
}

function giveBack(): void {
  users -= 1;
  if (users > 0) return;
  shared?.close().catch(() => undefined);
  shared = undefined;
}

/** `again`: the device began to run only now; the owner of the clock starts the sound again. */
export function createFileSound(sounds: (fromS: number) => AsyncGenerator<Sound>, again: () => void): FileSound {
  let context: AudioContext | undefined;
  let gain: GainNode | undefined;
  let volume = 1;
  let over = new AbortController();
  const ready = () => {
    if (context !== undefined && gain !== undefined) return { context, gain };
    context = takeContext();
    context.addEventListener('statechange', again);
    gain = context.createGain();
    gain.gain.value = volume;
    gain.connect(context.destination);
    return { context, gain };
  };
  const pump = async (fromS: number, rate: number, signal: AbortSignal) => {
    const { context, gain } = ready();
    if (context.state !== 'running') return;
    const startS = context.currentTime - Math.min(0.3, outputLatencySeconds(context));
    for await (const { atS, buffer } of sounds(fromS)) {
      if (signal.aborted) return;
      const whenS = startS + (atS - fromS) / rate;
      const lateS = Math.max(0, context.currentTime - whenS);
      if (lateS * rate >= buffer.duration) continue;
      const node = new AudioBufferSourceNode(context, { buffer, playbackRate: rate });
      node.connect(gain);
      node.start(whenS + lateS, lateS * rate);
      const cut = () => node.stop();
      signal.addEventListener('abort', cut, { once: true });
      // What was heard is let go while the rest plays.
      node.addEventListener('ended', () => signal.removeEventListener('abort', cut), { once: true });
      const earlyS = whenS - context.currentTime - aheadS;
      if (earlyS > 0) await delay(earlyS * 1000, signal);
    }
  };
  const stop = () => over.abort();
  return {
    start(fromS, rate) {
      stop();
      over = new AbortController();
      // A damaged sound leaves the pictures as they are.
      pump(fromS, rate, over.signal).catch(() => undefined);
    },
    stop,
    setVolume(to) {
      volume = to;
      if (gain) gain.gain.value = to;
    },
    close() {
      stop();
      if (context === undefined) return;
      context.removeEventListener('statechange', again);
      gain?.disconnect();
      context = gain = undefined;
      giveBack();
    },
  };
}

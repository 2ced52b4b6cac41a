// Tells speech from the room by energy, over a noise floor followed by minimum statistics. One call a 20 ms frame; knows no buffer and no session.
import { frameMs, levelDb } from './loudness.js';

export interface SpeechDetector {
  readonly speaking: boolean;
  /** `started` carries how many frames ago speech began, `stopped` how many frames of silence there were. */
  push(frame: Int16Array, settings: DetectorSettings): DetectorChange | undefined;
  reset(): void;
}

export interface DetectorSettings {
  /** 0 (hears everything) to 1 (only loud speech). */
  readonly threshold: number;
  readonly silenceDurationMs: number;
}

export interface DetectorChange {
  readonly type: 'started' | 'stopped';
  readonly framesAgo: number;
}

/** The floor is the minimum of so many spans, each of so many frames: 3.2 s in all, longer than any word. */
const spans = 8;
const spanFrames = 20;
const quietestFloorDb = -70;
/** A steady loud sound is not taken for the room beyond this level. */
const loudestFloorDb = -38;
/** Of the last `onsetWindow` frames so many must be loud: a click is no speech. */
const onsetWindow = 7;
const onsetFrames = 5;
/** No turn begins before the floor is known. */
const holdFrames = 25;

export function createSpeechDetector(): SpeechDetector {
  const floor = createNoiseFloor();
  let recent: boolean[] = [];
  let seen = 0;
  let speaking = false;
  let quietFrames = 0;

  return {
    get speaking() {
      return speaking;
    },
    push(frame, settings) {
      const level = levelDb(frame);
      const loud = level > Math.max(floor.push(level) + marginDb(settings.threshold), leastDb(settings.threshold));
      recent = [...recent.slice(1 - onsetWindow), loud];
      seen += 1;
      if (speaking) {
        quietFrames = loud ? 0 : quietFrames + 1;
        if (quietFrames * frameMs < settings.silenceDurationMs) return undefined;
        speaking = false;
        recent = [];
        return { type: 'stopped', framesAgo: quietFrames };
      }
      if (seen <= holdFrames || recent.filter(Boolean).length < onsetFrames) return undefined;
      speaking = true;
      quietFrames = 0;
      return { type: 'started', framesAgo: recent.length - recent.indexOf(true) };
    },
    reset() {
      speaking = false;
      recent = [];
      quietFrames = 0;
    },
  };
}

const marginDb = (threshold: number): number => 4 + 16 * threshold;
const leastDb = (threshold: number): number => -62 + 24 * threshold;

function createNoiseFloor(): { push(level: number): number } {
  const minima: number[] = [];
  let current = Infinity;
  let frames = 0;
  return {
    push(level) {
      current = Math.min(current, level);
      frames += 1;
      const least = Math.min(current, ...minima);
      if (frames === spanFrames) {
        minima.push(current);
        if (minima.length > spans) minima.shift();
        current = Infinity;
        frames = 0;
      }
      return Math.max(quietestFloorDb, Math.min(loudestFloorDb, least));
    },
  };
}

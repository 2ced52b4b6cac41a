// How loud the microphone is on the scale of `turn_detection.threshold`, 0 to 1: what reaches the threshold counts as speech.

/** Reads one level a frame. The room is the quietest of the last seconds: a fan is no voice. */
export interface LoudnessScale {
  /** `level`: RMS, 0 to 1. Smoothed, so that a syllable is seen. */
  read(level: number, nowMs: number): number;
}

const quietestDb = -70;
/** A steady loud sound is not taken for the room beyond this level. */
const loudestRoomDb = -38;
const spanMs = 400;
const spans = 8;
/** Of full scale, in a second. */
const fallPerSecond = 1.6;

/**
 * The documents do not say what a threshold measures. Here it is energy over the room, as the local service has it: at 0 speech is 4 dB over
 * the room and above -62 dB, at 1 it is 20 dB over the room and above -38 dB.
 */
export function createLoudnessScale(): LoudnessScale {
  const minima: number[] = [];
  let least = 0;
  let spanStartMs = 0;
  let shown = 0;
  let beforeMs = 0;
  const roomDb = (db: number, nowMs: number): number => {
    if (minima.length === 0 || nowMs - spanStartMs > spanMs) {
      minima.push(db);
      if (minima.length > spans) minima.shift();
      spanStartMs = nowMs;
      least = db;
    }
    least = Math.min(least, db);
    minima[minima.length - 1] = least;
    return Math.max(quietestDb, Math.min(loudestRoomDb, ...minima));
  };
  return {
    read(level, nowMs) {
      const db = level > 0 ? Math.max(quietestDb, 20 * Math.log10(level)) : quietestDb;
      const loudness = Math.min((db - roomDb(db, nowMs) - 4) / 16, (db + 62) / 24);
      const fallen = shown - (fallPerSecond * (nowMs - beforeMs)) / 1000;
      beforeMs = nowMs;
      shown = Math.max(0, Math.min(1, Math.max(loudness, fallen)));
      return shown;
    },
  };
}

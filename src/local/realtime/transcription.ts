// What can honestly be said of a recording: how long and how loud, never which words.
import { measureLoudness } from './loudness.js';

/** Less speech than this is called unintelligible. */
const leastSeconds = 0.2;
const leastDbfs = -50;

/** What is said in mono samples at 24,000 Hz; undefined or an empty text where nothing can be understood. One that throws has understood nothing. */
export type Recognise = (samples: Int16Array) => string | undefined | Promise<string | undefined>;

export type Transcription = { readonly transcript: string } | { readonly problem: string };

/** `samples` at the engine's rate. */
export function transcribe(samples: Int16Array): Transcription {
  const { seconds, dbfs } = measureLoudness(samples);
  if (seconds < leastSeconds) return { problem: `Only ${seconds.toFixed(2)} s of the recording are loud enough to be speech.` };
  if (dbfs < leastDbfs) return { problem: `The recording is too quiet: ${dbfs.toFixed(0)} dBFS.` };
  return { transcript: `[${seconds.toFixed(1)} s of speech, ${minus(dbfs)} dBFS; this service does not recognize words]` };
}

/** A whole number with a true minus sign. */
export const minus = (value: number): string => `${value < 0 ? '−' : ''}${Math.abs(Math.round(value))}`;

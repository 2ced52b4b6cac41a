// English for the measurements of <realtime-voice>: loaded with them. `{name}` places are filled when shown.
import type { WordsOf } from './words-of.js';

export const gaugesEnglish = {
  gauges: 'Measurements',
  // Turns.
  turns: 'Response times',
  turnsHint: 'Measured from the end of what was said or typed.',
  noTurns: 'No answers yet.',
  spoken: 'Spoken',
  typed: 'Typed',
  committed: 'Received',
  started: 'Answer started',
  first: 'First token',
  heard: 'First sound',
  done: 'Complete',
  // Limits.
  limits: 'Limits',
  noLimits: 'The service has not reported any limits yet.',
  limitLeft: '{left} of {limit} left',
  limitResets: 'resets in {time}',
  limitReset: 'reset',
  // Tokens.
  tokens: 'Tokens',
  noTokens: 'No tokens used yet.',
  total: 'Total',
  input: 'Input',
  output: 'Output',
  text: 'text',
  audio: 'audio',
  cached: 'cached',
  // The connection.
  connection: 'Connection',
  transport: 'Transport',
  roundTrip: 'Round trip',
  jitter: 'Jitter',
  underruns: 'Audio gaps',
  dropped: 'Dropped microphone audio',
  reconnects: 'Reconnects',
};

/** The words of the connection's numbers. */
export type GaugesWords = WordsOf<typeof gaugesEnglish>;

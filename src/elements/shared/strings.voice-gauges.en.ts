// English for the measurements of <realtime-voice>: loaded with them. `{name}` places are filled when shown.
import type { WordsOf } from './strings.js';

export const gaugesEnglish = {
  gauges: 'Measurements',
  // Turns.
  turns: 'How long answers took',
  turnsHint: 'Counted from the end of what was said or typed.',
  noTurns: 'Nothing was answered yet.',
  spoken: 'Spoken',
  typed: 'Asked',
  committed: 'Taken in',
  started: 'Answer begun',
  first: 'First piece',
  heard: 'First sound',
  done: 'Complete',
  // Limits.
  limits: 'Limits',
  noLimits: 'The service told of no limits yet.',
  limitLeft: '{left} of {limit} left',
  limitResets: 'resets in {time}',
  limitReset: 'reset',
  // Tokens.
  tokens: 'Tokens',
  noTokens: 'No tokens were counted yet.',
  total: 'Together',
  input: 'Taken in',
  output: 'Given out',
  text: 'text',
  audio: 'sound',
  cached: 'from the cache',
  // The connection.
  connection: 'Connection',
  transport: 'Over',
  roundTrip: 'There and back',
  jitter: 'Unevenness',
  underruns: 'Gaps in the sound',
  dropped: 'Of your voice left out',
  reconnects: 'Connected again',
};

export type GaugesWords = WordsOf<typeof gaugesEnglish>;

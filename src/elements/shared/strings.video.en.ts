// English for what <video-generator> shows at first. `{name}` places are filled when shown; everything here is plain text.
import type { WordsOf } from './words-of.js';

export const videoEnglish = {
  region: 'Video generator',
  prompt: 'Prompt',
  promptPlaceholder: 'Describe the video',
  promptCount: '{count} of {limit}',
  generate: 'Generate',
  sending: 'Sending',
  options: 'Options',
  model: 'Model',
  modelNone: 'choose',
  duration: 'Length',
  size: 'Size',
  fps: 'Frame rate',
  fpsValue: '{count} fps',
  n: 'Videos',
  nValue: { one: '1 video', other: '{count} videos' },
  seed: 'Seed',
  random: 'random',
  auto: 'auto',
  on: 'on',
  off: 'off',
  more: 'More',
  firstFrame: 'First frame',
  lastFrame: 'Last frame',
  estimateRange: { one: 'Usually {low} to {high}, from your last one', other: 'Usually {low} to {high}, from your last {count}' },
  estimateTime: { one: 'About {time}, from your last one', other: 'About {time}, from your last {count}' },
  estimateNone: 'No time estimate yet for this model',
  estimateCost: 'estimate {amount} {unit}',
  costNone: 'cost not stated',
  offline: 'You are offline. Videos in progress continue, and new ones wait.',
  memoryOnly: 'This browser keeps nothing for this page: save your videos before you leave.',
  empty: 'Your videos appear here and stay after a reload.',
  emptyMemory: 'Your videos appear here until you leave the page.',
  emptyImport: 'Import a history',
  notLoaded: 'A part of this page could not be loaded. Try again.',
};

/** The words of the form of `<video-generator>`. */
export type VideoWords = WordsOf<typeof videoEnglish>;

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
  offline: 'You are offline. Videos in progress continue, and new ones wait.',
  notLoaded: 'A part of this page could not be loaded. Try again.',
};

/** The words of the form of `<video-generator>`. */
export type VideoWords = WordsOf<typeof videoEnglish>;

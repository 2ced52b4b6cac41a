// The words of the prompt's help, chosen like the first ones. Loaded with it.
import { createWordBook } from '../../../shared/strings.js';
import { videoHelpEnglish, type VideoHelpWords } from '../../../shared/strings.video-help.en.js';

export type { VideoHelpWords };

export const videoHelpWords = /* @__PURE__ */ createWordBook<VideoHelpWords>('videoHelp', videoHelpEnglish);

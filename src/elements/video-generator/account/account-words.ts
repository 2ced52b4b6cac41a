// The words of what is taken along into an account, chosen like the first ones. Loaded with it.
import { createWordBook } from '../../shared/strings.js';
import { videoAccountEnglish, type VideoAccountWords } from '../../shared/strings.video-account.en.js';

export type { VideoAccountWords };

export const videoAccountWords = /* @__PURE__ */ createWordBook<VideoAccountWords>('videoAccount', videoAccountEnglish);

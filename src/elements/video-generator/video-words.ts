// The first words of <video-generator>: English here, other languages loaded when asked for, or supplied by the page with `videoWords.use`.
import { createWordBook } from '../shared/strings.js';
import { videoEnglish, type VideoWords } from '../shared/strings.video.en.js';

export type { VideoWords };

export const videoWords = /* @__PURE__ */ createWordBook<VideoWords>(videoEnglish);

// The first words of <video-generator>: English here, other languages loaded when they are in force.
import { createWordBook } from '../shared/strings.js';
import { videoEnglish, type VideoWords } from '../shared/strings.video.en.js';

export type { VideoWords };

export const videoWords = /* @__PURE__ */ createWordBook<VideoWords>('video', videoEnglish, {
  zh: () => import('../shared/strings.video.zh.js'),
  ar: () => import('../shared/strings.video.ar.js'),
});

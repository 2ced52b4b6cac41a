// The first words of <video-generator>.
import { createWordBook } from '../shared/strings.js';
import { videoEnglish, type VideoWords } from '../shared/strings.video.en.js';

export type { VideoWords };

export const videoWords = /* @__PURE__ */ createWordBook<VideoWords>('video', videoEnglish);

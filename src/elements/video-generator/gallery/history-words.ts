// The words of the history's tools, chosen like the first ones. Loaded with them.
import { createWordBook } from '../../shared/strings.js';
import { videoHistoryEnglish, type VideoHistoryWords } from '../../shared/strings.video-history.en.js';

export type { VideoHistoryWords };

export const videoHistoryWords = /* @__PURE__ */ createWordBook<VideoHistoryWords>('videoHistory', videoHistoryEnglish);

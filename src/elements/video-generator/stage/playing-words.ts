// The words of what plays, shows and compares, chosen like the first ones. Loaded with it.
import { createWordBook } from '../../shared/strings.js';
import { videoPlayingEnglish, type VideoPlayingWords } from '../../shared/strings.video-playing.en.js';

export type { VideoPlayingWords };

export const videoPlayingWords = /* @__PURE__ */ createWordBook<VideoPlayingWords>('videoPlaying', videoPlayingEnglish);

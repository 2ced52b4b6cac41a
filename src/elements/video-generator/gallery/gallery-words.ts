// The words of the gallery, chosen like the first ones. Loaded with it.
import { createWordBook } from '../../shared/strings.js';
import { videoGalleryEnglish, type VideoGalleryWords } from '../../shared/strings.video-gallery.en.js';

export type { VideoGalleryWords };

export const videoGalleryWords = /* @__PURE__ */ createWordBook<VideoGalleryWords>('videoGallery', videoGalleryEnglish);

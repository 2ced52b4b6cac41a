// The words of references, chosen like the first ones. Loaded with them.
import { createWordBook } from '../../shared/strings.js';
import { videoReferencesEnglish, type VideoReferenceWords } from '../../shared/strings.video-references.en.js';

export type { VideoReferenceWords };

export const videoReferenceWords = /* @__PURE__ */ createWordBook<VideoReferenceWords>('videoReferences', videoReferencesEnglish);

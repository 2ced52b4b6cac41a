// The words of the editor, chosen like the first ones. Loaded with it.
import { createWordBook } from '../../shared/strings.js';
import { videoEditorEnglish, type VideoEditorWords } from '../../shared/strings.video-editor.en.js';

export type { VideoEditorWords };

export const videoEditorWords = /* @__PURE__ */ createWordBook<VideoEditorWords>('videoEditor', videoEditorEnglish);

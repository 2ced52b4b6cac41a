// The words of the controls a chip opens, chosen like the first ones. Loaded with them.
import { createWordBook } from '../../shared/strings.js';
import { videoPanelEnglish, type VideoPanelWords } from '../../shared/strings.video-panel.en.js';

export type { VideoPanelWords };

export const videoPanelWords = /* @__PURE__ */ createWordBook<VideoPanelWords>('videoPanel', videoPanelEnglish);

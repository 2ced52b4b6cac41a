// The words of the sheets and the menu, chosen like the first ones. Loaded with the first of them.
import { createWordBook } from '../../shared/strings.js';
import { sheetEnglish, type SheetWords } from '../../shared/strings.voice-sheets.en.js';

export type { SheetWords };

export const sheetWords = /* @__PURE__ */ createWordBook<SheetWords>('voiceSheets', sheetEnglish);

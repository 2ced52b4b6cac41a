// Words of a page's own: another language, or other words in one there is.
import { supplyWords } from './strings.js';
import type { VoxreelWords } from './words.js';

/**
 * Supplies words for a language (BCP 47: `fr` serves `fr-CA` too) to every element on the page, now and later, over those that are there.
 * For one element alone set its `words`. Returns its own undo.
 */
export const setWords = (lang: string, words: VoxreelWords): (() => void) => supplyWords(lang, words);

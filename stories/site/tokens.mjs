// Words of a text for the search: in Chinese and Japanese nobody puts spaces between them. Runs where the index is made and in the page.

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * @param {string} text
 * @returns {string[]} In lower case; names in camelCase whole and in parts.
 */
export function tokensOf(text) {
  return text.split(/[^\p{L}\p{N}_]+/u).flatMap((word) => {
    if (word === '') return [];
    if (unspaced.test(word)) return [...segmenter.segment(word)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
    const parts = word.split(/_|(?<=[a-z\d])(?=[A-Z])/).filter((part) => part !== '');
    return [word, ...(parts.length > 1 ? parts : [])].map((part) => part.toLowerCase());
  });
}

/** How the index is made and asked: both sides must agree. */
export const searchOptions = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'url'],
  tokenize: tokensOf,
  processTerm: (term) => term,
  searchOptions: { prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false), boost: { title: 3, page: 2 }, combineWith: 'AND' },
};

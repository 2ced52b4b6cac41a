// A wording in a prompt: whether it is there, and the prompt with or without it. Pure.

const marks = ',;:.!?，、；：。！？،؛؟';

/** Where a wording stands between marks of punctuation, in whatever case: a word within a sentence is the visitor's own. */
function findPhrase(text: string, phrase: string): { readonly from: number; readonly to: number } | undefined {
  const wanted = phrase.trim();
  if (wanted === '') return undefined;
  const escaped = wanted.replaceAll(/[$()*+.?[\\\]^{|}-]/g, (sign) => (sign === '-' ? sign : `\\${sign}`));
  const found = new RegExp(`(^\\s*|[${marks}]\\s*)${escaped}(?=\\s*(?:$|[${marks}]))`, 'iu').exec(text);
  if (found === null) return undefined;
  const from = found.index + (found[1] ?? '').length;
  return { from, to: from + wanted.length };
}

export const hasPhrase = (text: string, phrase: string): boolean => findPhrase(text, phrase) !== undefined;

/** At the end: after a sentence as a sentence, else after a comma. */
export function withPhrase(text: string, phrase: string): string {
  const written = text.trimEnd();
  if (written === '') return capitalized(phrase);
  if (/[.!?。！？؟]$/.test(written)) return `${written} ${capitalized(phrase)}`;
  return /[,;:，、；：،؛]$/.test(written) ? `${written} ${phrase}` : `${written}, ${phrase}`;
}

/** With the comma that joined it. */
export function withoutPhrase(text: string, phrase: string): string {
  const found = findPhrase(text, phrase);
  if (found === undefined) return text;
  const before = text.slice(0, found.from).replace(/[,，、،]?\s*$/, '');
  const after = text.slice(found.to);
  return before === '' || /[.!?。！？؟]$/.test(before) ? joinedTo(before, after.replace(/^\s*[,，、،.]?\s*/, '')) : before + after;
}

const joinedTo = (before: string, after: string): string => (before === '' || after === '' ? before + after : `${before} ${after}`);

const capitalized = (phrase: string): string => phrase.charAt(0).toUpperCase() + phrase.slice(1);

// Tells text that has Markdown in it from text that has none, so that what reads Markdown is loaded only where it is needed.

const syntax =
  /[*_~]\S|`|\\[!-/:-@[-`{-~]|^ {0,3}(?:#{1,6}\s|>|[-+*]\s|\d{1,9}[.)]\s|[-=]{2,}\s*$)|\]\(|https?:\/\/|www\.|^[^\n]*\|[^\n]*\|| {2}$|^ {4}|&(?:\w+|#\w+);/m;

/** Asks of a text that grows only what is new, from the line before. */
export function createSyntaxCheck(): (text: string) => boolean {
  let checked = 0;
  let found = false;
  return (text) => {
    if (found) return true;
    const from = Math.max(0, Math.min(text.length, checked) - 200);
    found = syntax.test(text.slice(text.lastIndexOf('\n', from) + 1));
    checked = text.length;
    return found;
  };
}

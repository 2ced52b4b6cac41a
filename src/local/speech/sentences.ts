// Cuts text where a reader would breathe. The pieces joined again are the text.

/** Longest piece in characters: a longer sentence is cut at a comma or a space, so that the first sound comes early. */
const longest = 240;

/** `text` in sentences, each with the white space after it. */
export function splitSentences(text: string): string[] {
  const pieces = text.match(/[^.!?\n]*(?:[.!?]+(?=\s|$)|[.!?]|\n+|$)\s*/g) ?? [];
  const sentences: string[] = [];
  let open = '';
  for (const piece of pieces) {
    open += piece;
    if (/[.!?]["')\]]*\s+$|\n\s*$/.test(open)) {
      sentences.push(open);
      open = '';
    }
  }
  if (open !== '') sentences.push(open);
  return sentences.flatMap(shortened);
}

function shortened(sentence: string): string[] {
  if (sentence.length <= longest) return [sentence];
  const comma = sentence.lastIndexOf(', ', longest);
  const space = sentence.lastIndexOf(' ', longest);
  const at = comma > longest / 3 ? comma + 2 : space > 0 ? space + 1 : longest;
  return [sentence.slice(0, at), ...shortened(sentence.slice(at))];
}

// Cuts streaming text into complete sentences, for a live region that must not flood.

const sentenceEnd = /[.!?\u2026\u061f\u06d4\u0964]["')\]*_]*\s|[\u3002\uff01\uff1f]|\n/g;

/** Where the last complete sentence of `text` ends, at or after `from`. With `done`, the end of the text. */
export function endOfSentences(text: string, from: number, done: boolean): number {
  if (done) return text.length;
  let end = from;
  sentenceEnd.lastIndex = from;
  while (sentenceEnd.exec(text) !== null) end = sentenceEnd.lastIndex;
  return end;
}

// Markdown as it is said aloud: without its marks, a block of code by its name alone.

const fence = /^ {0,3}(?:`{3,}|~{3,})/;

/** Reads a text as it grows, piece by piece. `code` is said in place of a block of code. */
export function createSaidText(): (piece: string, code: string) => string {
  let isCode = false;
  return (piece, code) => {
    const said: string[] = [];
    for (const line of piece.split('\n')) {
      if (fence.test(line)) {
        if (!isCode) said.push(`${code}.`);
        isCode = !isCode;
      } else if (!isCode) said.push(withoutMarks(line));
    }
    return said.filter((line) => line !== '').join(' ');
  };
}

function withoutMarks(line: string): string {
  if (/^[\s|:-]*-{2,}[\s|:-]*$/.test(line)) return '';
  return line
    .replace(/^\s*(?:#{1,6}\s+|>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?)+/, '')
    .replace(/!?\[([^\][]*)\]\([^()\s]*(?:\s[^()]*)?\)/g, '$1')
    .replace(/(\*\*|__|~~|`+)(?=\S)|(?<=\S)(\*\*|__|~~|`+)/g, '')
    .replace(/(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)/g, '')
    .replace(/\s*\|\s*/g, ', ')
    .replace(/^, |, $/g, '')
    .trim();
}

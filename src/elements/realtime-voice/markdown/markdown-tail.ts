// The end of a text that is still being written: marks that are open are closed or held back, so that nothing flashes.

/** What may become something else with the next character: the beginning of a list, heading, rule or table, or of its second line. */
const undecided = /(?:^|\n)(?: {0,3}(?:[-=+*#>_]{1,6}|\d{1,9}[.)]?) *|\|[^\n]*(?:\n\|?[\s:|-]*)?)$/;
const tableHead = /\n\|?[ :|-]*-[ :|-]*\n/;
/** `[label`, `[label](address`: the label stands until the link is complete. */
const openLink = /!?\[([^\][\n]*)(?:\]\([^()\n]*)?$/;
/** Marks with nothing after them yet. */
const lonelyMarks = /(?<=^|\s)[*_~`]+$/;

/** `tail` is the last block, or more, of a text that goes on. */
export function closeTail(tail: string): string {
  if (isInFence(tail)) return tail;
  const paragraphAt = tail.lastIndexOf('\n\n') + 1;
  let last = tail.slice(paragraphAt);
  if (!tableHead.test(last)) last = last.replace(undecided, '');
  return tail.slice(0, paragraphAt) + closeMarks(last.replace(openLink, '$1').replace(lonelyMarks, ''));
}

function isInFence(text: string): boolean {
  let fence = '';
  for (const [, marks = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (fence === '') fence = marks;
    else if (marks.startsWith(fence)) fence = '';
  }
  return fence !== '';
}

/** Emphasis and code that are open at the end. */
function closeMarks(text: string): string {
  const ticks = text.match(/`+/g) ?? [];
  const open = ticks.length % 2 === 1 ? (ticks.at(-1) ?? '') : '';
  if (open !== '') return text.endsWith(open) ? text.slice(0, -open.length) : text + open;
  const outside = text.replace(/`[^`]*`/g, '');
  const marks = ['**', '__', '~~'].filter((mark) => outside.split(mark).length % 2 === 0);
  for (const mark of ['*', '_'] as const) if (isOpen(outside, single[mark])) marks.push(mark);
  // The one that was opened last is closed first.
  marks.sort((one, other) => text.lastIndexOf(other) - text.lastIndexOf(one));
  return marks.reduce((closed, mark) => (closed.endsWith(mark) ? closed.slice(0, -mark.length) : closed.trimEnd() + mark), text);
}

const single = {
  '*': { opens: /(?<![*\\\w])\*(?=[^*\s])/g, closes: /(?<=[^*\s\\])\*(?!\*)/g },
  _: { opens: /(?<![_\\\w])_(?=[^_\s])/g, closes: /(?<=[^_\s\\])_(?![_\w])/g },
} as const;

const isOpen = (text: string, { opens, closes }: { readonly opens: RegExp; readonly closes: RegExp }): boolean =>
  (text.match(opens)?.length ?? 0) > (text.match(closes)?.length ?? 0);

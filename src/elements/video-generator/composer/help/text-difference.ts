// What of a text was removed, added and kept, word by word. Pure.

export interface TextPart {
  readonly kind: 'kept' | 'removed' | 'added';
  readonly text: string;
}

/** Beyond this many pairs of words to compare, what differs is shown as one change. */
const mostPairs = 4_000_000;

export function textDifference(before: string, after: string): readonly TextPart[] {
  const [old, next] = [wordsIn(before), wordsIn(after)];
  const most = Math.min(old.length, next.length);
  let start = 0;
  while (start < most && old[start] === next[start]) start++;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === next.at(-1 - end)) end++;
  const parts = changesBetween(old.slice(start, old.length - end), next.slice(start, next.length - end));
  const kept = (words: readonly string[]): TextPart => ({ kind: 'kept', text: words.join('') });
  return joined(bridged([kept(old.slice(0, start)), ...parts, kept(old.slice(old.length - end))]));
}

function wordsIn(text: string): readonly string[] {
  // Firefox has it from 125.
  if (!('Segmenter' in Intl)) return text.match(/\s+|\S+/g) ?? [];
  return [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].map(({ segment }) => segment);
}

/** By the longest sequence that both have. */
function changesBetween(old: readonly string[], next: readonly string[]): readonly TextPart[] {
  if (old.length * next.length > mostPairs)
    return [
      { kind: 'removed', text: old.join('') },
      { kind: 'added', text: next.join('') },
    ];
  const width = next.length + 1;
  /** At `row * width + column`: how much the rests from there have in common. */
  const common = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number) => common[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = next.length - 1; column >= 0; column--)
      common[row * width + column] =
        old[row] === next[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
  const parts: TextPart[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < next.length) {
    const [mine, theirs] = [old[row], next[column]];
    if (mine !== undefined && mine === theirs) {
      parts.push({ kind: 'kept', text: mine });
      row++;
      column++;
    } else if (mine !== undefined && (theirs === undefined || at(row + 1, column) >= at(row, column + 1))) {
      parts.push({ kind: 'removed', text: mine });
      row++;
    } else {
      parts.push({ kind: 'added', text: theirs ?? '' });
      column++;
    }
  }
  return parts;
}

/** A space between two changes belongs to both: words that changed together are read together. */
const bridged = (parts: readonly TextPart[]): readonly TextPart[] =>
  parts.flatMap((part, at): readonly TextPart[] => {
    const [before, after] = [parts[at - 1], parts[at + 1]];
    const isChange = (one: TextPart | undefined) => one !== undefined && one.kind !== 'kept';
    if (part.kind !== 'kept' || part.text.trim() !== '' || !isChange(before) || !isChange(after)) return [part];
    return [
      { kind: 'removed', text: part.text },
      { kind: 'added', text: part.text },
    ];
  });

/** One part for each stretch; in a change, what was removed comes first. */
function joined(parts: readonly TextPart[]): readonly TextPart[] {
  const all: TextPart[] = [];
  let change = { removed: '', added: '' };
  const finish = () => {
    for (const kind of ['removed', 'added'] as const) if (change[kind] !== '') all.push({ kind, text: change[kind] });
    change = { removed: '', added: '' };
  };
  for (const { kind, text } of parts) {
    if (kind !== 'kept') {
      change[kind] += text;
      continue;
    }
    if (text === '') continue;
    finish();
    const last = all.at(-1);
    if (last?.kind === 'kept') all[all.length - 1] = { kind, text: last.text + text };
    else all.push({ kind, text });
  }
  finish();
  return all;
}

// The places a template leaves open, `[subject]`, and the way between them. Pure.

export interface Placeholder {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export const placeholdersIn = (text: string): readonly Placeholder[] =>
  [...text.matchAll(/\[([^[\]\n]+)\]/g)].map(({ index, 0: { length }, 1: name = '' }) => ({ name, from: index, to: index + length }));

/** The next one after the selection, or the nearest one before it. */
export function placeholderBeside(
  places: readonly Placeholder[],
  selection: { readonly from: number; readonly to: number },
  direction: 'next' | 'previous',
): Placeholder | undefined {
  return direction === 'previous' ? places.findLast(({ to }) => to <= selection.from) : places.find(({ from }) => from >= selection.to);
}

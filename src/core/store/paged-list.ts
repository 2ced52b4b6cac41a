// An immutable list of things with an id, the greatest id first, in pages: one change copies one page and not the list.

interface Identified {
  readonly id: string;
}

export interface PagedList<T extends Identified> {
  readonly size: number;
  readonly pages: readonly (readonly T[])[];
}

const pageSize = 128;

export const emptyList: PagedList<never> = { size: 0, pages: [] };

/** The first place in a list whose id is not above `id`. */
function placeOf<T>(list: readonly T[], idOf: (entry: T) => string | undefined, id: string): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((idOf(list[middle] as T) ?? '') > id) low = middle + 1;
    else high = middle;
  }
  return low;
}

function find<T extends Identified>({ pages }: PagedList<T>, id: string): { pageAt: number; at: number; entry: T | undefined } {
  // What is below everything belongs to the last page; an empty list begins with one.
  const pageAt = Math.min(
    placeOf(pages, (page) => page.at(-1)?.id, id),
    Math.max(0, pages.length - 1),
  );
  const page = pages[pageAt] ?? [];
  const at = placeOf(page, (entry) => entry.id, id);
  const entry = page[at];
  return { pageAt, at, entry: entry?.id === id ? entry : undefined };
}

/** The list with `count` entries of the page at that place replaced by `entries`. */
function splice<T extends Identified>(list: PagedList<T>, pageAt: number, at: number, count: number, entries: readonly T[]): PagedList<T> {
  const page = (list.pages[pageAt] ?? []).toSpliced(at, count, ...entries);
  const halves = page.length > pageSize ? [page.slice(0, pageSize / 2), page.slice(pageSize / 2)] : page.length > 0 ? [page] : [];
  const pages = list.pages.toSpliced(pageAt, 1, ...halves);
  return { size: list.size + entries.length - count, pages };
}

export const getFrom = <T extends Identified>(list: PagedList<T>, id: string): T | undefined => find(list, id).entry;

/** Replaces the entry of the same id, or puts a new one in its place. */
export function putIn<T extends Identified>(list: PagedList<T>, entry: T): PagedList<T> {
  const { pageAt, at, entry: known } = find(list, entry.id);
  return splice(list, pageAt, at, known === undefined ? 0 : 1, [entry]);
}

export function takeFrom<T extends Identified>(list: PagedList<T>, id: string): PagedList<T> {
  const { pageAt, at, entry } = find(list, id);
  return entry === undefined ? list : splice(list, pageAt, at, 1, []);
}

/** A list of many at once, each id once. */
export function listOf<T extends Identified>(entries: readonly T[]): PagedList<T> {
  const sorted = entries.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const pages = Array.from({ length: Math.ceil(sorted.length / pageSize) }, (_, at) => sorted.slice(at * pageSize, (at + 1) * pageSize));
  return { size: sorted.length, pages };
}

export const arrayOf = <T extends Identified>(list: PagedList<T>): readonly T[] => ([] as T[]).concat(...list.pages);

/** `arrayOf` for a list that changes bit by bit: the same array for the same list, and for the next a copy with what has changed. */
export function followArray<T extends Identified>(): (list: PagedList<T>) => readonly T[] {
  let known: PagedList<T> = emptyList;
  let array: readonly T[] = [];
  return (list) => {
    if (list === known) return array;
    array = patched(array, known, list) ?? arrayOf(list);
    known = list;
    return array;
  };
}

/** Undefined where entries came or went. */
function patched<T extends Identified>(array: readonly T[], before: PagedList<T>, after: PagedList<T>): readonly T[] | undefined {
  if (before.size !== after.size || before.pages.length !== after.pages.length) return undefined;
  const next = array.slice();
  let from = 0;
  // By index: this is done at each change, and iterators take longer than the copy.
  for (let place = 0; place < after.pages.length; place++) {
    const page = after.pages[place] as readonly T[];
    const old = before.pages[place];
    if (page !== old) {
      if (page.length !== old?.length) return undefined;
      page.forEach((entry, at) => (next[from + at] = entry));
    }
    from += page.length;
  }
  return next;
}

// An immutable sorted list in pages, so that one change copies one page and not the list. Knows nothing of tasks.

export interface PagedList<T> {
  readonly size: number;
  readonly pages: readonly (readonly T[])[];
}

/** Negative when `one` stands before `other`; 0 only for the same entry. */
export type Order<T> = (one: T, other: T) => number;

const pageSize = 128;

export const emptyList: PagedList<never> = { size: 0, pages: [] };

/** The first place whose entry does not stand before `entry`. */
function placeOf<T>(length: number, stands: (at: number) => T | undefined, entry: T, order: Order<T>): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = stands(middle);
    if (there !== undefined && order(there, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function find<T>({ pages }: PagedList<T>, entry: T, order: Order<T>): { pageAt: number; page: readonly T[]; at: number; same: boolean } {
  const pageAt = Math.min(
    placeOf(pages.length, (at) => pages[at]?.at(-1), entry, order),
    Math.max(0, pages.length - 1),
  );
  const page = pages[pageAt] ?? [];
  const at = placeOf(page.length, (place) => page[place], entry, order);
  const there = page[at];
  return { pageAt, page, at, same: there !== undefined && order(there, entry) === 0 };
}

/** Replaces the entry of the same place in the order, or puts a new one there. */
export function putIn<T>(list: PagedList<T>, entry: T, order: Order<T>): PagedList<T> {
  const { pageAt, page, at, same } = find(list, entry, order);
  const changed = page.slice();
  changed.splice(at, same ? 1 : 0, entry);
  const halves = changed.length > pageSize ? [changed.slice(0, pageSize / 2), changed.slice(pageSize / 2)] : [changed];
  const pages = list.pages.slice();
  pages.splice(pageAt, 1, ...halves);
  return { size: list.size + (same ? 0 : 1), pages };
}

export function takeFrom<T>(list: PagedList<T>, entry: T, order: Order<T>): PagedList<T> {
  const { pageAt, page, at, same } = find(list, entry, order);
  if (!same) return list;
  const changed = page.slice();
  changed.splice(at, 1);
  const pages = list.pages.slice();
  pages.splice(pageAt, 1, ...(changed.length > 0 ? [changed] : []));
  return { size: list.size - 1, pages };
}

/** A list of many at once. */
export function listOf<T>(entries: readonly T[], order: Order<T>): PagedList<T> {
  const sorted = entries.toSorted(order);
  const pages = Array.from({ length: Math.ceil(sorted.length / pageSize) }, (_, at) => sorted.slice(at * pageSize, (at + 1) * pageSize));
  return { size: sorted.length, pages };
}

export const arrayOf = <T>(list: PagedList<T>): readonly T[] => ([] as T[]).concat(...list.pages);

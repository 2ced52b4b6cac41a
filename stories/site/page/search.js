// The search, loaded with the first key in its field: the index, and what asks it.
import MiniSearch from 'minisearch';

import { searchOptions } from '../tokens.mjs';

/** @returns {Promise<(text: string) => { title: string, page: string, url: string }[]>} At most ten places, best first. */
export async function openSearch() {
  const index = MiniSearch.loadJSON(await (await fetch(new URL('search.json', import.meta.url))).text(), searchOptions);
  return (text) => index.search(text).slice(0, 10);
}

// An account for a story: a library in this page answers for the gateway.
import { scriptedLibrary } from '../test/browser/core/account/scripted-library.js';

type Library = ReturnType<typeof scriptedLibrary>;

/** By the origin of their gateway. */
const libraries = new Map<string, Library>();
let isFollowed = false;

function follow(): void {
  if (isFollowed) return;
  isFollowed = true;
  const network = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const { origin, pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    const library = libraries.get(origin);
    if (library === undefined) return network(input, init);
    return pathname.startsWith('/v1/library/') ? library.fetch(input, init) : Promise.resolve(new Response(null, { status: 404 }));
  };
}

export interface StoryAccount {
  /** Attributes of an element that is signed in. */
  readonly baseUrl: string;
  readonly user: string;
}

/** What is in the library, of that what is shared, and what is in its bin, each by `<kind>/<id>`. */
export interface StoryLibrary {
  readonly records: Readonly<Record<string, object>>;
  readonly shared: readonly string[];
  readonly deleted: readonly string[];
}

/** A new user's each time: nothing of an earlier look is on this device. */
export async function storyAccount(make: (account: StoryAccount) => StoryLibrary): Promise<StoryAccount> {
  follow();
  const account = { baseUrl: `https://gateway-${libraries.size}.story.test`, user: crypto.randomUUID() };
  const library = scriptedLibrary();
  libraries.set(account.baseUrl, library);
  const { records, shared, deleted } = make(account);
  const ask = (path: string, init: RequestInit) => library.fetch(`${account.baseUrl}/v1/library${path}`, init);
  for (const [name, record] of Object.entries(records)) library.put(name, record);
  for (const name of shared) {
    const [kind, id] = name.split('/');
    await ask('/shares', { method: 'POST', body: JSON.stringify({ kind, id }) });
  }
  for (const name of deleted) await ask(`/records/${name}`, { method: 'DELETE', headers: { 'if-match': '"1"' } });
  return account;
}

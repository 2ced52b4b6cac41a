// Serves one source file with a fault in it, for `npm run mutants`, and remembers what each test page asked for.

/** A test-runner server plugin. `show({ path, body })`: what to send for that path from now on; `pages`: per session, what it asked for without a fault and, once it was `over`, how long it took. */
export function mutantPlugin() {
  const pages = new Map();
  let page;
  let fault;
  let shown = 0;
  return {
    name: 'mutant',
    pages,
    over(session) {
      const ended = pages.get(session);
      // One that never asked for its page has failed, and is named as such.
      if (ended !== undefined) ended.ms ??= performance.now() - ended.began;
    },
    show(next) {
      fault = next;
      shown++;
    },
    // Called for every request, unlike `serve`: what the server transformed before, it sends from memory.
    transformCacheKey({ path, URL }) {
      if (fault !== undefined) return fault.path === path ? `fault ${shown}` : undefined;
      if (path === '/') pages.set(URL.searchParams.get('wtr-session-id'), (page = { began: performance.now(), paths: new Set() }));
      page?.paths.add(path);
      return undefined;
    },
    serve: ({ path }) => (fault?.path === path ? { body: fault.body, type: 'ts' } : undefined),
    // Without a transformation of its own a plugin is not asked for a cache key.
    transform: () => undefined,
  };
}

// The story files, for browser tests: they learn them at /story-files.json.
import { readdirSync } from 'node:fs';

/** A test-runner server plugin. */
export function storyFiles() {
  return {
    name: 'story-files',
    serve(context) {
      if (context.path !== '/story-files.json') return undefined;
      return { body: JSON.stringify(storyPaths()), type: 'json' };
    },
  };
}

/** From the root of the repository. */
const storyPaths = () =>
  readdirSync(new URL('../stories', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.stories.ts'))
    .map((name) => `/stories/${name.replaceAll('\\', '/')}`)
    .toSorted();

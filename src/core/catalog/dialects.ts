// The dialects known by id: the documents' own at once, foreign ones as light entries that load when a session chooses them.
import { createRegistry } from './registry.js';
import type { DialectEntry } from '../dialects/dialect.js';
import { vendor } from '../dialects/vendor.js';

/** The registry of realtime dialects. Built-in ones load when they are chosen. */
export const dialects = createRegistry<DialectEntry>([
  { id: 'openai-ga', load: async () => (await import('../dialects/openai-ga.js')).openaiGa },
  { id: 'openai-beta', load: async () => (await import('../dialects/openai-beta.js')).openaiBeta },
  vendor,
]);

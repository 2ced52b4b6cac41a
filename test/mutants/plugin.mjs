// Serves one source file with a fault in it, for `npm run mutants`.
import { readFileSync } from 'node:fs';

/** A test-runner server plugin; `file` names JSON of the path and the text to send for it. */
export function mutantPlugin(file) {
  const { path, body } = JSON.parse(readFileSync(file, 'utf8'));
  return { name: 'mutant', serve: (context) => (context.path === path ? { body, type: 'ts' } : undefined) };
}

// The guide for those who come from another SDK names what there is: on their side and on ours.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const guide = readFileSync('stories/guides/from-another-sdk.mdx', 'utf8');

/** Every name in the types below a folder. */
function namesIn(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.d.ts'));
  return new Set(files.flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/[\w$]+/g) ?? []));
}

/** Names in the code of one column; what stands for a value of the reader's is none. */
function namesOf(section: string, column: 1 | 2): string[] {
  const cells = section.split('\n').flatMap((row) => (row.startsWith('| ') ? (row.split(/(?<!\\)\|/)[column] ?? []) : []));
  const code = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));
  const words = code.flatMap((text) => text.replaceAll(/<[^>]*>/g, '').match(/[A-Za-z_]\w+/g) ?? []);
  return [...new Set(words)].filter((word) => !['fn', 'fal', 'agent', 'session', 'queue', 'new', 'task'].includes(word));
}

const [, agents = ''] = /## A conversation: `@openai\/agents-realtime`\n([^]*?)\n## /.exec(guide) ?? [];

describe('the guide for those who come from another SDK', () => {
  it('names what @openai/agents-realtime has', () => {
    const theirs = namesIn('node_modules/@openai/agents-realtime/dist');
    const named = namesOf(agents, 1);
    assert.ok(named.length > 15);
    assert.deepEqual(
      named.filter((name) => !theirs.has(name)),
      [],
    );
  });

  it('names what there is here', () => {
    const ours = namesIn('dist');
    const named = namesOf(guide, 2);
    assert.ok(named.length > 30);
    assert.deepEqual(
      named.filter((name) => !ours.has(name)),
      [],
    );
  });
});

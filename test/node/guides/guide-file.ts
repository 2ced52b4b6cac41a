// The files that a guide shows: each is a block of code that begins with its name.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The block of `stories/guides/<guide>.mdx` that begins with this name, without that line. */
export function guideFile(guide: string, name: string): string {
  const text = readFileSync(join('stories', 'guides', `${guide}.mdx`), 'utf8');
  const [, source] = new RegExp(`\`\`\`\\w+\\n// ${name.replaceAll('.', '\\.')}\\n([^]*?)\`\`\``).exec(text) ?? [];
  assert.ok(source, `${guide} shows ${name}`);
  return source;
}

/** A guide promises that its example is short: lines that are not blank, and their length. */
export function assertShort(source: string, mostLines: number, longestLine: number): void {
  const lines = source.split('\n').filter((line) => line.trim() !== '');
  assert.ok(lines.length <= mostLines, `${lines.length} lines`);
  assert.ok(lines.every((line) => line.length <= longestLine));
}

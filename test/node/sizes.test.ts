// What a page loads at first stays within test/sizes.json, and the README says the same. A change that needs more must raise it openly.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

interface Size {
  readonly name: string;
  readonly part: string;
  readonly gzip: number;
}

const limits = JSON.parse(readFileSync('test/sizes.json', 'utf8')) as Record<string, number>;
const { benchSizes } = (await import(join(process.cwd(), 'test', 'bench', 'sizes.mjs'))) as { benchSizes(): Size[] };
const initial = benchSizes().filter(({ part }) => part === 'initial load');
const readme = readFileSync('README.md', 'utf8');

describe('the initial load of the script-tag builds, gzip', () => {
  for (const [name, limit] of Object.entries(limits)) {
    it(`${name}: at most ${limit} bytes`, () => {
      const size = initial.find((one) => one.name === name);
      assert.ok(size !== undefined && size.gzip > 5000, 'the build was found');
      assert.ok(size.gzip <= limit, `${name} is ${size.gzip} bytes`);
    });
    it(`${name}: the README says so`, () => {
      const row = new RegExp(`^\\| \`${name.replace('.', '\\.')}\` \\| ([\\d.]+) \\|`, 'm').exec(readme);
      assert.equal(Number(row?.[1]) * 1000, limit);
    });
  }
});

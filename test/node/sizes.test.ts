// What a page loads at first stays within test/sizes.json, and the guide says what is true. A change that needs more must raise it openly.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

interface Table<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
}

type Measured = readonly [name: string, bytes: number, note: string];
type Written = readonly [name: string, kB: number];

const budgets = JSON.parse(readFileSync('test/sizes.json', 'utf8')) as Record<string, number>;
/** Those of the package are held beside its contents. */
const limits = Object.entries(budgets).filter(([name]) => !name.startsWith('package, '));
const { sizeTables, guideTables } = (await import(join(process.cwd(), 'test', 'bench', 'guide-sizes.mjs'))) as {
  sizeTables(): Promise<readonly Table<Measured>[]>;
  guideTables(): readonly Table<Written>[];
};
const tables = await sizeTables();
const [first] = tables;
assert.ok(first !== undefined);

describe('what loads at first, gzip', () => {
  for (const [name, limit] of limits) {
    it(`${name}: at most ${limit} bytes`, () => {
      const [, bytes = 0] = first.rows.find((row) => row[0] === `\`${name}\``) ?? [];
      assert.ok(bytes > 1000, 'it was found');
      assert.ok(bytes <= limit, `${name} is ${bytes} bytes`);
    });
  }
});

describe('the guide to sizes', () => {
  const written = guideTables();
  const advice = 'Write it again: npm run build && node test/bench/guide-sizes.mjs';

  it('has the tables there are', () => {
    assert.deepEqual(
      written.map(({ title }) => title),
      tables.map(({ title }) => title),
      advice,
    );
  });
  for (const { title, rows } of tables)
    it(`${title}: names every part, each within a tenth and 300 bytes`, () => {
      const said = new Map(written.find((table) => table.title === title)?.rows);
      assert.deepEqual([...said.keys()].toSorted(), rows.map(([name]) => name).toSorted(), advice);
      for (const [name, bytes, note] of rows) {
        assert.notEqual(note, '', `${name}: say in guide-sizes.mjs when it is loaded`);
        const off = Math.abs((said.get(name) ?? 0) * 1000 - bytes);
        assert.ok(off <= 300 + bytes / 10, `${name} is ${bytes} bytes. ${advice}`);
      }
    });
});

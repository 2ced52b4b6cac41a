// What a user imports, and what the tests and the types take for it, are the same files.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { it } from 'node:test';

interface Door {
  readonly types: string;
  readonly default: string;
}
const { exports: doors } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, Door | string> };
const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as { compilerOptions: { paths: Record<string, string[]> } };

it('every door of package.json is the source of the same name in tsconfig.json', () => {
  const sources = Object.entries(doors).flatMap(([name, door]) =>
    typeof door === 'string' ? [] : [[`voxreel${name.slice(1)}`, [door.default.replace('./dist/', './src/').replace(/\.js$/, '.ts')]]],
  );
  assert.deepEqual(compilerOptions.paths, Object.fromEntries(sources));
});

it('every door leads to a file', () => {
  const files = Object.values(compilerOptions.paths).flat();
  assert.ok(files.length > 20, 'the doors were found');
  assert.deepEqual(
    files.filter((file) => !existsSync(file)),
    [],
  );
});

it('`voxreel` in a test is the code beside it', async () => {
  const [door, source] = await Promise.all([import('voxreel'), import('../../src/index.js')]);
  assert.equal(door.VoxreelError, source.VoxreelError);
});

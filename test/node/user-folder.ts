// A folder of someone who has installed the package as it is built.
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The caller removes it. */
export function userFolder(name: string): string {
  mkdirSync('.build', { recursive: true });
  const folder = mkdtempSync(resolve('.build', `${name}-`));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(resolve('.'), join(folder, 'node_modules', 'voxreel'), 'dir');
  return folder;
}

// Nothing that voxreel needs runs a script when it is installed, nor does voxreel itself; what development needs works without its own.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { lock, ours } from './packed.js';

/**
 * Development alone has these, and none needs its script: `esbuild` puts its program in the place of a script that starts it, which saves a
 * process; `rs-module-lexer` fetches a build for machines that none of its optional packages is for.
 */
const harmless = ['esbuild', 'rs-module-lexer'];

const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');

describe('install scripts', () => {
  it('are in two packages of development alone', () => {
    assert.ok(Object.keys(lock).length > 500, 'the lock file was read');
    const having = Object.entries(lock).filter(([, { hasInstallScript }]) => hasInstallScript === true);
    assert.deepEqual(having.map(([path]) => nameOf(path)).toSorted(), harmless);
    for (const [path, { dev }] of having) assert.equal(dev, true, path);
  });

  it('are not in anything that voxreel needs, or may need', () => {
    const paths = new Set(Object.keys({ ...ours.dependencies, ...ours.peerDependencies }).map((name) => `node_modules/${name}`));
    for (const path of paths) {
      const { dependencies, optionalDependencies } = lock[path] ?? {};
      for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
        const own = `${path}/node_modules/${name}`;
        paths.add(own in lock ? own : `node_modules/${name}`);
      }
    }
    assert.ok(paths.size > 40, `${paths.size} packages`);
    assert.deepEqual(
      [...paths].filter((path) => lock[path] === undefined || lock[path].hasInstallScript === true),
      [],
    );
  });

  it('are none of our own', () => {
    const run = Object.keys(ours.scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name));
    assert.deepEqual(run, []);
  });
});

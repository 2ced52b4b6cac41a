// The tarball holds what is built of each source, the script-tag builds, the papers, the demo page and the starters, and nothing else.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { transformSync } from 'esbuild';

import { emptyFolder, filesIn, ours, pack, projectWith, readJson, type PackageJson } from './packed.js';

const papers = ['package.json', 'README.md', 'LICENSE', 'dist/custom-elements.json'];
const demoPage = ['demo.html', 'demo.css', 'demo.js', 'demo.svg', 'check.html', 'check.js', 'copy-code.js'].map(
  (name) => `stories/${name}`,
);
const starters = filesIn('stories/examples/starters').map((name) => `stories/examples/starters/${name}`);
const besideBuilds = ['integrity.json', 'THIRD-PARTY-LICENSES.txt'];
const tags = [
  'voxreel.js',
  'video-generator.js',
  'realtime-voice.js',
  'core.js',
  'voxreel.iife.js',
  'self-check.js',
  'realtime-voice-launcher.js',
  'shared-view.js',
  'push.js',
];
/** What a line of code imports; a comment may name anything. */
const imports = /^(?!\s*(?:\*|\/\/)).*?\b(?:from |import |import\()["']([^"']+)["']/gm;
const limits = readJson('test/sizes.json') as Readonly<Record<string, number>>;
const worklets = ['capture.worklet.js', 'playback.worklet.js', 'sound.worker.js'];

describe('the tarball', () => {
  const { path, remove } = emptyFolder();
  after(remove);
  let tarball: string;
  let home: string;
  let files: readonly string[];
  before(() => {
    tarball = pack(path);
    home = projectWith(tarball, path);
    files = filesIn(home);
  });
  const read = (name: string): string => readFileSync(join(home, name), 'utf8');

  it('holds each source that has any code as JavaScript, the types that can be imported, the papers, the demo page, the starters, the builds, and nothing else', () => {
    const sources = filesIn('src').filter((name) => name.endsWith('.ts'));
    const entries = new Set(Object.values(ours.exports).map((entry) => (typeof entry === 'string' ? entry : entry.default)));
    const hasCode = (name: string) => transformSync(readFileSync(join('src', name), 'utf8'), { loader: 'ts' }).code !== '';
    const modules = sources
      .map((name) => ({ name, built: `dist/${name.slice(0, -3)}.js` }))
      .filter(({ name, built }) => entries.has(`./${built}`) || hasCode(name));
    const built = [...modules.map((module) => module.built), ...publicTypes()];
    const alone = worklets.map((name) => `dist/worklets/${name}`);
    const inBuilds = [...reachable(), ...besideBuilds].map((name) => `dist/cdn/${name}`);
    const expected = new Set([...papers, ...demoPage, ...starters, ...built, ...alone, ...inBuilds]);
    assert.ok(sources.length > 400, 'the sources were found');
    const unexpected = files.filter((name) => !expected.has(name));
    const missing = [...expected].filter((name) => !files.includes(name));
    assert.deepEqual({ unexpected, missing }, { unexpected: [], missing: [] });
  });

  it('is small: packed and installed', () => {
    const installed = files.reduce((sum, name) => sum + statSync(join(home, name)).size, 0);
    for (const [what, bytes] of Object.entries({ 'package, packed': statSync(tarball).size, 'package, installed': installed })) {
      assert.ok(bytes > 1_000_000 && bytes <= (limits[what] ?? 0), `${what}: ${bytes} bytes`);
    }
  });

  it('has modules that can be read without a source map: functions on lines of their own, under their names', () => {
    const declared = filesIn('src')
      .filter((name) => /^(?!.*\.work(?:er|let)\.ts$).*\.ts$/.test(name))
      .flatMap((name) =>
        [...readFileSync(join('src', name), 'utf8').matchAll(/^export ((?:async )?function \w+\()/gm)].map(
          ([, head = '']) => [`dist/${name.slice(0, -3)}.js`, `\n${head}`] as const,
        ),
      );
    assert.ok(declared.length > 500, `${declared.length} functions`);
    assert.deepEqual(
      declared.filter(([module, head]) => !`\n${read(module)}`.includes(head)),
      [],
    );
  });

  /** Every declaration that the types of `exports` lead to. */
  function publicTypes(): ReadonlySet<string> {
    const { exports } = JSON.parse(read('package.json')) as PackageJson;
    const types = Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [target.types.slice(2)]));
    const seen = new Set(types);
    for (const file of seen)
      if (files.includes(file))
        for (const [, name = ''] of read(file).matchAll(imports))
          if (name.startsWith('.')) seen.add(posix.join(posix.dirname(file), name.replace(/\.js$/, '.d.ts')));
    return seen;
  }

  /** What a script tag leads to, at once or later: a file names what it loads. */
  function reachable(): ReadonlySet<string> {
    const all = files.filter((name) => /^dist\/cdn\/.*\.js$/.test(name)).map((name) => name.slice('dist/cdn/'.length));
    const seen = new Set(tags);
    for (const name of seen) {
      const source = read(`dist/cdn/${name}`);
      for (const other of all) if (source.includes(`./${other}`)) seen.add(other);
    }
    return seen;
  }

  it('says nowhere on which machine it was made', () => {
    const places = [resolve('.'), homedir()].filter((place) => place.length > 1);
    const telling = files.filter((name) => {
      const text = read(name);
      return places.some((place) => text.includes(`${place}/`)) || /\bfile:\/\/\/\w/.test(text);
    });
    assert.deepEqual(telling, []);
  });

  it('imports nothing that its package.json does not declare', () => {
    const { name, dependencies, peerDependencies } = JSON.parse(read('package.json')) as PackageJson;
    const declared = new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies })]);
    const undeclared = [...imported()].filter(([, other]) => !declared.has(other)).map((pair) => pair.join(': '));
    assert.deepEqual(undeclared, []);
  });

  /** Each package that a module, or a type one can come to, names. */
  function* imported(): Iterable<readonly [file: string, name: string]> {
    const scripts = files.filter((file) => /^dist\/(?!cdn\/|worklets\/).*(?<!\.work(?:er|let))\.js$/.test(file));
    const seen = [...publicTypes(), ...scripts];
    for (const file of seen)
      for (const [, name = ''] of read(file).matchAll(imports)) {
        const [own = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [];
        if (!/^(?:\.|node:)/.test(name)) yield [file, own];
      }
    assert.ok(seen.length > 600, `${seen.length} modules`);
  }

  it('names in its types no package that only some sites install, but in the names that are for one', () => {
    const brought = Object.keys(ours.dependencies ?? {});
    const forOne = {
      'dist/frameworks/jsx.d.ts': /react/,
      'dist/frameworks/react.d.ts': /react/,
      'dist/frameworks/vue.d.ts': /^vue$/,
      'dist/frameworks/svelte.d.ts': /^svelte/,
    };
    const named = files
      .filter((file) => file.endsWith('.d.ts'))
      .flatMap((file) => {
        const code = read(file).replaceAll(/^\s*(?:\*|\/[*/]).*$/gm, '');
        // A line may have several.
        return [...code.matchAll(/\b(?:from |import |import\()["']([^"']+)["']/g)].map(([, name = '']) => ({ file, name }));
      });
    assert.ok(
      named.some(({ name }) => name === 'lit'),
      'the types were found',
    );
    const missing = named.filter(
      ({ file, name }) =>
        !/^(?:\.|node:)/.test(name) &&
        !brought.some((one) => name === one || name.startsWith(`${one}/`)) &&
        !Object.entries(forOne).some(([one, its]) => one === file && its.test(name)),
    );
    assert.deepEqual(missing, []);
  });

  it('has what its package.json names', () => {
    const packed = JSON.parse(read('package.json')) as PackageJson;
    const named = Object.values(packed.exports).flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)));
    const missing = [...named, packed.customElements, ...Object.values(packed.bin)]
      .map((name) => name.replace(/^\.\//, ''))
      .filter((name) => !files.some((file) => (name.endsWith('/*') ? file.startsWith(name.slice(0, -1)) : file === name)));
    assert.deepEqual(missing, []);
    assert.match(read(packed.bin.voxreel), /^#!\/usr\/bin\/env node\n/);
  });
});

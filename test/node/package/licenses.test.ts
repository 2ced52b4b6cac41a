// What is bundled is listed with its license, and so is what the gateway and the local service load; none of it is under terms we have not agreed to.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { filesIn, lock, ours, packageOf, readJson } from './packed.js';

const text = readFileSync('dist/cdn/THIRD-PARTY-LICENSES.txt', 'utf8');
const [bundledPart = '', besidePart = ''] = text.split('\nNothing of these is in the builds;');

/** Each says of itself that it may be given on, in a product and without its source being ours to give. */
const agreed = new Set(['MIT', 'BSD-3-Clause', 'Apache-2.0', 'MPL-2.0']);
/** Loaded, never handed on by us. `BSD-4-Clause` asks that advertising names its makers; `MPL 2.0` is how one package writes MPL-2.0. */
const agreedBeside = new Set([...agreed, 'ISC', 'MIT OR Apache-2.0', 'BSD-4-Clause', 'MPL 2.0']);

/** By the source maps: what a build has code of. */
const inBuilds = new Set(
  filesIn('dist')
    .filter((name) => name.endsWith('.js.map'))
    .flatMap((name) => (readJson(join('dist', name)) as { readonly sources: readonly string[] }).sources)
    .flatMap((source) => packageOf(source) ?? []),
);

describe('what is bundled', () => {
  const told = [...bundledPart.matchAll(/^-{80}\n(\S+) (\S+), (.+), (https:\/\/\S+)$/gm)];

  it('is listed, and nothing else is', () => {
    assert.ok(inBuilds.size >= 7, [...inBuilds].join(' '));
    assert.deepEqual(told.map(([, name = '']) => name).toSorted(), [...inBuilds].toSorted());
  });

  for (const name of inBuilds) {
    it(`${name}: version, license, where its source is, and the words of the license`, () => {
      const [, , version, license, source] = told.find(([, each]) => each === name) ?? [];
      const folder = join('node_modules', name);
      const own = readJson(join(folder, 'package.json')) as { readonly version: string; readonly license: string };
      assert.deepEqual({ version, license }, { version: own.version, license: own.license });
      assert.ok(agreed.has(own.license), `${name} is under ${own.license}`);
      assert.match(source ?? '', /^https:\/\/github\.com\//);
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      const words =
        file === undefined ? /Copyright \(c\) \S.*\n\nPermission is hereby granted/ : readFileSync(join(folder, file), 'utf8').trim();
      const section = bundledPart.split(`\n${'-'.repeat(80)}\n`).find((each) => each.startsWith(`${name} `)) ?? '';
      assert.ok(typeof words === 'string' ? section.includes(words) : words.test(section), section);
    });
  }

  it('is named at the head of each script that a page names', () => {
    for (const name of ['voxreel.js', 'video-generator.js', 'realtime-voice.js', 'core.js', 'voxreel.iife.js']) {
      const [first] = readFileSync(join('dist', 'cdn', name), 'utf8').split('\n');
      assert.equal(first, `/*! voxreel ${ours.version}, MIT; what is bundled with it: THIRD-PARTY-LICENSES.txt */`);
    }
  });
});

describe('what the gateway and the local service load', () => {
  const frameworks = new Set(['@lit/react', '@types/react', 'react', 'svelte', 'vue']);
  const told = new Map([...besidePart.matchAll(/^(\S+) \d\S*, (.+)$/gm)].map(([, name = '', license = '']) => [name, license]));

  it('is listed', () => {
    const needed = [...Object.keys(ours.peerDependencies).filter((name) => !frameworks.has(name)), ...Object.keys(ours.dependencies)];
    const untold = needed.filter((name) => !told.has(name) && !inBuilds.has(name));
    assert.deepEqual(untold, []);
    const furtherOn = [...told.keys()].flatMap((name) => Object.keys(lock[`node_modules/${name}`]?.dependencies ?? {}));
    assert.deepEqual(
      furtherOn.filter((name) => !told.has(name) && !inBuilds.has(name)),
      [],
    );
  });

  it('is under terms that were agreed to', () => {
    assert.deepEqual(
      [...told].filter(([, license]) => !agreedBeside.has(license)),
      [],
    );
  });
});

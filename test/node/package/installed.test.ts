// The package in a project that has nothing else: every name can be imported in Node and, through esbuild, in a browser; every name is typed;
// what is not used drops out.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { build, type BuildOptions } from 'esbuild';

import { complaintsOf, namesInNode } from './consumer.js';
import { firstLoad } from './first-load.js';
import { namesInBrowser, openSite } from './in-browser.js';
import { doors, emptyFolder, forBrowsers, needing, ours, pack, projectWith, typesNeeding } from './packed.js';

const alone = [...doors.keys()].filter((door) => !needing.has(door));

describe('the package, installed', () => {
  const { path, remove } = emptyFolder();
  let names: Readonly<Record<string, readonly string[]>>;
  before(() => {
    projectWith(pack(path), path);
    names = namesInNode(path, alone);
  });
  after(remove);

  it('every name can be imported in Node, but those for which more must be installed', () => {
    assert.deepEqual(Object.keys(names), alone);
    for (const name of ['createVideoQueue', 'createRealtimeSession', 'foldConversation']) assert.ok(names['voxreel']?.includes(name), name);
  });

  it('the others say which package is missing, and it is one of those listed', () => {
    for (const [door, packages] of needing) {
      assert.throws(
        () => namesInNode(path, [door]),
        (error: Error) => {
          const [, missing = ''] = /Cannot find package '([^']+)'/.exec(error.message) ?? [];
          return packages.includes(missing) && ours.peerDependenciesMeta[missing]?.optional === true;
        },
        door,
      );
    }
  });

  it('every name for browsers is bundled by esbuild, and has the same names in a browser', async () => {
    const modules = forBrowsers.filter((door) => !needing.has(door));
    await bundle('each', Object.fromEntries(modules.map((door) => [fileOf(door), `export * from '${door}';`])));
    const site = await openSite(path);
    const found = await namesInBrowser(
      site,
      modules.map((door) => `/each/${fileOf(door)}.js`),
    ).finally(site.close);
    for (const door of modules) assert.deepEqual(found[`/each/${fileOf(door)}.js`], names[door], door);
  });

  /** Builds pages of a line each, without anything being said of them. */
  async function bundle(folder: string, entries: Readonly<Record<string, string>>, options: BuildOptions = {}): Promise<void> {
    for (const [name, source] of Object.entries(entries)) writeFileSync(join(path, `${name}.mjs`), source);
    const { errors } = await build({
      absWorkingDir: path,
      entryPoints: Object.keys(entries).map((name) => `${name}.mjs`),
      outdir: folder,
      logLevel: 'silent',
      bundle: true,
      splitting: true,
      format: 'esm',
      minify: true,
      target: 'es2022',
      ...options,
    });
    assert.deepEqual(errors, []);
  }

  it('the library alone brings no element, and an element nothing of the other', async () => {
    const entries = {
      library: `export { createVideoQueue, createRealtimeSession } from 'voxreel';`,
      'video-generator': `import 'voxreel/video-generator';`,
      'realtime-voice': `import 'voxreel/realtime-voice';`,
    };
    await bundle('apart', entries);
    const [library, video, voice] = Object.keys(entries).map((name) => firstLoad(join(path, 'apart', `${name}.js`)).code);
    assert.match(library ?? '', /indexedDB|AudioContext/);
    assert.doesNotMatch(library ?? '', /customElements|LitElement|adoptedStyleSheets/);
    assert.ok(video?.includes('"video-generator"') === true && !video.includes('"realtime-voice"'));
    assert.ok(voice?.includes('"realtime-voice"') === true && !voice.includes('"video-generator"'));
  });

  it('what is imported and not used leaves nothing', async () => {
    const quiet = alone.filter((door) => !/define|video-generator|realtime-voice|launcher|push|server\/node/.test(door));
    await bundle('unused', { unused: quiet.map((door, at) => `import * as unused${at} from '${door}';`).join('\n') }, { splitting: false });
    assert.equal(readFileSync(join(path, 'unused', 'unused.js'), 'utf8').trim(), '');
  });

  // esbuild keeps at first whatever `voxreel` itself names and something that loads later needs.
  for (const [door, name, most] of [
    ['video-queue', 'createVideoQueue', 6000],
    ['realtime-session', 'createRealtimeSession', 10_000],
  ] as const)
    it(`${name} by its own door takes at most ${most} bytes at first`, async () => {
      await bundle(door, { [name]: `import { ${name} } from 'voxreel/${door}'; globalThis.made = ${name};` });
      const { bytes } = firstLoad(join(path, door, `${name}.js`));
      assert.ok(bytes > 3000 && bytes <= most, `${bytes} bytes`);
    });

  for (const resolution of ['nodenext', 'bundler'] as const)
    it(`every name is typed where modules are resolved as ${resolution}, with nothing skipped`, () => {
      const untyped = [...typesNeeding.keys()];
      assert.deepEqual(
        complaintsOf(
          path,
          resolution,
          alone.filter((door) => !untyped.includes(door)),
        ),
        [],
      );
    });
});

const fileOf = (door: string): string => door.replaceAll('/', '-');

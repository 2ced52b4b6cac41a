// `npm run check:package`: what npm publishes, judged by those who take it. Asks the registry; the tests beside this need none.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { nodeResolve } from '@rollup/plugin-node-resolve';
import * as terserPlugin from '@rollup/plugin-terser';
import Ajv from 'ajv';
import { rollup } from 'rollup';
import { build } from 'vite';

import { compiler, complaintsOf, namesInNode, olderCompiler } from './consumer.js';
import { firstLoad } from './first-load.js';
import { namesInBrowser, openSite } from './in-browser.js';
import { doors, emptyFolder, forBrowsers, lock, needing, ours, pack, readJson, typesNeeding } from './packed.js';

/** Sources by their names. */
type Entries = Readonly<Record<string, string>>;

/** Its types tell the shape that its CommonJS half has. */
const terser = terserPlugin.default as unknown as typeof terserPlugin.default.default;
const limits = readJson('test/sizes.json') as Readonly<Record<string, number>>;
const webpackVersions = ['webpack@5.102.1', 'webpack-cli@6.0.1'];

/** A program of our own dev dependencies: what it said, where it is not content. */
function complaint(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [resolve('node_modules', program), ...args], { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

/** With an npm that runs no script of what it installs. */
const install = (project: string, ...packages: readonly string[]): void => {
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', ...packages], {
    cwd: project,
    stdio: 'pipe',
  });
};

const pinned = (names: Iterable<string>): string[] =>
  [...new Set(names)].map((name) => `${name}@${lock[`node_modules/${name}`]?.version ?? ''}`);
const fileOf = (door: string): string => door.replaceAll('/', '-');

describe('the package, from npm', { timeout: 600_000 }, () => {
  const { path, remove } = emptyFolder();
  let tarball: string;
  before(() => {
    tarball = pack(path);
    writeFileSync(join(path, 'package.json'), JSON.stringify({ name: 'page', private: true, type: 'module' }));
    install(path, tarball);
  });
  after(remove);
  const home = join(path, 'node_modules', 'voxreel');

  it('publint has nothing to say, in strict mode', () => {
    assert.equal(complaint('publint/src/cli.js', home, '--strict', '--pack=false'), '');
  });

  it('attw has nothing to say', () => {
    assert.equal(complaint('@arethetypeswrong/cli/dist/index.js', tarball, '--profile', 'esm-only'), '');
  });

  it('brings what it depends on, and none of what is only for some', () => {
    const installed = Object.keys((readJson(join(path, 'package-lock.json')) as { readonly packages: object }).packages);
    const names = installed.filter((name) => name !== '').map((name) => name.replace(/^.*node_modules\//, ''));
    assert.ok(names.length < 20, names.join(' '));
    for (const name of Object.keys(ours.dependencies)) assert.ok(names.includes(name), name);
    for (const name of Object.keys(ours.peerDependencies)) assert.ok(!names.includes(name), name);
  });

  it('the README tells the hashes of the scripts in it', () => {
    const hashes = readJson(join(home, 'dist', 'cdn', 'integrity.json')) as Readonly<Record<string, string>>;
    const told = [...readFileSync(join(home, 'README.md'), 'utf8').matchAll(/^\| `([\w.-]+\.js)` \| `(sha384-\S+)` \|$/gm)];
    assert.equal(told.length, 5);
    for (const [, name = '', hash] of told) assert.equal(hash, hashes[name], name);
  });

  it('the manifest is one, by the schema of manifests', () => {
    const ajv = new Ajv({ allErrors: true });
    const isManifest = ajv.validate(
      readJson('node_modules/custom-elements-manifest/schema.json') as object,
      readJson(join(home, ours.customElements)),
    );
    assert.ok(isManifest === true, ajv.errorsText());
    assert.equal(ajv.validate(readJson('node_modules/custom-elements-manifest/schema.json') as object, { modules: [{}] }), false);
  });

  const alone = forBrowsers.filter((door) => !needing.has(door));
  for (const [bundler, bundle] of [
    ['Vite', (entries: Entries) => viteBuild(entries, 'strict')],
    ['webpack', webpackBuild],
  ] as const)
    it(`every name for browsers is bundled by ${bundler}, and has the same names in a browser as in Node`, async () => {
      const folder = await bundle(Object.fromEntries(alone.map((door) => [fileOf(door), `export * from '${door}';`])));
      const site = await openSite(join(path, folder));
      const found = await namesInBrowser(
        site,
        alone.map((door) => `/${fileOf(door)}.js`),
      ).finally(site.close);
      const inNode = namesInNode(path, alone);
      for (const door of alone) assert.deepEqual(found[`/${fileOf(door)}.js`], inNode[door], door);
    });

  const names = { createVideoQueue: 6000, createRealtimeSession: 9500 };
  for (const [name, most] of Object.entries(names)) {
    const source = `import { ${name} } from 'voxreel'; globalThis.made = ${name};`;
    it(`${name} alone, built by Rollup, is as small as it is said to be`, async () => {
      isWithin(await rollupBuild(name, source), limits[name] ?? 0);
    });
    // It minifies less, and adds a part of its own for what loads later.
    it(`${name} alone, built by Vite, takes at most ${most} bytes`, async () => {
      isWithin(join(path, await viteBuild({ [name]: source }), `${name}.js`), most);
    });
  }

  for (const name of ['video-generator', 'realtime-voice'])
    it(`${name} alone, built by Vite, is as small as its script-tag build`, async () => {
      isWithin(join(path, await viteBuild({ [name]: `import 'voxreel/${name}';` }), `${name}.js`), limits[`${name}.js`] ?? 0);
    });

  function isWithin(entry: string, most: number): void {
    const { bytes } = firstLoad(entry);
    assert.ok(bytes > 3000 && bytes <= most, `${bytes} bytes`);
  }

  let builds = 0;
  const written = (entries: Entries): readonly [name: string, file: string][] =>
    Object.entries(entries).map(([name, source]) => {
      const file = join(path, `${name}.mjs`);
      writeFileSync(file, source);
      return [name, file];
    });

  /** What it may drop is what package.json says does nothing by being imported. */
  async function rollupBuild(name: string, source: string): Promise<string> {
    const [[, input] = []] = written({ [name]: source });
    assert.ok(input !== undefined);
    const minified = terser({ module: true, ecma: 2022, compress: { passes: 2 }, format: { comments: false } });
    const plugins = [nodeResolve({ browser: true, exportConditions: ['production'] }), minified];
    const bundle = await rollup({ input, plugins, external: ['mediabunny'], onwarn: () => undefined });
    const dir = join(path, `rollup-${name}`);
    const { output } = await bundle.write({ dir, format: 'es', hoistTransitiveImports: false });
    return join(dir, output[0].fileName);
  }

  /** As a page is built. A library keeps what its entries export, and shares what two of them have in many small files. */
  async function viteBuild(entries: Entries, preserveEntrySignatures: 'strict' | false = false): Promise<string> {
    const folder = `vite-${builds++}`;
    await build({
      root: path,
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: folder,
        target: 'es2022',
        modulePreload: false,
        rollupOptions: {
          input: Object.fromEntries(written(entries)),
          preserveEntrySignatures,
          output: { entryFileNames: '[name].js' },
        },
      },
    });
    return folder;
  }

  async function webpackBuild(entries: Entries): Promise<string> {
    const tools = emptyFolder();
    writeFileSync(join(tools.path, 'package.json'), '{ "private": true }');
    install(tools.path, ...webpackVersions);
    const folder = `webpack-${builds++}`;
    const config = {
      mode: 'production',
      context: path,
      entry: Object.fromEntries(written(entries)),
      experiments: { outputModule: true },
      output: { path: join(path, folder), filename: '[name].js', module: true, library: { type: 'module' }, publicPath: '/' },
      performance: false,
      target: ['web', 'es2022'],
    };
    writeFileSync(join(tools.path, 'webpack.config.mjs'), `export default ${JSON.stringify(config)};`);
    const program = join(tools.path, 'node_modules', 'webpack-cli', 'bin', 'cli.js');
    const { status, stdout } = spawnSync(process.execPath, [program, '--config', join(tools.path, 'webpack.config.mjs')], {
      encoding: 'utf8',
    });
    tools.remove();
    assert.equal(status, 0, stdout);
    return folder;
  }

  it('with what they ask for installed, all the others can be imported and are typed', () => {
    install(path, ...pinned([...needing.values(), ...typesNeeding.values()].flat()));
    const others = [...needing.keys()];
    assert.deepEqual(Object.keys(namesInNode(path, others)), others);
    for (const resolution of ['nodenext', 'bundler'] as const)
      for (const by of [compiler, olderCompiler]) assert.deepEqual(ownAlone(complaintsOf(path, resolution, [...doors.keys()], by)), []);
  });

  it('the packages of development that have an install script work without it', () => {
    const tools = emptyFolder();
    writeFileSync(join(tools.path, 'package.json'), '{ "private": true, "type": "module" }');
    install(tools.path, ...pinned(['esbuild', 'rs-module-lexer']));
    const source = `
      import { transform } from 'esbuild';
      import lexer from 'rs-module-lexer';
      const { code } = await transform('let a: number = 1', { loader: 'ts' });
      const { output } = lexer.parse({ input: [{ filename: 'a.js', code: 'import "./b.js";' }] });
      console.log(code.trim(), output[0].imports[0].n);`;
    writeFileSync(join(tools.path, 'try.js'), source);
    const said = execFileSync(process.execPath, ['try.js'], { cwd: tools.path, encoding: 'utf8' });
    tools.remove();
    assert.equal(said, 'let a = 1; ./b.js\n');
  });

  it('no dependency has a known advisory', (test) => {
    const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' });
    const report = JSON.parse(stdout) as { readonly metadata?: { readonly vulnerabilities: { readonly total: number } } };
    if (report.metadata === undefined) return test.skip('the registry gives no answer about advisories');
    return assert.equal(report.metadata.vulnerabilities.total, 0, stdout);
  });
});

/** What is wrong in our own types, or in how they are found; not what a library's types say of each other. */
const ownAlone = (complaints: readonly string[]): string[] =>
  complaints.filter((complaint) => /node_modules\/voxreel\/|^types-/.test(complaint));

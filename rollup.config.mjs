// The script-tag builds in dist/cdn and the worklets and workers, each in one file. What npm users import is plain tsc output.
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

import { nodeResolve } from '@rollup/plugin-node-resolve';
import esbuild from 'rollup-plugin-esbuild';
import license from 'rollup-plugin-license';

import { classicEntry } from './.rollup/classic-entry.mjs';
import { heldOnce, languages, pointThere } from './.rollup/held-once.mjs';
import { integrity } from './.rollup/integrity.mjs';
import { licensesText } from './.rollup/licenses-text.mjs';
import { literals } from './.rollup/literals.mjs';
import { mediabunny, mediabunnyName } from './.rollup/mediabunny.mjs';
import { minified, minifiedClassic } from './.rollup/minified.mjs';
import { askForParts, noteParts } from './.rollup/open-parts.mjs';
import { createParts } from './.rollup/parts.mjs';
import { workletSources } from './.rollup/worklet-sources.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

const worklets = ['core/audio/capture.worklet', 'core/audio/playback.worklet'];
/** In one file each with everything it needs: import maps do not reach into workers. */
const imageWorker = 'core/drafts/image.worker';
const traceWorker = 'elements/realtime-voice/trace.worker';
/** Found as worklets are. */
const soundWorker = 'core/realtime/thread/sound.worker';
/** All that the launcher's own file loads, once it is opened: that one is no part of the others, so that it brings nothing they share. */
const openParts = 'elements/realtime-voice/launcher/open-parts';
const comesWithOpening = [];
const makingOnDevice = 'core/on-device/on-device-video';
const editing = 'core/editing/run-job';
/** Too large and too rarely used for a classic script to carry: it imports them from beside it, where the modules have them too. */
const besideClassic = [makingOnDevice, 'elements/playing/file-tracks', editing, 'core/realtime/tools/json-schema', 'core/zod-schema'];
/** In one file for npm, as above. Beside the script-tag builds it takes its larger halves from them, which the others have too. */
const mediaWorker = 'core/media-worker/media.worker';
const mediaHalves = [makingOnDevice, editing];
/** A classic script as much as a module: a site registers it, or imports it into its own worker. */
const pushWorker = 'push/push';
/** The script of a share's page, which has nothing else of the elements. */
const sharedView = 'elements/view-only/define';
/** What the self-check tries: the builds' own. */
const tried = ['core/realtime/session/realtime-session', 'core/persistence/indexed-db'];
const sourceOf = (path) => resolve('src', `${path}.ts`);

/** At the head of each file that a page names. */
const notice = `/*! voxreel ${version}, MIT; what is bundled with it: THIRD-PARTY-LICENSES.txt */`;

/** One for all builds, so that it has seen each when the last one is written. */
const licenses = license({ thirdParty: { output: { file: resolve('dist/cdn/THIRD-PARTY-LICENSES.txt'), template: licensesText } } });

/** Only a define file does something by being imported. */
const treeshake = { moduleSideEffects: (id) => id.endsWith('define.ts') };
const compile = [
  literals,
  nodeResolve({ browser: true, exportConditions: ['production'], extensions: ['.ts', '.mjs', '.js'], ignoreSideEffectsForRoot: true }),
  esbuild({ target: 'es2022', tsconfig: 'tsconfig.json' }),
];
const workletText = await workletSources(worklets.map(sourceOf), sourceOf(soundWorker), { plugins: [...compile, minified], treeshake });
const plugins = [mediabunny, workletText, ...compile, licenses];

/** One file with everything it needs, beside the script-tag builds and, the same, in `folders`. Scripts do not name their maps: npm publishes none. */
const alone = (path, ...folders) => inOneFile(path, ['dist/cdn', ...folders]);
const inOneFile = (path, folders) => ({
  input: sourceOf(path),
  output: folders.map((folder) => ({
    file: `${folder}/${basename(path)}.js`,
    format: 'es',
    sourcemap: folder === 'dist/cdn' ? 'hidden' : false,
    inlineDynamicImports: true,
  })),
  plugins: [...plugins, minified],
  treeshake,
});

export default [
  {
    input: {
      voxreel: sourceOf('define'),
      'video-generator': sourceOf('elements/video-generator/define'),
      'realtime-voice': sourceOf('elements/realtime-voice/define'),
      core: sourceOf('index'),
      'shared-view': sourceOf(sharedView),
      'launcher-parts': sourceOf(openParts),
      ...Object.fromEntries(besideClassic.map((path) => [basename(path), sourceOf(path)])),
      ...heldOnce,
    },
    output: {
      dir: 'dist/cdn',
      format: 'es',
      sourcemap: 'hidden',
      banner: ({ isEntry, name }) => (isEntry && !Object.hasOwn(heldOnce, name) ? notice : ''),
      entryFileNames: '[name].js',
      chunkFileNames: mediabunnyName,
      hoistTransitiveImports: true,
    },
    plugins: [...plugins, createParts(), noteParts(sourceOf(openParts), comesWithOpening), minified, pointThere],
    treeshake,
  },
  {
    input: { 'realtime-voice-launcher': sourceOf('elements/realtime-voice/launcher/define') },
    external: [sourceOf(openParts)],
    output: {
      dir: 'dist/cdn',
      format: 'es',
      sourcemap: 'hidden',
      banner: notice,
      paths: { [sourceOf(openParts)]: './launcher-parts.js' },
    },
    plugins: [...plugins, askForParts(comesWithOpening), minified],
    treeshake,
  },
  {
    input: 'classic-entry',
    external: [...besideClassic.map(sourceOf), ...Object.values(languages)],
    output: {
      file: 'dist/cdn/voxreel.iife.js',
      format: 'iife',
      name: 'voxreel',
      sourcemap: 'hidden',
      banner: notice,
      inlineDynamicImports: true,
      paths: Object.fromEntries([
        ...besideClassic.map((path) => [sourceOf(path), `./${basename(path)}.js`]),
        ...Object.entries(languages).map(([name, path]) => [path, `./${name}.js`]),
      ]),
    },
    plugins: [classicEntry(sourceOf('define'), sourceOf('index')), ...plugins, minifiedClassic],
    treeshake,
  },
  ...[...worklets, soundWorker].map((path) => alone(path, `dist/${dirname(path)}`, 'dist/worklets')),
  ...[imageWorker, traceWorker, pushWorker].map((path) => alone(path, `dist/${dirname(path)}`)),
  inOneFile(mediaWorker, [`dist/${dirname(mediaWorker)}`]),
  {
    input: sourceOf(mediaWorker),
    external: mediaHalves.map(sourceOf),
    output: {
      file: 'dist/cdn/media.worker.js',
      format: 'es',
      sourcemap: 'hidden',
      paths: Object.fromEntries(mediaHalves.map((half) => [sourceOf(half), `./${basename(half)}.js`])),
    },
    plugins: [...plugins, minified],
    treeshake,
  },
  {
    // Apart from the elements' chunks, which it would cut into smaller ones. Calls and storage are those of the build beside it.
    input: sourceOf('testing/self-check/self-check'),
    external: tried.map(sourceOf),
    output: {
      file: 'dist/cdn/self-check.js',
      format: 'es',
      sourcemap: 'hidden',
      inlineDynamicImports: true,
      paths: Object.fromEntries(tried.map((path) => [sourceOf(path), './core.js'])),
    },
    plugins: [...plugins.filter((plugin) => plugin !== workletText), minified],
    treeshake,
  },
].map((one, index, builds) => (index === builds.length - 1 ? { ...one, plugins: [...one.plugins, integrity] } : one));

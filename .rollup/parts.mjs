// What an action needs comes in one step. Its modules are few files, and a dynamic import asks for what its file imports too: a file that only another
// one names costs a round trip more.
import { resolve } from 'node:path';

const source = (path) => resolve('src', `${path}.ts`);

/** Modules whose dynamic imports are what an action needs. */
const lists = {
  studio: source('elements/video-generator/studio-parts'),
  making: source('elements/video-generator/making-parts'),
  talk: source('elements/realtime-voice/talk-parts'),
};
/** What a page loads first, by element. */
const entries = [source('elements/video-generator/define'), source('elements/realtime-voice/define')];
const headless = source('index');
const ofVideo =
  /\/src\/(?:elements\/view-only\/shared-videos|(?:elements\/(?:video-generator|playing)|core\/(?:video|drafts|on-device|editing|providers))\/)/;
const ofVoice =
  /\/src\/(?:elements\/view-only\/shared-transcript|(?:elements\/realtime-voice|core\/(?:realtime|audio|transports|dialects))\/)/;

const withoutPage = /\/src\/(?:base|core|picture|protocol)\//;

/** What every page has: the first of it belongs to the headless library too. */
const loadedFirst = ['base', 'element', 'voice'];

/** The modules of `ids` and all they import statically. */
function closure(ids, getModuleInfo) {
  const seen = new Set(ids);
  for (const id of seen) for (const next of getModuleInfo(id)?.importedIds ?? []) seen.add(next);
  return seen;
}

/** What one element alone loads first, and what no action needs at once, Rollup places as it likes. */
function placesOf(ids, getModuleInfo) {
  const of = (ids) => closure(ids, getModuleInfo);
  const [video, voice] = entries.map((entry) => of([entry]));
  const atFirst = new Set([...video, ...voice]);
  const later = [...ids].filter((id) => getModuleInfo(id)?.dynamicImporters.length);
  /** What only one of them needs later must not bring what the other one has. */
  const laterOf = (family) => of(later.filter((id) => family.test(id) || !(ofVideo.test(id) || ofVoice.test(id))));
  const [laterVideo, laterVoice] = [laterOf(ofVideo), laterOf(ofVoice)];
  const inCore = of([headless]);
  const [studio, making, talk] = Object.values(lists).map((list) => of(getModuleInfo(list)?.dynamicallyImportedIds ?? []));
  const placeOf = (id) => {
    const isVideo = studio.has(id) || making.has(id) || laterVideo.has(id);
    const isVoice = talk.has(id) || laterVoice.has(id);
    if (inCore.has(id)) return isVideo && isVoice ? 'core' : isVideo ? 'queue' : 'session';
    // Workers run what has no page, and must not come to code of the elements for it.
    if (isVideo && isVoice) return withoutPage.test(id) ? 'core' : 'shared';
    return isVoice ? 'talk' : studio.has(id) ? 'studio' : 'making';
  };
  const placed = [...studio, ...making, ...talk].filter((id) => !atFirst.has(id));
  const base = [...atFirst].filter((id) => inCore.has(id));
  const both = [...video].filter((id) => voice.has(id) && !inCore.has(id));
  /** A launcher needs it too, and must not have it in pieces. */
  const ofVoiceAlone = [...voice].filter((id) => ofVoice.test(id) && !video.has(id) && !inCore.has(id) && !entries.includes(id));
  return new Map([
    ...placed.map((id) => [id, placeOf(id)]),
    ...base.map((id) => [id, loadedFirst[0]]),
    ...both.map((id) => [id, loadedFirst[1]]),
    ...ofVoiceAlone.map((id) => [id, loadedFirst[2]]),
  ]);
}

export function createParts() {
  /** The imports of a list are asked for together: what one of them has asked for, the others need not. */
  const listed = new Set();
  const isListed = (moduleId, one) => {
    if (!Object.values(lists).includes(moduleId)) return false;
    const known = listed.has(`${moduleId} ${one}`);
    listed.add(`${moduleId} ${one}`);
    return known;
  };
  let places;
  return {
    name: 'parts',
    outputOptions: (options) => ({
      ...options,
      onlyExplicitManualChunks: true,
      manualChunks: (id, { getModuleIds, getModuleInfo }) => (places ??= placesOf(getModuleIds(), getModuleInfo)).get(id),
    }),
    renderDynamicImport({ moduleId, getTargetChunkImports }) {
      const needed = (getTargetChunkImports() ?? [])
        .filter(({ type, chunk }) => type === 'internal' && !loadedFirst.includes(chunk.name))
        .map(({ resolvedImportPath }) => `import(${resolvedImportPath})`)
        .filter((one) => !isListed(moduleId, one));
      if (needed.length === 0) return null;
      return { left: 'Promise.all([import(', right: `), ${needed.join(', ')}]).then(([module]) => module)` };
    },
  };
}

// The custom elements manifest says all that a page may use of the elements, each with a sentence, and nothing that is not there.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { RealtimeVoice, VideoGenerator } from 'voxreel/elements';

interface Named {
  readonly name: string;
  readonly description?: string;
}

interface Described extends Named {
  readonly customElement?: boolean;
  readonly tagName?: string;
  readonly attributes: readonly Named[];
  readonly events: readonly (Named & { readonly type?: { readonly text: string } })[];
  readonly slots: readonly Named[];
  readonly cssParts: readonly Named[];
  readonly cssProperties: readonly Named[];
  readonly cssStates: readonly Named[];
  readonly members: readonly (Named & { readonly kind: string; readonly static?: boolean; readonly privacy?: string })[];
}

interface Manifest {
  readonly modules: readonly { readonly path: string; readonly declarations: readonly Described[] }[];
}

const manifest = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')) as Manifest;
const declarations = manifest.modules.flatMap((module) => module.declarations);

const sourcesIn = (...folders: readonly string[]): string =>
  folders
    .map((folder) => join('src/elements', folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');

/** Without what is only said of it. */
const code = (source: string): string => source.replaceAll(/\/\*\*[^]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
const found = (source: string, ...patterns: readonly RegExp[]): string[] =>
  [...new Set(patterns.flatMap((pattern) => [...source.matchAll(pattern)].flatMap(([, name = '']) => name.split(' '))))].toSorted();
const names = (described: readonly Named[]): string[] => described.map(({ name }) => name).toSorted();

/** `part="a b"`, `part.add('a')`, and the words in `part=${sure ? 'a' : 'b'}`. */
function partsIn(source: string): string[] {
  const chosen = [...source.matchAll(/\bpart=\$\{([^}]*)\}/g)].map(([, choice = '']) => choice).join('\n');
  return [...new Set([...found(source, /\bpart="([\w -]+)"/g, /\bpart\.add\('([\w-]+)'/g), ...found(chosen, /'([\w-]+)'/g)])].toSorted();
}

for (const [tag, element] of [
  ['video-generator', VideoGenerator],
  ['realtime-voice', RealtimeVoice],
] as const) {
  describe(`the manifest of <${tag}>`, () => {
    const own = sourcesIn(tag);
    const elementSource = readFileSync(join('src/elements', tag, `${tag}.ts`), 'utf8');
    const whole = code(sourcesIn(tag, 'shared'));
    const described = declarations.find(({ tagName }) => tagName === tag);
    assert.ok(described?.customElement === true, 'the element is there');
    const { attributes, events, slots, cssParts, cssProperties, cssStates, members } = described;

    // `lang` is every element's own: it is followed up to the root of the page.
    it('has every attribute', () => assert.deepEqual(names(attributes), [...element.observedAttributes, 'lang'].toSorted()));
    it('has every event', () => assert.deepEqual(names(events), found(own, /\bsuper\('((?:video|voice)-[\w-]+)'/g)));
    it('has every slot', () => assert.deepEqual(names(slots), found(code(own), /<slot name="([\w-]+)"/g)));
    it('has every part', () => assert.deepEqual(names(cssParts), partsIn(whole)));
    it('has every custom property', () => assert.deepEqual(names(cssProperties), found(whole, /var\((--voxreel-[\w-]+)/g)));
    it('has every state', () => {
      const lists = [...elementSource.matchAll(/for \(const name of \[([^\]]*)\] as const\) set\(/g)]
        .map(([, list = '']) => list)
        .join('\n');
      const states = [...found(elementSource, /#state\('([\w-]+)'/g, /\bset\('([\w-]+)', [^)]*\);/g), ...found(lists, /'([\w-]+)'/g)];
      assert.deepEqual(names(cssStates), states.toSorted());
    });

    it('says a sentence of each', () => {
      const all = [...attributes, ...events, ...slots, ...cssParts, ...cssProperties, ...cssStates, ...members];
      assert.deepEqual(names(all.filter(({ description = '' }) => !/^\S.*\.$/s.test(description.trim()))), []);
    });
    it('gives each event its class', () => {
      const classes = new Set(declarations.map(({ name }) => name));
      assert.deepEqual(names(events.filter(({ type }) => !classes.has(type?.text ?? ''))), []);
    });
    it('has nothing that is of no use to a page', () => {
      assert.deepEqual(
        names(
          members.filter(
            ({ name, static: isStatic, privacy }) => isStatic === true || (privacy ?? 'public') !== 'public' || name.startsWith('#'),
          ),
        ),
        [],
      );
      assert.equal(new Set(names(members)).size, members.length, 'each member once');
    });
  });
}

describe('the modules of the manifest', () => {
  it('are files of the package', () => {
    for (const { path } of manifest.modules) assert.ok(readFileSync(path, 'utf8').length > 0, path);
  });
});

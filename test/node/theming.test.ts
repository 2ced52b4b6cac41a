// What is written of the look is what there is: custom properties, parts, slots and states of both elements, in their own notes and in the guide.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const folder = 'src/elements';
const sourcesIn = (name: string) =>
  readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => ({ file, text: readFileSync(join(folder, name, file), 'utf8') }));

const textOf = (sources: ReturnType<typeof sourcesIn>) => sources.map(({ text }) => text).join('\n');
const all = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name = '']) => name));
const sorted = (names: Iterable<string>) => [...names].toSorted();

const shared = sourcesIn('shared');
const guide = readFileSync('stories/guides/theming.mdx', 'utf8');
const tokens = all(textOf(shared), /var\((--voxreel-[\w-]+)/g);

describe('the look as it is written down', () => {
  for (const tag of ['video-generator', 'realtime-voice'] as const) {
    const sources = sourcesIn(tag);
    // What both show has parts in both.
    const code = textOf([...sources, ...shared]);
    const notes = readFileSync(join(folder, tag, `${tag}.ts`), 'utf8');

    it(`names every custom property of <${tag}>, and no other`, () => {
      assert.deepEqual(sorted(all(notes, /^ \* @cssprop \[?(--voxreel-[\w-]+)/gm)), sorted(tokens));
    });

    it(`names every part of <${tag}>, and no other`, () => {
      const written = sorted(all(code, /\bpart="([\w -]+)"/g)).flatMap((names) => names.split(' '));
      const chosen = sorted(all(code, /\bpart=\$\{([^}]*)\}/g)).flatMap((text) => [...all(text, /'([\w-]+)'/g)]);
      const used = new Set([...written, ...chosen, ...all(code, /\.part\.(?:add|value = )\(?'([\w-]+)'/g)]);
      assert.deepEqual(sorted(all(notes, /^ \* @csspart ([\w-]+)/gm)), sorted(used));
    });

    it(`names every slot of <${tag}>, and no other`, () => {
      assert.deepEqual(sorted(all(notes, /^ \* @slot ([\w-]+)/gm)), sorted(all(code, /<slot name="([\w-]+)"/g)));
    });

    it(`tells each part, slot and state of <${tag}> in the guide`, () => {
      const [, told = ''] = guide.split(`## \`<${tag}>\``);
      const [section = ''] = told.split('\n## ');
      const listed = (kind: string) => sorted(all(notes, new RegExp(`^ \\* @${kind} ([\\w-]+)`, 'gm')));
      const inGuide = (title: string) => sorted(all(section.split(`\n| ${title} |`)[1]?.split('\n\n')[0] ?? '', /^\| `([\w-]+)` \|/gm));
      assert.deepEqual(inGuide('Part'), listed('csspart'));
      assert.deepEqual(inGuide('State'), listed('cssstate'));
      assert.deepEqual(inGuide('Slot'), listed('slot'));
    });
  }

  it('tells every custom property in the guide, and no other', () => {
    assert.deepEqual(sorted(all(guide, /^\| `(--voxreel-[\w-]+)` \|/gm)), sorted(tokens));
  });

  it('says nothing of left and right: what points there follows the direction of the page', () => {
    const physical = /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right)|left|right|float|text-align):\s*(?:left|right|-?[\d.])/g;
    const wrong = [...shared, ...sourcesIn('video-generator'), ...sourcesIn('realtime-voice')]
      .filter(({ file }) => file.endsWith('.styles.ts'))
      .flatMap(({ file, text }) => [...text.matchAll(physical)].map(([found]) => `${file}: ${found.trim()}`));
    assert.deepEqual(wrong, []);
  });
});

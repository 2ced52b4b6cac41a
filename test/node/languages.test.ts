// The languages that come with the library: every room has its words in each, a page may supply every room, and the guide names them all.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { isCounted, placesIn } from './word-places.js';

const folder = 'src/elements/shared';
const filesIn = (path: string, pattern: RegExp) =>
  readdirSync(path).flatMap((name) => {
    const [, found = ''] = pattern.exec(name) ?? [];
    return found === '' ? [] : [found];
  });
const languages = filesIn(join(folder, 'languages'), /^(\w+)\.ts$/);
type Words = Readonly<Record<string, unknown>>;

/** Every English word by room, as a language has them. */
async function english(): Promise<Readonly<Record<string, Words>>> {
  const rooms: Record<string, Words> = {};
  for (const file of filesIn(folder, /^strings\.([\w-]+)\.en\.ts$/)) {
    const module: Record<string, unknown> = await import(`../../src/elements/shared/strings.${file}.en.js`);
    const book = Object.values(module).find((value) => typeof value === 'object' && value !== null);
    const room = file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const { errors: _, ...words } = { ...book } as Record<string, unknown>;
    rooms[room] = words;
  }
  const { voiceErrors, ...others } = rooms;
  return { ...others, errors: { ...others['errors'], ...voiceErrors } };
}
const wordsOf = async (lang: string): Promise<Readonly<Record<string, Words>>> =>
  (await import(`../../src/elements/shared/languages/${lang}.js`)).words;

describe('the languages that come with the library', () => {
  it('are loaded under their own names', () => {
    const source = readFileSync(join(folder, 'strings.ts'), 'utf8');
    const loaded = [...source.matchAll(/^  (\w+): \(\) => import\('.\/languages\/(\w+)\.js'\)/gm)].map(([, tag, file]) => [tag, file]);
    assert.deepEqual(
      loaded,
      languages.map((tag) => [tag, tag]),
    );
  });

  for (const lang of languages)
    it(`say everything in ${lang}, with the same places to fill`, async () => {
      const [said, mine] = [await english(), await wordsOf(lang)];
      assert.deepEqual(Object.keys(mine).toSorted(), Object.keys(said).toSorted());
      for (const [room, words] of Object.entries(said)) {
        assert.deepEqual(Object.keys(mine[room] ?? {}).toSorted(), Object.keys(words).toSorted(), room);
        for (const [key, sentence] of Object.entries(words))
          assert.deepEqual(placesIn(mine[room]?.[key]), placesIn(sentence), `${room}.${key}`);
      }
    });

  for (const lang of ['en', ...languages])
    it(`choose a form for every kind of number ${lang} tells apart`, async () => {
      const rooms = lang === 'en' ? await english() : await wordsOf(lang);
      const kinds = new Intl.PluralRules(lang).resolvedOptions().pluralCategories.toSorted();
      for (const [room, words] of Object.entries(rooms))
        for (const [key, forms] of Object.entries(words)) {
          if (!isCounted(forms)) continue;
          assert.deepEqual(Object.keys(forms).toSorted(), kinds, `${room}.${key}`);
        }
    });

  it('have a name for the pill of a launcher, which is there before they are', async () => {
    const { launchWords } = await import('../../src/elements/shared/launch-words.js');
    const launches = await Promise.all(languages.map(async (lang) => [lang, (await wordsOf(lang))['voiceLauncher']?.['launch']]));
    const { en, ...others } = launchWords;
    assert.equal((await english())['voiceLauncher']?.['launch'], en);
    assert.deepEqual(others, Object.fromEntries(launches));
  });
});

describe('the rooms of words', () => {
  const elements = 'src/elements';
  const books = readdirSync(elements, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      [...readFileSync(join(elements, name), 'utf8').matchAll(/createWordBook<\w+>\(\s*'(\w+)'/g)].map(([, room = '']) => room),
    )
    .toSorted();

  it('can all be supplied by a page', () => {
    const source = readFileSync(join(folder, 'words.ts'), 'utf8');
    const supplied = [...source.matchAll(/^  readonly (\w+)\?:/gm)].map(([, room = '']) => room);
    assert.deepEqual(supplied.toSorted(), [...books, 'errors'].toSorted());
  });

  it('are all named in the guide', () => {
    const guide = readFileSync('stories/guides/languages.mdx', 'utf8');
    const named = [...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, room = '']) => room);
    assert.deepEqual(named.toSorted(), [...books, 'errors'].toSorted());
  });
});

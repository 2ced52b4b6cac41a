// The languages that come with the library: every room has its words in each, a page may supply every room, and the guide names them all.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { arabicForms, placesIn } from './word-places.js';

const folder = 'src/elements/shared';
const files = readdirSync(folder).filter((name) => /^strings\.[\w-]+\.(en|zh|ar)\.ts$/.test(name));
const rooms = [...new Set(files.map((name) => name.split('.')[1] ?? ''))];
const wordsOf = async (room: string, lang: string): Promise<Record<string, unknown>> => {
  const module: Record<string, unknown> = await import(`../../src/elements/shared/strings.${room}.${lang}.js`);
  const book = Object.values(module).find((value) => typeof value === 'object' && value !== null);
  assert.ok(book, `${room} has words in ${lang}`);
  return { ...book };
};

describe('the languages that come with the library', () => {
  for (const room of rooms)
    for (const lang of ['zh', 'ar'])
      it(`say all of ${room} in ${lang}, with the same places to fill`, async () => {
        const [english, other] = [await wordsOf(room, 'en'), await wordsOf(room, lang)];
        assert.deepEqual(Object.keys(other).toSorted(), Object.keys(english).toSorted());
        for (const [key, words] of Object.entries(english)) {
          if (key === 'errors') continue;
          assert.deepEqual(placesIn(other[key]), placesIn(words), key);
        }
      });

  it('choose a form for every kind of number Arabic tells apart', async () => {
    for (const room of rooms) assert.deepEqual(arabicForms(await wordsOf(room, 'ar')), [], room);
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
    const source = readFileSync(join(folder, 'set-words.ts'), 'utf8');
    const supplied = [...source.matchAll(/^  readonly (\w+)\?:/gm)].map(([, room = '']) => room);
    assert.deepEqual(supplied.toSorted(), [...books, 'errors'].toSorted());
  });

  it('are all named in the guide', () => {
    const guide = readFileSync('stories/guides/languages.mdx', 'utf8');
    const named = [...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, room = '']) => room);
    assert.deepEqual(named.toSorted(), [...books, 'errors'].toSorted());
  });
});

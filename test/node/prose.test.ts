// What is written for people, in one English: no quaint words, one spelling. Sources, guides, tests, README and CHANGELOG.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

/** Each with what to write. */
const quaint: Readonly<Record<string, string>> = {
  'mend(?:s|ed|ing)?': 'fix',
  'deeds?': 'action',
  anew: 'again',
  'at hand': 'available',
  'taken in': 'received',
  'goes on by itself': 'resumes',
  '(?:is|are) told': 'hears, is notified, is reported',
  whoever: 'the one who',
  'there and back': 'round trip',
  unevenness: 'jitter',
};

/** British by American. `cancelled`, which the service documents use as a status, is both; `recognise` is an option's name. */
const spellings: Readonly<Record<string, string>> = {
  '(?:mis)?behaviour\\w*': 'behavior',
  'colour\\w*': 'color',
  'favourite\\w*': 'favorite',
  'labelled|labelling': 'labeled, labeling',
  'travelled|travelling': 'traveled, traveling',
  'licences?': 'license',
  'neighbour\\w*': 'neighbor',
  'honour\\w*': 'honor',
  'recognis(?:es|ed)': 'recognizes, recognized',
  '(?:organ|synchron|initial|normal|serial|optim|minim|maxim|summar|categor)is(?:e[sd]?|ing|ation)': 'z instead of s',
  'analys(?:e[sd]?|ing)': 'analyze',
  centres: 'centers',
  towards: 'toward',
  whilst: 'while',
};

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

const written = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...filesIn('src'), ...filesIn('stories'), ...filesIn('test')].filter(
  (name) => /\.(?:ts|mjs|mdx|md)$/.test(name) && !/node_modules|fixtures/.test(name) && !name.endsWith('prose.test.ts'),
);

/** Words that are data: a prompt may spell a color either way. */
const data = new Set(['src/picture/scene-words.ts']);

const found = (words: Readonly<Record<string, string>>): readonly string[] => {
  const any = new RegExp(`\\b(?:${Object.keys(words).join('|')})\\b`, 'i');
  const adviceFor = (word: string) => Object.entries(words).find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'i').test(word))?.[1] ?? '';
  return written
    .filter((name) => !data.has(name))
    .flatMap((name) =>
      readFileSync(name, 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const [word] = any.exec(line) ?? [];
          return word === undefined ? [] : [`${name}:${index + 1} "${word}": write ${adviceFor(word)}`];
        }),
    );
};

describe('what people read', () => {
  it('has no word that nobody would say to a colleague', () => assert.deepEqual(found(quaint), []));
  it('is spelled the American way', () => assert.deepEqual(found(spellings), []));
});

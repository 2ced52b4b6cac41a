// A wording put into a prompt and taken out of it, and what differs between two prompts.
import { expect } from '@open-wc/testing';

import { hasPhrase, withoutPhrase, withPhrase } from '../../../../src/elements/video-generator/composer/help/phrases.js';
import { textDifference } from '../../../../src/elements/video-generator/composer/help/text-difference.js';

describe('a wording in a prompt', () => {
  for (const [before, after] of [
    ['', 'Slow pan'],
    ['A harbour', 'A harbour, slow pan'],
    ['A harbour,', 'A harbour, slow pan'],
    ['A harbour at dawn.', 'A harbour at dawn. Slow pan'],
    ['港口。', '港口。 Slow pan'],
  ] as const)
    it(`is added to "${before}", is found there, and is taken out`, () => {
      expect(withPhrase(before, 'slow pan')).to.equal(after);
      expect(hasPhrase(after, 'slow pan')).to.equal(true);
      expect(withoutPhrase(after, 'slow pan')).to.equal(before.replace(/,$/, ''));
    });

  it('is left alone within a sentence of the visitor', () => {
    expect(hasPhrase('A path in moonlight by the sea', 'moonlight')).to.equal(false);
    expect(withoutPhrase('A path in moonlight', 'moonlight')).to.equal('A path in moonlight');
    expect(hasPhrase('A path, moonlights', 'moonlight')).to.equal(false);
    expect(hasPhrase('anything', ' ')).to.equal(false);
  });

  it('is taken out between others, and before a sentence', () => {
    expect(withoutPhrase('A path, moonlight, fog', 'moonlight')).to.equal('A path, fog');
    expect(withoutPhrase('Moonlight, a path', 'moonlight')).to.equal('a path');
    expect(withoutPhrase('A path. Moonlight. Fog.', 'moonlight')).to.equal('A path. Fog.');
  });

  it('may hold signs that patterns use', () => {
    expect(hasPhrase('A cat, 3D (soft) [x]', '3d (soft) [x]')).to.equal(true);
    expect(withoutPhrase('A cat, black-and-white', 'black-and-white')).to.equal('A cat');
  });
});

describe('what differs between two texts', () => {
  const told = (before: string, after: string) =>
    textDifference(before, after).map(({ kind, text }) => (kind === 'kept' ? text : `${kind === 'removed' ? '-' : '+'}${text}`));

  it('is shown word by word, words that changed together as one', () => {
    expect(told('A cat walks fast', 'A small cat walks fast')).to.deep.equal(['A ', '+small ', 'cat walks fast']);
    expect(told('A red car', 'A blue bus')).to.deep.equal(['A ', '-red car', '+blue bus']);
    expect(told('Same', 'Same')).to.deep.equal(['Same']);
    expect(told('', 'New')).to.deep.equal(['+New']);
    expect(told('Old', '')).to.deep.equal(['-Old']);
  });

  it('knows words where nothing stands between them', () => {
    expect(told('一只猫在睡觉', '一只猫在跑步').join('|')).to.match(/^一只猫.*\|-.*\|\+.*$/);
  });

  it('loses nothing, whatever changed', () => {
    const words = ['mist', 'over', 'the', 'sea', ', ', 'a', ' ', 'boat', '.'];
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const text = () => Array.from({ length: random(20) }, () => words[random(words.length)]).join(' ');
    for (let round = 0; round < 200; round++) {
      const [before, after] = [text(), text()];
      const parts = textDifference(before, after);
      const without = (left: string) =>
        parts
          .filter(({ kind }) => kind !== left)
          .map((part) => part.text)
          .join('');
      expect([without('added'), without('removed')]).to.deep.equal([before, after]);
    }
  });

  it('of very long texts is one change', () => {
    const long = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word}${at}`).join(' ');
    expect(textDifference(long('a'), long('b')).map(({ kind }) => kind)).to.deep.equal(['removed', 'added']);
  });
});

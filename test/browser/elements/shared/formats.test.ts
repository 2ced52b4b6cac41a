// What is written without Intl is what Intl would write.
import { expect } from '@open-wc/testing';

import { formatsFor } from '../../../../src/elements/shared/formats.js';

const own = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'id', 'it', 'ja', 'ko', 'pt', 'ru', 'zh'];
const regional = ['en-GB', 'en-IN', 'zh-CN', 'zh-Hant-TW', 'ar-EG', 'de-CH', 'es-MX', 'fr-MA', 'hi-Latn-IN', 'pt-BR'];
const others = ['fa', 'my', 'den', 'en-u-nu-arab', 'hi-IN-u-nu-deva', 'zh-u-nu-hanidec'];
const langs = [...own, ...regional, ...others];

describe('small whole numbers', () => {
  for (const lang of langs)
    it(`are those of Intl in ${lang}`, () => {
      const [formats, number, plural] = [formatsFor(lang), new Intl.NumberFormat(lang), new Intl.PluralRules(lang)];
      for (const value of [0, 1, 2, 3, 11, 21, 100, 999, 1000, 10_000, 1.5, -1]) {
        expect(formats.number(value)).to.equal(number.format(value));
        expect(formats.plural(value)).to.equal(plural.select(value));
      }
    });
});

describe('a clock', () => {
  for (const lang of langs)
    it(`has the digits of Intl in ${lang}`, () => {
      const written = (value: number, digits: number) =>
        new Intl.NumberFormat(lang, { minimumIntegerDigits: digits, useGrouping: false }).format(value);
      const { clock } = formatsFor(lang);
      expect(clock(-1)).to.equal(`${written(0, 1)}:${written(0, 2)}`);
      expect(clock(83_999)).to.equal(`${written(1, 1)}:${written(23, 2)}`);
      expect(clock(1_234 * 3_600_000 + 5 * 60_000 + 9_000)).to.equal(`${written(1234, 1)}:${written(5, 2)}:${written(9, 2)}`);
    });

  it('starts no Intl where the digits are those of JavaScript', () => {
    const { NumberFormat } = Intl;
    Object.assign(Intl, {
      NumberFormat: () => {
        throw new Error('Intl was started.');
      },
    });
    try {
      // A tag that nobody has asked for yet.
      expect(formatsFor('en-NZ').clock(83_000)).to.equal('1:23');
    } finally {
      Object.assign(Intl, { NumberFormat });
    }
  });
});

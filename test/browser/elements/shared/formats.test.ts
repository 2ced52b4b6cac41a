// What is written without Intl is what Intl would write.
import { expect } from '@open-wc/testing';

import { formatsFor } from '../../../../src/elements/shared/formats.js';

describe('small whole numbers', () => {
  for (const lang of ['en', 'en-GB', 'en-IN', 'zh', 'zh-CN', 'zh-Hant-TW', 'ar', 'ar-EG', 'fr', 'en-u-nu-arab'])
    it(`are those of Intl in ${lang}`, () => {
      const [formats, number, plural] = [formatsFor(lang), new Intl.NumberFormat(lang), new Intl.PluralRules(lang)];
      for (const value of [0, 1, 2, 3, 11, 21, 100, 999, 1000, 10_000, 1.5, -1]) {
        expect(formats.number(value)).to.equal(number.format(value));
        expect(formats.plural(value)).to.equal(plural.select(value));
      }
    });
});

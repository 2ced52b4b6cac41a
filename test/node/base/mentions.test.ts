// `@name` in a prompt: what is meant by it, and what is not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { isMentionName, rewriteMentions } from '../../../src/base/mentions.js';

const named = (...names: readonly string[]) => names.map((name) => ({ name }));
const rewritten = (text: string, ...names: readonly string[]) => rewriteMentions(text, named(...names), ({ name }) => `<${name}>`);

describe('mentions', () => {
  it('are found at the start, in the middle and before punctuation, in whatever case', () => {
    assert.equal(rewritten('@ada and (@bo), then @ADA.', 'ada', 'bo'), '<ada> and (<bo>), then <ada>.');
  });

  it('mean the longer of two names', () => {
    assert.equal(rewritten('@ada @ada-2 @ada2 @adamant', 'ada', 'ada-2'), '<ada> <ada-2> @ada2 @adamant');
  });

  it('end with their name in scripts without spaces', () => {
    assert.equal(rewritten('@安娜在海边，@安娜妈妈走来', '安娜', '安娜妈妈'), '<安娜>在海边，<安娜妈妈>走来');
    assert.equal(rewritten('تمشي @ليلى، ثم', 'ليلى'), 'تمشي <ليلى>، ثم');
  });

  it('are not in addresses, nor in names that nobody has', () => {
    assert.equal(rewritten('mail ada@bo.example, @@bo, @cy, @ bo', 'bo'), 'mail ada@bo.example, @@bo, @cy, @ bo');
    assert.equal(rewritten('@ada', ''), '@ada');
    assert.equal(
      rewriteMentions('@ada', [{}], () => 'x'),
      '@ada',
    );
  });

  it('have names of letters and digits of any script', () => {
    assert.deepEqual(
      ['ada', 'Ada_2-b', '安娜', 'ليلى', 'é'].filter((name) => !isMentionName(name)),
      [],
    );
    assert.deepEqual(['', 'a b', '@a', 'a.b', 'x'.repeat(41), '👍'].filter(isMentionName), []);
  });
});

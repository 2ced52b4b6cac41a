// Where captions break: where their language allows it, and evenly.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { balanced, wrapped } from '../../../../src/core/editing/captions.js';

const widthOf = (line: string) => line.length;

describe('the lines of a caption', () => {
  it('break between words and where the text says so', () => {
    assert.deepEqual(wrapped('one two three\nfour', 8, widthOf), ['one two', 'three', 'four']);
  });
  it('keep punctuation with its word', () => {
    assert.deepEqual(wrapped('one two, three', 8, widthOf), ['one two,', 'three']);
  });
  it('break between the words of a language without spaces', () => {
    assert.deepEqual(wrapped('今天天气很好', 4, widthOf).join(''), '今天天气很好');
    assert.ok(wrapped('今天天气很好', 4, widthOf).every((line) => line.length <= 4));
  });
  it('break a word that is too long, and never inside a character', () => {
    assert.deepEqual(wrapped('aaaaaa', 4, widthOf), ['aaaa', 'aa']);
    assert.equal(wrapped('👨‍👩‍👧👨‍👩‍👧', 8, widthOf)[0], '👨‍👩‍👧');
  });
  it('are about as long as one another', () => {
    assert.deepEqual(balanced('one two three four', 14, widthOf), ['one two', 'three four']);
    assert.deepEqual(wrapped('one two three four', 14, widthOf), ['one two three', 'four']);
  });
});

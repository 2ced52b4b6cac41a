// The spoken voice: sentences, words in time with the sound, and files of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { encodeWav, speak } from 'voxreel/local';

import { levelDb } from '../../../../src/local/realtime/loudness.js';
import { splitSentences } from '../../../../src/local/speech/sentences.js';
import { createSynthesizer } from '../../../../src/local/speech/synthesizer.js';
import { alignWords } from '../../../../src/local/speech/words.js';

describe('sentences', () => {
  it('joined again are the text', () => {
    for (const text of ['', 'One.', 'One. Two! Three?  Four', 'Pi is 3.14. Yes.', 'a\nb\n\nc', `${'word '.repeat(200)}end`])
      assert.equal(splitSentences(text).join(''), text);
  });

  it('end where a reader would breathe', () => {
    assert.deepEqual(splitSentences('Pi is 3.14, more or less. Is it? Yes.'), ['Pi is 3.14, more or less. ', 'Is it? ', 'Yes.']);
    assert.ok(splitSentences('word '.repeat(200)).every((piece) => piece.length <= 240));
  });
});

describe('words', () => {
  const phones = [
    ['pau', 200],
    ['w', 300],
    ['ah', 400],
    ['n', 500],
    ['pau', 800],
    ['t', 900],
    ['uw', 1000],
    ['pau', 1200],
  ].map(([name, endMs]) => ({ name: String(name), endMs: Number(endMs) }));

  it('lie where their sounds are: pauses belong to punctuation', () => {
    assert.deepEqual(alignWords('One, two.', phones, 1200), [
      { text: 'One, ', startMs: 200, endMs: 500 },
      { text: 'two.', startMs: 800, endMs: 1000 },
    ]);
  });

  it('lose no letter where sounds and punctuation do not agree', () => {
    const text = '  Well, one: two; three.  ';
    assert.equal(
      alignWords(text, phones, 1200)
        .map((word) => word.text)
        .join(''),
      text,
    );
    assert.equal(alignWords('a b', [], 900)[1]?.endMs, 900);
  });
});

describe('speak', () => {
  it('makes audible speech with every word in order and in time', async () => {
    const text = 'Good morning, everybody. This is a test!';
    const { samples, sampleRateHz, words } = await speak(text, { voice: 'shimmer' });
    const durationMs = (samples.length / sampleRateHz) * 1000;
    assert.ok(levelDb(samples) > -30);
    assert.equal(words.map((word) => word.text).join(''), text);
    for (const [i, word] of words.entries()) {
      assert.ok(word.startMs < word.endMs && word.endMs <= durationMs, JSON.stringify(word));
      assert.ok(word.startMs >= (words[i - 1]?.startMs ?? 0));
    }
  });

  it('differs by voice, and keeps to one for the same name', async () => {
    const [alloy, echo, again] = await Promise.all(['alloy', 'echo', 'alloy'].map((voice) => speak('Hello.', { voice })));
    assert.notDeepEqual(alloy?.samples, echo?.samples);
    assert.deepEqual(alloy?.samples, again?.samples);
  });

  it('pauses for a script it cannot read', async () => {
    const { samples, words } = await speak('你好');
    assert.ok(samples.length > 0 && levelDb(samples) === -96);
    assert.equal(words[0]?.text, '你好');
  });

  it('stops when its signal fires and when it is closed', async () => {
    await assert.rejects(speak('Never.', { signal: AbortSignal.abort() }), { name: 'AbortError' });
    const synthesizer = createSynthesizer();
    const pending = synthesizer.say('A sentence that is not to be heard.', 'alloy');
    await Promise.all([assert.rejects(pending, { name: 'AbortError' }), synthesizer.close(), synthesizer.close()]);
  });

  it('writes WAV', async () => {
    const { samples, sampleRateHz } = await speak('Hi.');
    const wav = Buffer.from(encodeWav(samples, sampleRateHz));
    assert.equal(wav.toString('latin1', 0, 4), 'RIFF');
    assert.equal(wav.readUInt32LE(24), sampleRateHz);
    assert.equal(wav.length, 44 + 2 * samples.length);
  });
});

// A whole text spoken at once, e.g. to feed a fake microphone.
import { splitSentences } from './sentences.js';
import { createSynthesizer } from './synthesizer.js';
import type { Spoken } from './synthesizer.js';

/** The voice, and the signal that stops it. */
export interface SpeakOptions {
  /** `alloy` (default), `echo`, `shimmer`. */
  readonly voice?: string;
  readonly signal?: AbortSignal;
}

/** Mono samples at `sampleRateHz` with the time of each word. Rejects with an AbortError when `signal` fires. */
export async function speak(text: string, options: SpeakOptions = {}): Promise<Spoken> {
  const synthesizer = createSynthesizer();
  try {
    const sentences: Spoken[] = [];
    for (const sentence of splitSentences(text)) sentences.push(await synthesizer.say(sentence, options.voice ?? 'alloy', options.signal));
    return joined(sentences);
  } finally {
    await synthesizer.close();
  }
}

function joined(sentences: readonly Spoken[]): Spoken {
  const sampleRateHz = sentences[0]?.sampleRateHz ?? 16_000;
  const samples = new Int16Array(sentences.reduce((sum, sentence) => sum + sentence.samples.length, 0));
  const words = [];
  let at = 0;
  for (const sentence of sentences) {
    const offsetMs = Math.round((at / sampleRateHz) * 1000);
    words.push(...sentence.words.map((word) => ({ text: word.text, startMs: word.startMs + offsetMs, endMs: word.endMs + offsetMs })));
    samples.set(sentence.samples, at);
    at += sentence.samples.length;
  }
  return { samples, sampleRateHz, words };
}

// The voice of the local service: text in, spoken sentences with word times out. Speaks in a thread of its own, so that serving never waits.
import { Worker } from 'node:worker_threads';

import { alignWords } from './words.js';
import type { SpokenWord } from './words.js';
import type { FliteSpeech, FliteVoice } from './flite.js';
import type { SpeechJob } from './speech-worker.js';

/** Speech as samples. */
export interface Spoken {
  /** Mono, 16 bit. */
  readonly samples: Int16Array;
  readonly sampleRateHz: number;
  readonly words: readonly SpokenWord[];
}

export interface Synthesizer {
  /** One sentence. Rejects with an AbortError when `signal` fires or the synthesizer is closed. */
  say(sentence: string, voice: string, signal?: AbortSignal): Promise<Spoken>;
  close(): Promise<void>;
}

/** The documents' voices and ours for them. Their set is open: any other name is kept and spoken with the first. */
const voices: Readonly<Record<string, FliteVoice>> = {
  alloy: 'slt',
  echo: 'rms',
  shimmer: 'awb',
  slt: 'slt',
  rms: 'rms',
  awb: 'awb',
  kal16: 'kal16',
};

const sampleRateHz = 16_000;

interface Waiting {
  resolve(speech: FliteSpeech): void;
  reject(error: Error): void;
}

type Answer = { readonly id: number; readonly speech: FliteSpeech } | { readonly id: number; readonly failure: string };

/** The thread that speaks: started when it is needed, and again after it has failed. */
function createSpeechThread() {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let closed = false;
  let lastId = 0;

  function settle(id: number): Waiting | undefined {
    const entry = waiting.get(id);
    waiting.delete(id);
    // An idle thread must not keep the process alive, a busy one must.
    if (waiting.size === 0) worker?.unref();
    return entry;
  }

  function abandon(error: Error): void {
    worker = undefined;
    for (const id of waiting.keys()) settle(id)?.reject(error);
  }

  function started(): Worker {
    if (worker !== undefined) return worker;
    const made = new Worker(new URL('./speech-worker.js', import.meta.url));
    made.on('message', (answer: Answer) => {
      const entry = settle(answer.id);
      if ('speech' in answer) entry?.resolve(answer.speech);
      else entry?.reject(new Error(answer.failure));
    });
    made.on('error', (error) => worker === made && abandon(error instanceof Error ? error : new Error(String(error))));
    worker = made;
    return made;
  }

  function speak(text: string, voice: FliteVoice, signal: AbortSignal | undefined): Promise<FliteSpeech> {
    return new Promise((resolve, reject) => {
      if (closed || signal?.aborted === true) return reject(aborted());
      const id = ++lastId;
      const stop = () => settle(id)?.reject(aborted());
      signal?.addEventListener('abort', stop, { once: true });
      const forget = () => signal?.removeEventListener('abort', stop);
      waiting.set(id, { resolve: (speech) => (forget(), resolve(speech)), reject: (error) => (forget(), reject(error)) });
      const thread = started();
      thread.ref();
      thread.postMessage({ id, text, voice } satisfies SpeechJob);
    });
  }

  return {
    speak,
    async close() {
      closed = true;
      const thread = worker;
      abandon(aborted());
      await thread?.terminate();
    },
  };
}

export function createSynthesizer(): Synthesizer {
  const thread = createSpeechThread();
  return {
    async say(sentence, voice, signal) {
      const text = speakable(sentence);
      if (!/[A-Za-z0-9]/.test(text)) return unspeakable(sentence);
      const speech = await thread.speak(text, voices[voice] ?? 'slt', signal);
      const durationMs = (speech.samples.length / speech.sampleRateHz) * 1000;
      return { samples: speech.samples, sampleRateHz: speech.sampleRateHz, words: alignWords(sentence, speech.phones, durationMs) };
    },
    close: thread.close,
  };
}

const aborted = (): Error => new DOMException('Speech was stopped.', 'AbortError');

/** The synthesizer reads plain English letters only. */
function speakable(text: string): string {
  return text
    .replace(/[−–](?=\d)/g, 'minus ')
    .replace(/\bdBFS\b/g, 'decibels')
    .normalize('NFKD')
    .replace(/[‘’]/g, "'")
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/[*_`#<>|{}[\]\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Text in a script the voice cannot read: a pause of about its length, so that times stay true. */
function unspeakable(text: string): Spoken {
  const durationMs = Math.min(2000, 100 + 60 * text.length);
  return {
    samples: new Int16Array((durationMs * sampleRateHz) / 1000),
    sampleRateHz,
    words: text === '' ? [] : [{ text, startMs: 0, endMs: durationMs }],
  };
}

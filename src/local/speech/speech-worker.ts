// The thread that speaks. Knows text and voices; knows no session.
import { parentPort } from 'node:worker_threads';

import { createFlite } from './flite.js';
import type { FliteVoice } from './flite.js';

export interface SpeechJob {
  readonly id: number;
  readonly text: string;
  readonly voice: FliteVoice;
}

const flite = createFlite();

async function speak(job: SpeechJob): Promise<void> {
  try {
    const speech = await (await flite)(job.text, job.voice);
    parentPort?.postMessage({ id: job.id, speech }, [speech.samples.buffer]);
  } catch (error) {
    parentPort?.postMessage({ id: job.id, failure: error instanceof Error ? error.message : String(error) });
  }
}

parentPort?.on('message', (job: SpeechJob) => void speak(job));

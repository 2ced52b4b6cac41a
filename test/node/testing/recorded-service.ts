// A recording of a service at its judge: one task that ends well, and one that is cancelled where that is possible.
import { recordService } from 'voxreel/testing';
import type { ServiceRecording } from 'voxreel/testing';

import { createOutside } from '../../../src/server/backends/outside.js';
import type { Judge } from '../services/judge.js';

export interface Recorded {
  readonly recording: ServiceRecording;
  /** Where the judge was: a service is opened there to be checked, and never calls it. */
  readonly url: string;
}

export async function recorded(judge: Judge): Promise<Recorded> {
  const url = await judge.start();
  try {
    const recorder = recordService(judge.service(url));
    const { service } = recorder;
    const { video } = service;
    const outside = () => createOutside(service, { userId: 'somebody' }, {}, { timeoutMs: 60_000 });
    const model = judge.model;
    if (video === undefined) throw new Error('It makes no videos.');
    judge.plan({ ends: 'well', url: 'https://cdn.example.org/fox.mp4' });
    const { taskId: id = '', state } = await video.create({ model, prompt: 'a fox', duration: 5 }, outside());
    for (let status = 'processing'; status === 'processing';) ({ status } = await video.query({ id, model, state }, outside()));
    if (video.cancel !== undefined && judge.cannot?.includes('cancel') !== true) {
      judge.plan({ ends: 'never' });
      const other = await video.create({ model, prompt: 'a fox', duration: 5 }, outside());
      await video.cancel({ id: other.taskId ?? '', model, state: other.state }, outside());
    }
    return { recording: recorder.recording(), url };
  } finally {
    await judge.stop();
  }
}

// The videos that are being made on this device, by task: one at a time, begun when first asked about and let go when nobody asks.
import { abortedError } from '../abort.js';
import { isVoxreelError } from '../errors.js';
import type { Thread } from './on-device-thread.js';
import type { VideoOrder } from './on-device-order.js';
import type { VideoOutput, VideoReading } from '../providers/provider.js';

export interface Studio {
  /** How far the task is. `orders`, its videos, are called for when it begins; what they throw is the task's failure. Never throws. */
  ask(taskId: string, orders: () => readonly VideoOrder[], signal: AbortSignal): VideoReading;
  /** Ends it at once; when asked about again, it starts over. */
  stop(taskId: string): void;
}

interface Work {
  reading: VideoReading;
  askedAt: number;
  readonly askers: Set<AbortSignal>;
  readonly stop: AbortController;
}

/** Hidden pages wake once a minute: work that was not asked for so long is wanted no more. */
const patienceMs = 150_000;

export function createStudio(thread: Thread): Studio {
  const works = new Map<string, Work>();
  let last: Promise<unknown> = Promise.resolve();

  const begin = (taskId: string, orders: readonly VideoOrder[]): Work => {
    const stop = new AbortController();
    const reading: VideoReading = { taskId, status: 'processing', progress: 0, outputs: [] };
    const work: Work = { reading, askedAt: Date.now(), askers: new Set(), stop };
    const total = orders.reduce((sum, { frames }) => sum + frames, 0);
    let before = 0;
    const onFrames = (frames: number) => {
      work.reading = { ...work.reading, progress: (before + frames) / total };
      if (isUnwanted(work)) stop.abort();
    };
    const make = async (): Promise<readonly VideoOutput[]> => {
      const outputs: VideoOutput[] = [];
      for (const order of orders) {
        if (isUnwanted(work)) throw abortedError(stop.signal);
        outputs.push(outputOf(order, await thread(order, { signal: stop.signal, onFrames })));
        before += order.frames;
      }
      return outputs;
    };
    works.set(taskId, work);
    last = last.then(make).then(
      (outputs) => void (work.reading = { taskId, status: 'succeeded', progress: 1, outputs }),
      (cause: unknown) => {
        if (!isVoxreelError(cause) || cause.code !== 'aborted') work.reading = failed(taskId, cause);
        // By then it may have started over.
        else if (works.get(taskId) === work) works.delete(taskId);
      },
    );
    return work;
  };

  return {
    ask(taskId, orders, signal) {
      try {
        const work = works.get(taskId) ?? begin(taskId, orders());
        work.askedAt = Date.now();
        work.askers.add(signal);
        // The caller that hears of the end keeps the file: here it would stay as long as the page.
        if (work.reading.status !== 'processing') works.delete(taskId);
        return work.reading;
      } catch (cause) {
        return failed(taskId, cause);
      }
    },
    stop(taskId) {
      const work = works.get(taskId);
      if (work?.reading.status !== 'processing') return;
      works.delete(taskId);
      work.stop.abort();
    },
  };
}

/** It was stopped, every queue that asked is closed, or none has asked for long. */
const isUnwanted = ({ askers, askedAt, stop }: Work): boolean => {
  for (const asker of askers) if (asker.aborted) askers.delete(asker);
  return stop.signal.aborted || askers.size === 0 || Date.now() - askedAt > patienceMs;
};

function outputOf({ width, height, fps, frames, seed }: VideoOrder, file: Blob): VideoOutput {
  const format = file.type.replace('video/', '');
  return { url: URL.createObjectURL(file), file, format, width, height, fps, duration: frames / fps, seed };
}

function failed(taskId: string, cause: unknown): VideoReading {
  const { code, param } = isVoxreelError(cause) ? cause : { code: 'internal_error', param: undefined };
  const message = cause instanceof Error ? cause.message : String(cause);
  return { taskId, status: 'failed', outputs: [], error: { code, message, param } };
}

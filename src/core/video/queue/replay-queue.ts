// A queue that shows recorded tasks as they were: no service, no storage, nothing is sent or paid for.
import { VoxreelError } from '../../errors.js';
import { playEvents } from '../../play-events.js';
import { readEventLog, type RecordedEvent } from '../../recorded-events.js';
import { createStore } from '../../store/store.js';
import type { VideoTask } from '../../store/tasks-state.js';
import { estimateVideo } from '../history/estimate.js';
import { writeHistory } from '../history/history-file.js';
import { createVideoFold } from '../history/video-log.js';
import { estimateAll } from './fan-out.js';
import type { VideoQueue, VideoResults } from './video-queue.js';

/** What `createReplayQueue` plays, and how fast. */
export interface ReplayQueueOptions {
  /** A JSONL log as `recordVideos` or the inspector writes it, or such a log already read. What is no event of a queue is passed over. */
  readonly log: string | readonly RecordedEvent[];
  /** Times the recorded pace (default 1), or `instant`: everything at once. */
  readonly speed?: number | 'instant' | undefined;
  /** The time in the log at which the replay begins, in milliseconds; by default that of the first event of a queue. */
  readonly from?: number | undefined;
}

/** A queue that shows a recording, as `createReplayQueue` makes it. What would send, write or remove rejects with `unsupported`. */
export interface ReplayQueue extends VideoQueue {
  /** Resolves when the log has been played once. */
  readonly ended: Promise<void>;
}

/** Begins at once. What would send, write or remove rejects with `unsupported`. Throws `invalid_input` for a speed that is none. */
export function createReplayQueue({ log, speed = 1, from }: ReplayQueueOptions): ReplayQueue {
  if (speed !== 'instant' && !(speed > 0)) throw new VoxreelError('invalid_input', 'speed is above 0, or `instant`.', { param: 'speed' });
  const events = (typeof log === 'string' ? readEventLog(log) : log).filter((recorded) => recorded.from === 'queue');
  const tasks = createStore<readonly VideoTask[], readonly VideoTask[]>([], (_, next) => next);
  const fold = createVideoFold();
  let finished: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (finished = resolve));
  const stop = playEvents({
    events,
    speed: speed === 'instant' ? Number.POSITIVE_INFINITY : speed,
    firstAt: from ?? events[0]?.at ?? 0,
    tell: (event) => tasks.dispatch(fold(event)),
    ended: finished,
  });
  const estimate: VideoQueue['estimate'] = async (draft) => estimateVideo(draft, { tasks: tasks.get(), entries: [] });
  return {
    tasks,
    ended,
    ready: Promise.resolve(),
    persistent: true,
    setAside: 0,
    results,
    service: { models: async () => [], limits: async () => undefined, upload: async () => false },
    estimate,
    estimateAll: (drafts) => estimateAll(drafts, estimate),
    export: async () => writeHistory(tasks.get(), Date.now()),
    submit: refuse,
    submitAll: refuse,
    refresh: refuse,
    resubmit: refuse,
    confirm: refuse,
    organize: refuse,
    import: refuse,
    clear: refuse,
    remove: refuse,
    stop: () => undefined,
    forget: async () => undefined,
    close: stop,
  };
}

async function refuse(): Promise<never> {
  throw new VoxreelError('unsupported', 'This is a recording: nothing is sent, and nothing changes.');
}

const results: VideoResults = {
  file: async () => undefined,
  poster: async () => undefined,
  keep: refuse,
  download: refuse,
  usage: async () => ({ bytes: 0, maxBytes: 0, files: 0 }),
  clear: async () => undefined,
};

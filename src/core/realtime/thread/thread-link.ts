// The page's end of the worker: commands there, and reports to the one they are for.
import type { ThreadCommand, ThreadReport } from './messages.js';

type Kind = ThreadReport['kind'];
type ReportOf<K extends Kind> = Extract<ThreadReport, { kind: K }>;

export interface ThreadLink {
  /** The worker is gone without having been asked to: it answers nothing any more. */
  readonly isLost: boolean;
  post(command: ThreadCommand, transfer?: Transferable[]): void;
  /** One listener for each kind. */
  on<K extends Kind>(kind: K, listener: (report: ReportOf<K>) => void): void;
  /** Hears once when that happens. */
  onLost(listener: () => void): void;
  /** Nothing is heard of the worker any more, which ends as soon as its sockets have had time to close. */
  finish(): void;
}

/** For what its sockets say as they close. */
const lingerMs = 1000;

export function createThreadLink(worker: Worker): ThreadLink {
  const listeners = new Map<Kind, (report: never) => void>();
  const lost = new Set<() => void>();
  const listening = new AbortController();
  const { signal } = listening;
  let isLost = false;
  worker.addEventListener('message', ({ data }: MessageEvent<ThreadReport>) => listeners.get(data.kind)?.(data as never), { signal });
  const fail = (event: Event) => {
    event.preventDefault();
    listening.abort();
    worker.terminate();
    isLost = true;
    for (const listener of lost) listener();
  };
  for (const type of ['error', 'messageerror']) worker.addEventListener(type, fail, { signal });
  return {
    get isLost() {
      return isLost;
    },
    post: (command, transfer = []) => worker.postMessage(command, transfer),
    on: (kind, listener) => void listeners.set(kind, listener),
    onLost: (listener) => void lost.add(listener),
    finish() {
      listening.abort();
      setTimeout(() => worker.terminate(), lingerMs);
    },
  };
}

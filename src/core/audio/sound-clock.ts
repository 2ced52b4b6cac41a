// How long a stream that we do not mix ourselves has sounded, counted on the audio thread: no timer, so a hidden page counts as well.
import type { AudioHost } from './audio-host.js';
import type { ListenCommand, ListenReport } from './playback.worklet.js';
import { createWorkletNode, type WorkletNode } from './worklet-node.js';

export interface SoundClock {
  /** Milliseconds since the first sound after `restart`; 0 before it. */
  readonly heardMs: number;
  /** Milliseconds since the last sound, while `heardMs` is not 0. */
  readonly silentMs: number;
  /** `heardMs` of a sound that was silenced just now, as the audio thread counted it: the page's clock may be a block of the device behind. */
  settled(): Promise<number>;
  /** Counts from 0 again; `sounded` is called with the first sound. `late`: a sound that began just now counts from its beginning. */
  restart(sounded?: () => void, late?: boolean): void;
  close(): void;
}

/** An audio thread that is behind is waited for as long. */
const answerMs = 1000;
/** A sound that stopped longer ago was over before it was silenced: then the pause counts as heard. */
const pauseMs = 100;

/** Where nothing can listen, the time since `restart` has to do. `source` is listened to and goes on as it did. */
export function createSoundClock(host: AudioHost, source: AudioNode | undefined): SoundClock {
  const { context } = host;
  let ear: WorkletNode<ListenCommand> | undefined;
  let deaf = source === undefined;
  let closed = false;
  let restarts = 0;
  let restartedAt = 0;
  let report: ListenReport | undefined;
  let first: (() => void) | undefined;
  const waiting = new Set<() => void>();

  const post = (command: ListenCommand) => ear?.post(command);
  const take = (next: ListenReport) => {
    if (next.restart !== restarts) return;
    report = next;
    first?.();
    first = undefined;
    if (next.silent > 0) answerAll();
  };
  const answerAll = () => {
    for (const answer of waiting) answer();
    waiting.clear();
  };
  /** Resolves when the ear has heard the sound stop. */
  const silence = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, answerMs);
      waiting.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  const listen = async (from: AudioNode) => {
    try {
      await host.addWorklet('playback');
      if (closed) return;
      ear = createWorkletNode(context, 'voxreel-listener', {}, take);
      post({ restart: restarts, late: false });
      // Its output is silence; a node that leads nowhere is not run by every engine.
      from.connect(ear.node).connect(context.destination);
    } catch {
      deaf = true;
    }
  };
  if (source !== undefined) void listen(source);

  const ms = (samples: number) => (samples * 1000) / context.sampleRate;
  /** By the clock of what is rendered: a page's clock goes on while the audio thread is late, and a report may come late. */
  const sinceMs = ({ at }: ListenReport) => Math.max(0, context.currentTime - at) * 1000;
  const isBlind = () => deaf || context.state !== 'running';
  const heardMs = () => {
    if (isBlind()) return performance.now() - restartedAt;
    return report === undefined ? 0 : ms(report.heard) + sinceMs(report);
  };
  return {
    get heardMs() {
      return heardMs();
    },
    get silentMs() {
      if (report === undefined) return 0;
      const unreported = sinceMs(report);
      return ms(report.silent) + (report.silent > 0 || unreported > 200 ? unreported : 0);
    },
    async settled() {
      const before = heardMs();
      if (isBlind() || report === undefined) return before;
      if (report.silent === 0) await silence();
      // The count began again, or there was no answer: the last value stays.
      if (report === undefined || report.silent === 0) return before;
      const endedMs = ms(report.heard - report.silent);
      return endedMs > before - pauseMs ? endedMs : before;
    },
    restart(sounded, late = false) {
      answerAll();
      restarts++;
      restartedAt = performance.now();
      report = undefined;
      first = sounded;
      post({ restart: restarts, late });
    },
    close() {
      closed = true;
      answerAll();
      ear?.end();
    },
  };
}

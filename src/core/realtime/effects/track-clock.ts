// What was heard of an answer that came as a media track: no samples to count there, so the time since its first sound is taken.
import type { HeardPart } from '../../audio/playout-ledger.js';
import type { ServerEvent } from '../../dialects/dialect.js';
import type { Effect } from './effect.js';

export interface TrackClock extends Effect {
  /** The part that sounds now, if any; then the clock rests. */
  unfinished(): readonly HeardPart[];
}

export interface TrackClockOptions {
  /** Audio is a track on this connection. */
  readonly active: () => boolean;
  /** RMS of what is heard now. */
  readonly level: () => number;
  readonly now?: () => number;
}

const pollMs = 20;
const audible = 0.002;
/** Silence after the end of an answer that says that all of it was heard; shorter ones are pauses in speech. */
const restMs = 700;

export function createTrackClock({ active, level, now = () => performance.now() }: TrackClockOptions): TrackClock {
  let part: { readonly itemId: string; readonly contentIndex: number } | undefined;
  let startedAt: number | undefined;
  let soundedAt = 0;
  let over = false;
  let timer: ReturnType<typeof setInterval> | undefined;

  const rest = () => {
    clearInterval(timer);
    part = startedAt = timer = undefined;
  };
  const listen = () => {
    if (level() > audible) {
      soundedAt = now();
      startedAt ??= soundedAt;
    } else if (over && now() - soundedAt > restMs) rest();
  };
  const begin = (itemId: string, contentIndex: number) => {
    if (part?.itemId === itemId) return;
    rest();
    part = { itemId, contentIndex };
    over = false;
    soundedAt = now();
    timer = setInterval(listen, pollMs);
  };

  return {
    event(event) {
      if (event.type === 'response.done') over = true;
      const spoken = spokenPart(event);
      if (spoken !== undefined && active()) begin(spoken.itemId, spoken.contentIndex);
    },
    unfinished() {
      if (part === undefined) return [];
      const heardMs = startedAt === undefined ? 0 : now() - startedAt;
      const heard = { ...part, heardMs, receivedMs: heardMs + 1, ended: false };
      rest();
      return [heard];
    },
    close: rest,
  };
}

function spokenPart(event: ServerEvent): { readonly itemId: string; readonly contentIndex: number } | undefined {
  const begins =
    event.type === 'response.audio_transcript.delta' ||
    (event.type === 'response.content_part.added' && event.part?.type?.endsWith('audio') === true);
  if (!begins || typeof event.item_id !== 'string') return undefined;
  return { itemId: event.item_id, contentIndex: event.content_index ?? 0 };
}

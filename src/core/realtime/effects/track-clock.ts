// What was heard of an answer that came as a media track: no samples of items to count there, so the time since its first sound is taken.
import type { HeardPart } from '../../audio/playout-ledger.js';
import type { SoundClock } from '../../audio/sound-clock.js';
import type { ServerEvent } from '../../dialects/dialect.js';
import { index, text } from '../../store/conversation-items.js';
import type { Effect } from './effect.js';

export interface TrackClock extends Effect {
  /** The part that sounds now, if any; then the clock rests. */
  unfinished(): readonly HeardPart[];
}

export interface TrackClockOptions {
  /** Of the track; undefined where audio comes in events. */
  readonly clock: () => Pick<SoundClock, 'heardMs' | 'silentMs' | 'restart'> | undefined;
  /** The first sound of a part, for measurements. */
  readonly heard?: (parts: readonly HeardPart[]) => void;
}

/** Silence after the end of an answer that says that all of it was heard; shorter ones are pauses in speech. */
const restMs = 700;

export function createTrackClock({ clock, heard }: TrackClockOptions): TrackClock {
  let part: { readonly itemId: string; readonly contentIndex: number } | undefined;
  let over = false;

  const measured = (): readonly HeardPart[] => {
    const heardMs = clock()?.heardMs;
    if (part === undefined || heardMs === undefined) return [];
    return [{ ...part, heardMs, receivedMs: heardMs + 1, ended: false }];
  };
  const begin = (itemId: string, contentIndex: number) => {
    const track = clock();
    if (track === undefined || part?.itemId === itemId) return;
    part = { itemId, contentIndex };
    over = false;
    track.restart(() => heard?.(measured()));
  };

  return {
    event(event) {
      if (event.type === 'response.done') over = true;
      const spoken = spokenPart(event);
      if (spoken !== undefined) begin(spoken.itemId, spoken.contentIndex);
    },
    unfinished() {
      const heardAll = over && (clock()?.silentMs ?? 0) > restMs;
      const parts = heardAll ? [] : measured();
      part = undefined;
      return parts;
    },
    close() {
      part = undefined;
    },
  };
}

function spokenPart(event: ServerEvent): { readonly itemId: string; readonly contentIndex: number } | undefined {
  const begins =
    event.type === 'response.audio_transcript.delta' ||
    (event.type === 'response.content_part.added' && text(event.part?.type)?.endsWith('audio') === true);
  if (!begins || typeof event.item_id !== 'string') return undefined;
  return { itemId: event.item_id, contentIndex: index(event.content_index) };
}

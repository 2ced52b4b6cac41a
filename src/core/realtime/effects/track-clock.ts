// What was heard of an answer that came as a media track: its samples cannot be counted, so the time since its first sound stands in for them.
import type { HeardPart } from '../../audio/playout-ledger.js';
import type { SoundClock } from '../../audio/sound-clock.js';
import type { ServerEvent } from '../../dialects/dialect.js';
import { index, text } from '../../store/conversation-items.js';
import type { Effect } from './effect.js';

export interface TrackClock extends Effect {
  /** The part that was silenced just now, if any; then the clock rests. */
  unfinished(): Promise<readonly HeardPart[]>;
}

export interface TrackClockOptions {
  /** Of the track; undefined while there is none. */
  readonly clock: () => Pick<SoundClock, 'heardMs' | 'silentMs' | 'settled' | 'restart'> | undefined;
  /** The first sound of a part, for measurements. */
  readonly heard?: (parts: readonly HeardPart[]) => void;
}

type Part = Pick<HeardPart, 'itemId' | 'contentIndex'>;

/** Silence after the end of an answer that says that all of it was heard; shorter ones are pauses in speech. */
const restMs = 700;

export function createTrackClock({ clock: clockOf, heard }: TrackClockOptions): TrackClock {
  let part: Part | undefined;
  let over = false;
  let isTrack = false;
  /** The server says when it sends sound: pauses need not be told from the end. */
  let isTold = false;
  const clock = () => (isTrack ? clockOf() : undefined);

  const begin = (itemId: string, contentIndex: number) => {
    const track = clock();
    if (track === undefined || part?.itemId === itemId) return;
    const begun = { itemId, contentIndex };
    // While another part sounds, what is heard may be that one.
    const late = part === undefined || over;
    part = begun;
    over = false;
    track.restart(() => heard?.([heardOf(begun, track.heardMs)]), late);
  };

  return {
    opened({ audio }) {
      isTrack = audio === 'track';
      isTold = false;
    },
    event(event) {
      if (event.type === 'output_audio_buffer.started') isTold = true;
      if (event.type === 'output_audio_buffer.stopped') part = undefined;
      if (event.type === 'response.done' && !isTold) over = true;
      const spoken = spokenPart(event);
      if (spoken !== undefined) begin(spoken.itemId, spoken.contentIndex);
    },
    lost() {
      isTrack = false;
    },
    close() {
      part = undefined;
    },
    async unfinished() {
      const track = clock();
      const cut = part;
      part = undefined;
      if (cut === undefined || track === undefined || (over && track.silentMs > restMs)) return [];
      return [heardOf(cut, await track.settled())];
    },
  };
}

const heardOf = (part: Part, heardMs: number): HeardPart => ({ ...part, heardMs, receivedMs: heardMs + 1, ended: false });

function spokenPart(event: ServerEvent): Part | undefined {
  const begins =
    event.type === 'response.audio_transcript.delta' ||
    (event.type === 'response.content_part.added' && text(event.part?.type)?.endsWith('audio') === true);
  if (!begins || typeof event.item_id !== 'string') return undefined;
  return { itemId: event.item_id, contentIndex: index(event.content_index) };
}

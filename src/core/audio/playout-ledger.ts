// Which item, part and millisecond each queued sample belongs to, and how much of each was heard. Counts samples; plays nothing.

/** One content part of one item, as far as it was heard. */
export interface HeardPart {
  readonly itemId: string;
  readonly contentIndex: number;
  /** Milliseconds heard, and milliseconds received. */
  readonly heardMs: number;
  readonly receivedMs: number;
  /** All of its audio has arrived. */
  readonly ended: boolean;
}

interface Entry {
  readonly itemId: string;
  readonly contentIndex: number;
  readonly start: number;
  samples: number;
  ended: boolean;
}

export interface PlayoutLedger {
  /** Samples handed to the speaker, for this part. */
  add(itemId: string, contentIndex: number, samples: number): void;
  end(itemId: string, contentIndex: number): void;
  /** The part that sample number `played` belongs to, and forgets those before it that are over. */
  at(played: number): readonly HeardPart[];
  /** What was heard of each part that is not over at `played`. */
  unfinished(played: number): readonly HeardPart[];
  /** Samples handed over that `played` has not reached. */
  left(played: number): number;
}

export function createPlayoutLedger(sampleRateHz: number): PlayoutLedger {
  let entries: Entry[] = [];
  let total = 0;
  const ms = (samples: number) => (samples * 1000) / sampleRateHz;
  // A part whose audio was pushed in two runs with another part's between them has two entries: times add up over both.
  const heardOf = (entry: Entry, played: number): HeardPart => {
    const same = entries.filter((other) => other.itemId === entry.itemId && other.contentIndex === entry.contentIndex);
    const heard = same.reduce((sum, other) => sum + Math.min(other.samples, Math.max(0, played - other.start)), 0);
    const received = same.reduce((sum, other) => sum + other.samples, 0);
    return { itemId: entry.itemId, contentIndex: entry.contentIndex, heardMs: ms(heard), receivedMs: ms(received), ended: entry.ended };
  };
  const isOver = (entry: Entry, played: number) => entry.ended && played >= entry.start + entry.samples;
  return {
    add(itemId, contentIndex, samples) {
      const last = entries.at(-1);
      if (last?.itemId === itemId && last.contentIndex === contentIndex) last.samples += samples;
      else entries.push({ itemId, contentIndex, start: total, samples, ended: false });
      total += samples;
    },
    end(itemId, contentIndex) {
      for (const entry of entries) if (entry.itemId === itemId && entry.contentIndex === contentIndex) entry.ended = true;
    },
    at(played) {
      const heard = entries.filter((entry) => played > entry.start).map((entry) => heardOf(entry, played));
      entries = entries.filter((entry) => !isOver(entry, played));
      return heard;
    },
    unfinished(played) {
      const open = entries.filter((entry) => !isOver(entry, played));
      return [...new Map(open.map((entry) => [`${entry.itemId}/${entry.contentIndex}`, heardOf(entry, played)])).values()];
    },
    left: (played) => Math.max(0, total - played),
  };
}

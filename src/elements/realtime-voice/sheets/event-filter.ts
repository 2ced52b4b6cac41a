// Which events of a log match, kept while the log grows: each event is read once.
import type { InspectedEvent } from './inspector-log.js';
import { jsonOf } from './json-text.js';

export interface EventFilter {
  /** Words in the type or anywhere in the event; empty for all. */
  text: string;
  /** Pieces of audio, which are many. */
  audio: boolean;
  read(events: readonly InspectedEvent[]): readonly InspectedEvent[];
}

const audioTypes: ReadonlySet<string> = new Set(['response.audio.delta', 'response.output_audio.delta', 'input_audio_buffer.append']);

export function createEventFilter(): EventFilter {
  let matched: InspectedEvent[] = [];
  let readFor = '';
  let firstRead: InspectedEvent | undefined;
  let lastRead: InspectedEvent | undefined;
  return {
    text: '',
    audio: false,
    read(events) {
      const wanted = this.text.trim().toLowerCase();
      const key = `${String(this.audio)} ${wanted}`;
      // Numbers go on without a gap: where the last one read should stand it stands, unless this is another log.
      const readTo = lastRead === undefined || events[0] === undefined ? -1 : lastRead.number - events[0].number;
      const goesOn = key === readFor && lastRead !== undefined && events[readTo] === lastRead;
      if (!goesOn) matched = [];
      else if (firstRead !== events[0]) matched = matched.filter(({ number }) => number >= (events[0]?.number ?? 0));
      for (let at = goesOn ? readTo + 1 : 0; at < events.length; at++) {
        const event = events[at];
        if (event !== undefined && (this.audio || !audioTypes.has(event.type)) && holds(event, wanted)) matched.push(event);
      }
      readFor = key;
      [firstRead, lastRead] = [events[0], events.at(-1)];
      return matched;
    },
  };
}

const holds = ({ type, event }: InspectedEvent, wanted: string): boolean =>
  wanted === '' || type.toLowerCase().includes(wanted) || jsonOf(event).toLowerCase().includes(wanted);

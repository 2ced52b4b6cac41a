// One file of both elements: a conversation's log with what happened to videos meanwhile, in the order of time.
import type { Scrubber } from '../../../base/scrubber.js';
import { readEventLog, type RecordedEvent } from '../../../core/recorded-events.js';
import type { InspectedEvent } from './inspector-log.js';

/** `conversation`: as a session exports it, with its secrets taken out already. `events`: as the inspector has them, on its own clock. */
export function mergedLog(conversation: string, events: readonly InspectedEvent[], scrubber: Scrubber): string {
  const ofQueue = events.filter(({ from }) => from === 'queue');
  if (ofQueue.length === 0) return conversation;
  const log = readEventLog(conversation);
  const aheadMs = clockDifference(log, events);
  const videos = ofQueue.map(({ at, from, event }) => ({ at: Math.max(0, at + aheadMs), from, event: scrubber.value(event) }));
  const all: readonly { readonly at: number }[] = [...log, ...videos];
  return all
    .toSorted((one, other) => one.at - other.at)
    .map((recorded) => `${JSON.stringify(recorded)}\n`)
    .join('');
}

/** How far the session's clock is ahead of the inspector's: the two logs began at different times and have events in common. */
function clockDifference(log: readonly RecordedEvent[], events: readonly InspectedEvent[]): number {
  const times = new Map(log.map(({ at, from, event }) => [`${from} ${String(event['event_id'])}`, at]));
  for (const { at, from, event } of events.toReversed()) {
    const id: unknown = Reflect.get(event, 'event_id');
    const there = typeof id === 'string' ? times.get(`${from} ${id}`) : undefined;
    if (there !== undefined) return there - at;
  }
  return 0;
}

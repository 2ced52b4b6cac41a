// From a wire's text to an event, as all dialects need it: an audio delta is cut out of the text instead of being parsed.
import type { KnownServerEvent, ServerEvent, UnknownServerEvent } from '../../protocol/server-events.js';
import { laterServerEventTypes, serverEventTypes } from '../../protocol/names.js';
import { isRecord } from '../../base/is-record.js';
import { parseByFrame } from './delta-frame.js';

export type RawEvent = Record<string, unknown>;

/** Where the fields before the audio end, in every wire seen. */
const headLength = 600;
const beginsDelta = /"delta"\s*:\s*"/;

/** The event's fields, or undefined when the text is no JSON object. `audioDelta`: the type whose `delta` is base64 audio on this wire. */
export function parseEvent(wireText: string, audioDelta: string): RawEvent | undefined {
  if (wireText.length <= headLength) return parseShort(wireText);
  return parseAround(wireText, audioDelta) ?? parseObject(wireText);
}

const parseShort = parseByFrame(parseObject);

function parseObject(wireText: string): RawEvent | undefined {
  try {
    const value: unknown = JSON.parse(wireText);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Parses what stands around the base64, which needs no parsing. Undefined when the text is not of that form after all. */
function parseAround(wireText: string, audioDelta: string): RawEvent | undefined {
  const head = wireText.slice(0, headLength);
  const found = head.includes(`"${audioDelta}"`) ? beginsDelta.exec(head) : null;
  if (found === null) return undefined;
  const start = found.index + found[0].length;
  const end = wireText.indexOf('"', start);
  if (end < 0) return undefined;
  const delta = wireText.slice(start, end);
  if (delta.includes('\\')) return undefined;
  const event = parseObject(wireText.slice(0, start) + wireText.slice(end));
  // Another `delta`, deeper in, was mistaken for it.
  if (event === undefined || event['type'] !== audioDelta || event['delta'] !== '') return undefined;
  event['delta'] = delta;
  return event;
}

const known: ReadonlySet<unknown> = new Set([...serverEventTypes, ...laterServerEventTypes]);

/** The event in the documents' types: irregular ones as published are made regular, a type not in the documents is kept as `unknown`. */
export function toServerEvent(event: RawEvent | undefined): ServerEvent {
  if (event === undefined) return unknown('', undefined);
  const type = wordIn(event['type']);
  if (type === undefined || !known.has(type)) return unknown(type ?? '', event);
  // Most are regular, and a write takes as long as all of these reads.
  if (typeof event['type'] !== 'string') event['type'] = type;
  if (typeof event['event_id'] !== 'string') event['event_id'] = wordIn(event['event_id']);
  if (typeof event['output_index'] === 'string') event['output_index'] = Number(event['output_index']);
  return event as unknown as KnownServerEvent;
}

/** A word, or the first of a list: read once more, as a log is, it is the same. */
function wordIn(value: unknown): string | undefined {
  const word: unknown = Array.isArray(value) ? value[0] : value;
  return typeof word === 'string' ? word : undefined;
}

const unknown = (unknownType: string, raw: RawEvent | undefined): UnknownServerEvent => ({
  type: 'unknown',
  event_id: wordIn(raw?.['event_id']),
  unknownType,
  raw,
});

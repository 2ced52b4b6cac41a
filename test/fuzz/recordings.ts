// The recorded conversations of this repository as wire events, their sound cut short. For Node.
import { readdirSync, readFileSync } from 'node:fs';

import type { WireEvent } from './hostile-events.js';

const texts = [
  ...['conversation', 'conversation-text'].map((name) => `test/fixtures/${name}.jsonl`),
  ...readdirSync('stories/recordings')
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => `stories/recordings/${name}`),
].map((path) => readFileSync(path, 'utf8'));

const longestSound = 64;

const quiet = (event: WireEvent): WireEvent =>
  typeof event['delta'] === 'string' && event['delta'].length > longestSound
    ? { ...event, delta: event['delta'].slice(0, longestSound) }
    : event;

/** A line is an event, or holds one. */
const eventOf = (line: string): WireEvent => {
  const value = JSON.parse(line) as WireEvent & { readonly event?: WireEvent };
  return quiet(value.event ?? value);
};

export const recordedLines: readonly (readonly string[])[] = texts.map((text) =>
  text
    .trim()
    .split('\n')
    .map((line) => (line.length > 4000 ? JSON.stringify(eventOf(line)) : line)),
);

export const recordedEvents: readonly (readonly WireEvent[])[] = recordedLines.map((lines) => lines.map(eventOf));

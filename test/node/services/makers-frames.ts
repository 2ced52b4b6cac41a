// A maker's side of a test: it says its frames, and waits for one that is as it should be.
import { isDeepStrictEqual } from 'node:util';

import type { MakersConnection } from './scripted-wire.js';
import type { Frames } from './voice-judge.js';

/** Ids are the page's own: what a maker is sent is compared without them. */
function withoutIds(frame: unknown): unknown {
  if (typeof frame !== 'object' || frame === null || frame instanceof Uint8Array) return frame;
  const { event_id: _id, ...rest } = frame as Readonly<Record<string, unknown>>;
  const { item } = rest as { readonly item?: Readonly<Record<string, unknown>> };
  if (item === undefined) return rest;
  const { id: _item, ...plain } = item;
  return { ...rest, item: plain };
}

export function sayFrames(connection: MakersConnection, frames: Frames = []): void {
  for (const frame of frames) connection.say(frame);
}

export const hearsFrame = (connection: MakersConnection, wanted: object): Promise<unknown> =>
  connection.hears((frame) => isDeepStrictEqual(withoutIds(frame), wanted));

// The way in: everyone else is given a `Response` of the runtime, our own servers the answer as it is, which they write out.
import { nativeOf } from './answers/buffered-response.js';

type Answering = (request: Request) => Promise<Response>;

const byDoor = new WeakMap<object, Answering>();

/** What a site is given in the place of `answering`. */
export function doorTo(answering: Answering): Answering {
  const door: Answering = async (request) => nativeOf(await answering(request));
  byDoor.set(door, answering);
  return door;
}

/** Who answers behind `door`. One that a site has wrapped is asked itself. */
export const behind = (door: Answering): Answering => byDoor.get(door) ?? door;

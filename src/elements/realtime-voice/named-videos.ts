// The element that `for` names, and the queue it works with.
import { followQueue, queueInUse } from '../shared/queue-in-use.js';
import { elementNamed } from './borrowed-tools.js';
import type { VoiceElement } from './voice-element.js';

/** For what loads later, and brings no more than it needs. */
export const namedVideos = (element: VoiceElement) => ({
  find: (): Element | undefined => (element.for === undefined || element.for === '' ? undefined : elementNamed(element.for, element)),
  followQueue,
  queueInUse,
});

export type NamedVideos = ReturnType<typeof namedVideos>;

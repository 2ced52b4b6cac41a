// Bodies of requests that are held in memory, counted from the first byte until the request is answered.
import { refuse } from '../answers/answers.js';
import type { Limits } from '../gateway-options.js';
import { createInUse } from '../in-use.js';

export interface OpenBody {
  /** Counts bytes as they are read; false where no more may be held. */
  hold(bytes: number): boolean;
  /** Gives back all that was counted. */
  release(): void;
}

export interface OpenBodies {
  /** Counts one more body of a user; undefined for one too many. */
  open(userId: string): OpenBody | undefined;
}

export function createOpenBodies({ perUser, total, perUserBytes, totalBytes }: Limits['bodies']): OpenBodies {
  const bodies = createInUse({ perUser, total });
  const bytes = createInUse({ perUser: perUserBytes, total: totalBytes });
  return {
    open(userId) {
      if (!bodies.take(userId)) return undefined;
      let held = 0;
      return {
        hold(length) {
          const holds = bytes.take(userId, length);
          if (holds) held += length;
          return holds;
        },
        release() {
          bodies.give(userId);
          bytes.give(userId, held);
        },
      };
    },
  };
}

export const tooManyBodies = (): Response =>
  refuse(429, 'too_many_bodies', 'Too many request bodies, or too many bytes of them, are being handled. Try again later.', 'body', {
    'retry-after': '5',
  });

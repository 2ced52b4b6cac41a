// Places that are few: taken all together or not at all, held for a while, given back.
import type { GatewayState } from './state.js';

export interface Place {
  readonly key: string;
  /** `false` is no limit. */
  readonly atOnce: number | false;
}

/** Places that are taken. */
export interface Held {
  /** Takes them again before they run out. Never rejects: a state that is away forgets nobody by it. */
  prolong(): Promise<void>;
  /** Never rejects. May be called twice. */
  release(): Promise<void>;
}

/** One place of each for `holder`, or the first that is full. Rejects while the state is away, then holding none. */
export async function takePlaces(state: GatewayState, places: readonly Place[], holder: string, ttlMs: number): Promise<Held | Place> {
  const taken: Place[] = [];
  let released = false;
  const releaseAll = async (): Promise<void> => {
    if (released) return;
    released = true;
    await Promise.allSettled(taken.map(({ key }) => state.release(key, holder)));
  };
  const acquire = async ({ key, atOnce }: Place): Promise<boolean> => atOnce === false || state.acquire(key, holder, { atOnce, ttlMs });
  try {
    for (const place of places) {
      // Noted before: one whose answer got lost is given back too.
      if (place.atOnce !== false) taken.push(place);
      if (await acquire(place)) continue;
      taken.pop();
      await releaseAll();
      return place;
    }
  } catch (error) {
    await releaseAll();
    throw error;
  }
  return {
    async prolong() {
      if (!released) await Promise.allSettled(taken.map(acquire));
    },
    release: releaseAll,
  };
}

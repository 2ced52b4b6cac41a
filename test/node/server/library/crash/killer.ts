// Kills a gateway at a step that it comes to, and has another one started in its place.
import type { Gateways } from './gateways.js';
import type { Reached } from './steps.js';

export interface Killer {
  readonly reached: Reached;
  /** How often gateways were killed at each step. */
  readonly kills: ReadonlyMap<string, number>;
  /** The next gateway that comes to this step is killed there. Resolves when two are up; rejects where none comes to it. */
  killAt(step: string): Promise<void>;
  /** The same at whatever step is the one after so many. */
  killAfter(steps: number): Promise<void>;
}

interface Armed {
  fits(step: string): boolean;
  hit(place: number): void;
}

/** `gateways`: asked for when there are some. `waitMs`: how long a step may not be come to. */
export function createKiller(gateways: () => Gateways, waitMs: number): Killer {
  const kills = new Map<string, number>();
  let armed: Armed | undefined;
  let failure: unknown;

  const restarted = async (place: number): Promise<void> => {
    const dead = gateways().kill(place);
    dead.then(() => gateways().start(place)).catch((error: unknown) => (failure = error));
    await dead;
    await gateways().enough();
  };
  const arm = (fits: Armed['fits'], what: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        armed = undefined;
        reject(failure ?? new Error(`No gateway came to: ${what}`));
      }, waitMs);
      armed = {
        fits,
        hit(place) {
          clearTimeout(timer);
          restarted(place).then(resolve, reject);
        },
      };
    });
  return {
    kills,
    reached(place, step) {
      // What a killed one has still sent comes to nothing.
      if (!gateways().isAlive(place)) return true;
      if (armed?.fits(step) !== true) return false;
      const { hit } = armed;
      armed = undefined;
      kills.set(step, (kills.get(step) ?? 0) + 1);
      hit(place);
      return true;
    },
    killAt: (step) => arm((come) => come === step, step),
    killAfter(steps) {
      let left = steps;
      return arm(() => (left -= 1) < 0, `any of ${steps} steps`);
    },
  };
}

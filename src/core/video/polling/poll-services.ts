// How patient each service is: when it may be asked again, and how many questions it gets at once.
import type { PollHint } from '../../providers/provider.js';
import { isOfService, pauseMs } from './pace.js';
import type { Asked } from './pace.js';

export interface PollService {
  readonly name: string;
  asking: number;
  troubles: number;
  pausedUntil: number;
  /** When a `Retry-After` of the service ends. */
  retryAt: number;
  /** Paused for want of a network or a login, which may be back when the page is. */
  guessed: boolean;
}

export interface PollServices {
  named(name: string): PollService;
  /** What an answer, or its absence, says of the service. */
  answered(service: PollService, asked: Asked): void;
  /** A request went through: a login that was refused is good again. */
  resume(): void;
  /** The network or the page is back: pauses that were a guess end. */
  returned(): void;
  /** What another tab learned. */
  hear(heard: Pick<PollService, 'name' | 'pausedUntil' | 'retryAt'>): void;
}

const atOnce = 4;

export const isFree = ({ asking, troubles }: PollService): boolean => asking < (troubles > 0 ? 1 : atOnce);

export function createPollServices(poll: PollHint | undefined): PollServices {
  const services = new Map<string, PollService>();
  const named = (name: string): PollService => {
    const known = services.get(name) ?? { name, asking: 0, troubles: 0, pausedUntil: 0, retryAt: 0, guessed: false };
    services.set(name, known);
    return known;
  };
  return {
    named,
    answered(service, { error }) {
      if (error === undefined)
        Object.assign(service, { troubles: 0, pausedUntil: service.pausedUntil === Infinity ? 0 : service.pausedUntil });
      if (error === undefined || !isOfService(error)) return;
      service.retryAt = Math.max(service.retryAt, Date.now() + (error.retryAfterMs ?? 0));
      const until = Date.now() + pauseMs(error, { troubles: service.troubles, poll });
      service.troubles += 1;
      service.pausedUntil = Math.max(service.pausedUntil, until);
      service.guessed = error.status === undefined || until === Infinity;
    },
    resume() {
      for (const service of services.values()) if (service.pausedUntil === Infinity) service.pausedUntil = 0;
    },
    returned() {
      for (const service of services.values()) if (service.guessed) Object.assign(service, { pausedUntil: 0, guessed: false });
    },
    hear({ name, pausedUntil, retryAt }) {
      const known = named(name);
      known.retryAt = Math.max(known.retryAt, retryAt);
      // Only a login is known to be good again before its time.
      if (known.pausedUntil === Infinity || pausedUntil > known.pausedUntil)
        Object.assign(known, { pausedUntil, guessed: pausedUntil === Infinity });
    },
  };
}

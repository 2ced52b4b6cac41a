// A maker that says what a check asks of it: nothing is sent. The service meets it through the same walls as in the gateway.
import { createOutside, isHostOf, type TracedOutside } from '../server/backends/outside.js';
import { sentAs, type RecordedSent } from '../services/recording.js';
import type { Service } from '../services/service.js';

/** What the maker says to the request that came as the `nth`, counted from 0. */
export type Says = (sent: RecordedSent, nth: number, signal: AbortSignal) => Response | Promise<Response>;

export interface PlayedMaker {
  readonly outside: TracedOutside;
  /** What reached the maker. */
  readonly sent: readonly RecordedSent[];
  /** Addresses that are none of the service's hosts: refused, as in the gateway. */
  readonly strayed: readonly string[];
}

/** The same for every repetition of a request, as the gateway gives it. */
export const repeatedKey = 'c0ffee00c0ffee00c0ffee00c0ffee00';

export interface PlayedOptions {
  readonly timeoutMs?: number | undefined;
  readonly key?: string | undefined;
  readonly userId?: string | undefined;
}

export function playedMaker(
  service: Service,
  says: Says,
  { timeoutMs = 5000, key = repeatedKey, userId = 'a-hashed-user' }: PlayedOptions = {},
): PlayedMaker {
  const sent: RecordedSent[] = [];
  const strayed: string[] = [];
  const { hosts } = service;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = await sentAs(input instanceof Request ? input.url : input.toString(), init);
    sent.push(request);
    return says(request, sent.length - 1, init?.signal ?? new AbortController().signal);
  };
  const outside = createOutside({ ...service, hosts, fetch }, { userId, key }, {}, { timeoutMs });
  return {
    outside: {
      ...outside,
      fetch(url, init) {
        if (!isHostOf({ hosts }, url)) strayed.push(url);
        return outside.fetch(url, init);
      },
    },
    sent,
    strayed,
  };
}

/** Never answers: ends when nobody waits any more. */
export const silence: Says = (_sent, _nth, signal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

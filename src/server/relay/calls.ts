// Calls that are open here: each minute that begins is paid for, none lasts longer than the site allows, and one person's can be ended.
import { isResponse } from '../answers/whole-response.js';
import type { GatewayUser } from '../gateway-options.js';
import { callRequest } from '../gateway-request.js';
import type { Budget, Reservation } from '../state/budget.js';
import type { RelayEnded } from '../watch/watch.js';
import { closeCodes } from './close-codes.js';
import type { Relay } from './relay.js';
import type { RelayTarget } from './relay-admission.js';

/** Where a WebSocket is to be relayed to, and whom to tell: `opened` when the relay stands, and what it gives when it has ended. */
export interface WatchedRelay extends RelayTarget {
  opened(relay: Pick<Relay, 'end'>): RelayEnded;
}

export interface Calls {
  /** The target, with its first minute paid for; or the refusal to answer with. `begun` hears of the relay that stands. */
  admit(target: RelayTarget, begun: () => RelayEnded): Promise<WatchedRelay | Response>;
}

const minuteMs = 60_000;

export function createCalls(budget: Budget | undefined): Calls {
  /** Reserves the next minute whenever one has begun. */
  function paying(relay: Pick<Relay, 'end'>, user: GatewayUser, amount: number): () => void {
    if (budget === undefined) return () => {};
    const pay = async (): Promise<void> => {
      const minute = await budget.reserve(user, amount);
      if (!isResponse(minute)) return;
      if (minute.status === 402) relay.end(closeCodes.policy, 'budget_spent: The budget is spent.');
      else relay.end(closeCodes.failed, 'state_unavailable: The gateway cannot count this call.');
    };
    const timer = setInterval(() => void pay(), minuteMs);
    return () => clearInterval(timer);
  }

  return {
    async admit(target, begun) {
      const { user, model } = target.caller;
      const amount = (await budget?.costOf(callRequest(user, model))) ?? 0;
      const first: Reservation | Response | undefined = await budget?.reserve(user, amount);
      if (first !== undefined && isResponse(first)) {
        await target.release();
        return first;
      }
      let isOpen = false;
      return {
        ...target,
        async release() {
          await Promise.all([target.release(), isOpen ? undefined : first?.release()]);
        },
        opened(relay) {
          isOpen = true;
          const ended = begun();
          const stop = paying(relay, user, amount);
          return (summary) => {
            stop();
            ended(summary);
          };
        },
      };
    },
  };
}

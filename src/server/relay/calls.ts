// Calls that are open here: each minute that begins is paid for, none lasts longer than the site allows, and one person's can be ended.
import { isResponse } from '../answers/buffered-response.js';
import type { GatewaySettings } from '../gateway-options.js';
import { callRequest } from '../gateway-request.js';
import type { Budget, Reservation } from '../state/budget.js';
import { isRevoked, markRevoked, revocationMs } from '../tickets.js';
import type { RelayEnded } from '../watch/watch.js';
import { closeCodes } from './close-codes.js';
import type { Relay } from './relay.js';
import type { Caller, RelayTarget } from './relay-admission.js';

/** Where a WebSocket is to be relayed to, and whom to tell: `opened` when the relay stands, and what it gives when it has ended. */
export interface WatchedRelay extends RelayTarget {
  opened(relay: Pick<Relay, 'end'>): RelayEnded;
}

export interface Calls {
  /** The target, with its first minute paid for; or the refusal to answer with. */
  admit(target: RelayTarget, told: CallWatch): Promise<WatchedRelay | Response>;
  /** Ends the tickets of a user everywhere, and the calls: those of this instance now, those of others at their next heartbeat. */
  revoke(userId: string): Promise<void>;
}

export interface CallWatch {
  /** The relay stands. */
  begun(): RelayEnded;
  /** Nothing is left for its next minute. */
  refused(code: string): void;
}

interface OpenCall {
  readonly userId: string;
  readonly relay: Pick<Relay, 'end'>;
}

const minuteMs = 60_000;

export function createCalls({ limits, state }: Pick<GatewaySettings, 'limits' | 'state'>, budget: Budget | undefined): Calls {
  const { sessionMs, heartbeatMs } = limits.sockets;
  const open = new Set<OpenCall>();
  const end = ({ relay }: OpenCall): void => relay.end(closeCodes.policy, 'revoked: The session was ended by the site.');
  /** Another instance may have heard of it. While the state is away nobody has. */
  const endIfRevoked = async (call: OpenCall | undefined, caller: Caller): Promise<void> => {
    if (call !== undefined && open.has(call) && (await isRevoked(state, caller).catch(() => false))) end(call);
  };

  return {
    async admit(target, told) {
      const { caller } = target;
      const { user, model } = caller;
      const amount = (await budget?.costOf(callRequest(user, model))) ?? 0;
      const first: Reservation | Response | undefined = await budget?.reserve(user, amount);
      if (first !== undefined && isResponse(first)) {
        await target.release();
        return first;
      }
      let call: OpenCall | undefined;
      return {
        ...target,
        async prolong() {
          await Promise.all([target.prolong(), endIfRevoked(call, caller)]);
        },
        async release() {
          await Promise.all([target.release(), call === undefined ? first?.release() : undefined]);
        },
        opened(relay) {
          const opened: OpenCall = { userId: user.id, relay };
          call = opened;
          open.add(opened);
          // Between its ticket and now.
          void endIfRevoked(opened, caller);
          const undo = [
            told.begun(),
            lasting(relay, sessionMs),
            paying(relay, told, budget && (() => budget.reserve(user, amount))),
          ] as const;
          return (summary) => {
            open.delete(opened);
            if (summary.unserved === true) void first?.release();
            for (const stop of undo) stop(summary);
          };
        },
      };
    },
    async revoke(userId) {
      for (const call of open) if (call.userId === userId) end(call);
      await markRevoked(state, userId, revocationMs(heartbeatMs));
    },
  };
}

function lasting(relay: Pick<Relay, 'end'>, sessionMs: number | false): () => void {
  if (sessionMs === false) return () => {};
  const timer = setTimeout(() => relay.end(closeCodes.policy, 'session_over: The session has lasted as long as it may.'), sessionMs);
  return () => clearTimeout(timer);
}

/** Reserves the next minute whenever one has begun. */
function paying(
  relay: Pick<Relay, 'end'>,
  { refused }: CallWatch,
  reserve: (() => Promise<Reservation | Response>) | undefined,
): () => void {
  if (reserve === undefined) return () => {};
  const pay = async (): Promise<void> => {
    const minute = await reserve();
    if (!isResponse(minute)) return;
    if (minute.status !== 402) return relay.end(closeCodes.failed, 'state_unavailable: The gateway cannot count this call.');
    refused('budget_spent');
    relay.end(closeCodes.policy, 'budget_spent: The budget is spent.');
  };
  const timer = setInterval(() => void pay(), minuteMs);
  return () => clearInterval(timer);
}

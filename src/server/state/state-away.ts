// A state whose failures can be told from all others.
import type { GatewayState } from './state.js';

/** The state could not be reached; `cause` is what it rejected with. */
export class StateAway extends Error {}

/** Rejects with `StateAway` alone. */
export function namingFailures(state: GatewayState): GatewayState {
  const away = (cause: unknown): never => {
    throw new StateAway('The state could not be reached.', { cause });
  };
  return {
    ...state,
    put: (key, value, ttlMs) => state.put(key, value, ttlMs).catch(away),
    get: (key) => state.get(key).catch(away),
    take: (key) => state.take(key).catch(away),
  };
}

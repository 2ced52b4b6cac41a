// A site's own state with a time limit on every call: one that never settles counts as away.
import { inTime } from '../in-time.js';
import type { GatewayState } from './state.js';

/** The contract is two seconds. A request does not wait longer than this for a state that breaks it. */
const longestMs = 10_000;

export function timelyState(state: GatewayState, timeoutMs: number): GatewayState {
  const ms = Math.min(timeoutMs, longestMs);
  const timely = async <T>(name: keyof GatewayState, call: () => PromiseLike<T>): Promise<T> => inTime(`state.${name}()`, call(), ms);
  const { add } = state;
  return {
    ...(add !== undefined && { add: (key, amount, limit) => timely('add', () => add.call(state, key, amount, limit)) }),
    put: (key, value, ttlMs) => timely('put', () => state.put(key, value, ttlMs)),
    get: (key) => timely('get', () => state.get(key)),
    take: (key) => timely('take', () => state.take(key)),
    remove: (key) => timely('remove', () => state.remove(key)),
    claim: (key, value, ttlMs) => timely('claim', () => state.claim(key, value, ttlMs)),
    consume: (key, allowance) => timely('consume', () => state.consume(key, allowance)),
    acquire: (key, holder, places) => timely('acquire', () => state.acquire(key, holder, places)),
    release: (key, holder) => timely('release', () => state.release(key, holder)),
    healthy: () => timely('healthy', () => state.healthy()).catch(() => false),
    close: () => state.close(),
  };
}

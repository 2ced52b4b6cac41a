// Whether this process lives, and whether it should be sent requests. Answers anybody, says nothing of the inside but that.
import { json } from './answers/answers.js';
import type { GatewayState } from './state/state.js';

/** `GET` of these needs no login. */
export const probePaths: readonly string[] = ['/health', '/ready', '/metrics'];
/** Asked by monitors, which call a machine by its address, also while it drains. */
export const isHealthPath = (pathname: string): boolean => pathname === '/health' || pathname === '/ready';

export interface Readiness {
  /** 200 with `{ "status": "ok" }`, or 503 with `draining` or `state_unreachable`. */
  answer(): Promise<Response>;
  /** From now on 503: no new requests are wanted here. */
  drain(): void;
}

/** The process answers: nothing else is asked. One that is restarted for a Redis that is away would not bring it back. */
export const alive = (): Response => json(200, { status: 'ok' });

/** How long what the state said of itself holds: anybody may ask, and none may keep the state busy by it. */
const heldMs = 1000;

/** With `stateFailure: 'open'` the gateway serves without its state too, and says so. */
export function createReadiness(state: Pick<GatewayState, 'healthy'>, stateFailure: 'closed' | 'open'): Readiness {
  let draining = false;
  let asked: { readonly at: number; readonly healthy: Promise<boolean> } | undefined;
  const healthy = (): Promise<boolean> => {
    if (asked === undefined || performance.now() - asked.at > heldMs) asked = { at: performance.now(), healthy: state.healthy() };
    return asked.healthy;
  };
  return {
    async answer() {
      if (draining) return json(503, { status: 'draining' }, { 'retry-after': '5' });
      if (await healthy()) return json(200, { status: 'ok' });
      return json(stateFailure === 'open' ? 200 : 503, { status: 'state_unreachable' });
    },
    drain: () => void (draining = true),
  };
}

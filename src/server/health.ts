// Whether this instance should be sent requests. Answers anybody, says nothing of the inside but that.
import { json } from './answers/answers.js';
import type { GatewayState } from './state/state.js';

export interface Health {
  /** 200 with `{ "status": "ok" }`, or 503 with `draining` or `state_unreachable`. */
  answer(): Promise<Response>;
  /** From now on 503: no new requests are wanted here. */
  drain(): void;
}

/** How long what the state said of itself holds: anybody may ask, and none may keep the state busy by it. */
const heldMs = 1000;

/** With `stateFailure: 'open'` the gateway answers without its state too, so that it is healthy then, and says so. */
export function createHealth(state: Pick<GatewayState, 'healthy'>, stateFailure: 'closed' | 'open'): Health {
  let draining = false;
  let asked: { readonly at: number; readonly healthy: Promise<boolean> } | undefined;
  const healthy = (): Promise<boolean> => {
    if (asked === undefined || performance.now() - asked.at > heldMs) asked = { at: performance.now(), healthy: state.healthy() };
    return asked.healthy.catch(() => false);
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

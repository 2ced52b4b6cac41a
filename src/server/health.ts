// Whether this process lives, and whether it should be sent requests. Answers anybody, says nothing of the inside but that.
import { json } from './answers/answers.js';
import type { GatewayState } from './state/state.js';

/** `GET` of these needs no login. */
export const probePaths: readonly string[] = ['/health', '/ready', '/metrics'];
/** Asked by monitors, which call a machine by its address, also while it drains. */
export const isHealthPath = (pathname: string): boolean => pathname === '/health' || pathname === '/ready';

export interface Readiness {
  /** 200 with `{ "status": "ok" }`, or 503 with `draining`, `state_unreachable` or `library_unreachable`. */
  answer(): Promise<Response>;
  /** From now on 503: no new requests are wanted here. */
  drain(): void;
}

/** The process answers: nothing else is asked. One that is restarted for a Redis that is away would not bring it back. */
export const alive = (): Response => json(200, { status: 'ok' });

/** How long what the state said of itself holds: anybody may ask, and none may keep the state busy by it. */
const heldMs = 1000;

type Health = Pick<GatewayState, 'healthy'>;

/** With `stateFailure: 'open'` the gateway serves without its state too, and says so. `library`: absent where nothing is kept. */
export function createReadiness(state: Health, stateFailure: 'closed' | 'open', library?: Health): Readiness {
  let draining = false;
  const stateHealthy = held(state);
  const libraryHealthy = library === undefined ? async () => true : held(library);
  return {
    async answer() {
      if (draining) return json(503, { status: 'draining' }, { 'retry-after': '5' });
      const [hasState, hasLibrary] = await Promise.all([stateHealthy(), libraryHealthy()]);
      if (!hasState && stateFailure === 'closed') return json(503, { status: 'state_unreachable' });
      if (!hasLibrary) return json(503, { status: 'library_unreachable' });
      return json(200, { status: hasState ? 'ok' : 'state_unreachable' });
    },
    drain: () => void (draining = true),
  };
}

/** Asked once in a while, however many want to know. */
function held({ healthy }: Health): () => Promise<boolean> {
  let asked: { readonly at: number; readonly healthy: Promise<boolean> } | undefined;
  return () => {
    if (asked === undefined || performance.now() - asked.at > heldMs) asked = { at: performance.now(), healthy: healthy() };
    return asked.healthy;
  };
}

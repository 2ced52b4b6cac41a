// How a relayed socket ends: which codes can be carried over, and what the gateway's own mean.

/**
 * Codes with which the gateway itself closes a page's socket; each reason begins with the word of its cause.
 * What the service or the page closes with is carried over as it is, where it can be sent.
 */
export const closeCodes = {
  /** `draining`: this gateway goes away; another connection is welcome elsewhere. */
  goingAway: 1001,
  /** `binary_not_allowed`: with a session policy each message of a page is JSON text. */
  unsupported: 1003,
  /** `silent`, `idle`, `rate_limited`, `session_refused`, `session_over`, `budget_spent`, `revoked`: not to be tried again as it was. */
  policy: 1008,
  /** `upstream_closed`, `relay_failed`: the service broke off without a code that can be carried. `state_unavailable`: nobody can count the call. */
  failed: 1011,
} as const;

const nowhereSent: ReadonlySet<number> = new Set([1004, 1005, 1006]);

/** The code a peer can be closed with for one that was received. Browsers take none from 1014 to 2999. */
export function carriedCode(code: number): number {
  const known = code >= 1000 && code <= 1013 && !nowhereSent.has(code);
  return known || (code >= 3000 && code <= 4999) ? code : closeCodes.failed;
}

const longestReason = 123;

/** A reason no longer than a close frame may hold, cut between characters. */
export function fittingReason(reason: string): string {
  let [bytes, fitting] = [0, ''];
  for (const character of reason) {
    bytes += new TextEncoder().encode(character).byteLength;
    if (bytes > longestReason) break;
    fitting += character;
  }
  return fitting;
}

// What became of a request that went to the service, as far as its answer tells.

/**
 * `answered`: this is the answer for ever. `untouched`: the service has surely begun nothing. `unknown`: it may have taken the request, and
 * charged for it.
 */
export type Outcome = 'answered' | 'untouched' | 'unknown';

/** Refusals that speak of the caller or of the moment, not of the request. */
const notNow = [401, 403, 407, 409, 425, 429, 503];

/** A proxy gave up waiting, or lost the service on the way. */
const inDoubt = (status: number): boolean => status === 408 || status === 502 || status === 504 || status >= 520;

export const outcomeOfStatus = (status: number): Outcome =>
  notNow.includes(status) ? 'untouched' : inDoubt(status) ? 'unknown' : 'answered';

const noted = new WeakMap<Response, Outcome>();

/** The same answer, with what is known beside it. */
export function noteOutcome(answer: Response, outcome: Outcome): Response {
  noted.set(answer, outcome);
  return answer;
}

/** What was noted, else what the status tells. */
export const outcomeOf = (answer: Response): Outcome => noted.get(answer) ?? outcomeOfStatus(answer.status);

/** Of a socket that never stood: what is not listed may have come after the first byte. */
const unreachable = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
];

/** Of an error that `fetch` has thrown. A runtime that does not say why leaves the doubt. */
export function outcomeOfError(error: unknown): Outcome {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && unreachable.includes(code) ? 'untouched' : 'unknown';
}

// Which failures are final: trying again does not help.
import type { VoxreelError } from '../../errors.js';

/** Real servers' codes beside the HTTP ones. */
const fatalCodes: ReadonlySet<string> = new Set([
  'unauthorized',
  'forbidden',
  'invalid_input',
  'invalid_api_key',
  'insufficient_quota',
  'account_deactivated',
  'billing_hard_limit_reached',
  // A wire that is no longer served: said after the handshake, with a close code of the maker's own.
  'beta_api_shape_disabled',
]);

/** Answered with 401 too, but of a token that opens one connection within a minute: the next one is fresh. */
const staleTokenCodes: ReadonlySet<string> = new Set(['token_expired', 'token_used', 'expired_token', 'ephemeral_token_expired']);

export const isStaleToken = ({ code }: Pick<VoxreelError, 'code'>): boolean => staleTokenCodes.has(code);

export const isFatal = (error: Pick<VoxreelError, 'code' | 'status'>): boolean =>
  !isStaleToken(error) && (fatalCodes.has(error.code) || error.status === 401 || error.status === 403);

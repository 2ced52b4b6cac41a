// Ephemeral tokens: made, looked at, used up by one connection.
import { limits } from '../../protocol/index.js';
import type { SessionConfig } from '../../protocol/index.js';
import { createId } from './identifier.js';

export interface TokenGrant {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
  readonly sessionId: string;
  readonly model: string | undefined;
  /** The session as it was asked for with the token. */
  readonly session: SessionConfig;
  /** The dialect the token was made in. */
  readonly dialect: string;
}

export type TokenProblem = 'unknown' | 'expired' | 'used';

export interface Tokens {
  grant(details: Pick<TokenGrant, 'sessionId' | 'model' | 'session' | 'dialect'>, lifetimeMs?: number): TokenGrant;
  /** The grant as it stands; it is not used up. */
  look(value: string): TokenGrant | TokenProblem;
  /** Its one connection is taken. */
  use(value: string): void;
}

/** Used and expired tokens are remembered so long, to say which of the two it is. */
const rememberedMs = 10 * 60_000;

export function createTokens(now: () => number = Date.now): Tokens {
  const grants = new Map<string, { grant: TokenGrant; used: boolean }>();
  const forget = () => {
    for (const [value, { grant }] of grants) if (grant.expiresAtMs + rememberedMs < now()) grants.delete(value);
  };
  return {
    grant(details, lifetimeMs = limits.tokenLifetimeMs) {
      forget();
      const grant = { ...details, value: createId('ek'), expiresAtMs: now() + lifetimeMs };
      grants.set(grant.value, { grant, used: false });
      return grant;
    },
    look(value) {
      const entry = grants.get(value);
      if (entry === undefined) return 'unknown';
      if (entry.used) return 'used';
      return entry.grant.expiresAtMs <= now() ? 'expired' : entry.grant;
    },
    use(value) {
      const entry = grants.get(value);
      if (entry !== undefined) entry.used = true;
    },
  };
}

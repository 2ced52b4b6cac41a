// What a handler of the gateway is given, and what all of them share. Knows no path.
import { refuse } from './answers.js';
import type { GatewaySettings, GatewayUser } from './gateway-options.js';
import { globMatches } from './globs.js';
import { callUpstream } from './upstream.js';

/** One request that may be answered: its path, its origin and its user have been looked at. */
export interface Call {
  readonly request: Request;
  readonly url: URL;
  readonly user: GatewayUser;
  /** Variable parts of the path. */
  readonly parts: readonly string[];
}

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  answer(call: Call): Promise<Response>;
}

/** The service behind the gateway. */
export interface Service {
  /** The header with the standard key, beside others. */
  withKey(headers?: Record<string, string>): Record<string, string>;
  /** `path` below the base address, or a whole address. */
  send(path: string, method: 'GET' | 'POST', headers: Record<string, string>, signal: AbortSignal, body?: BodyInit): Promise<Response>;
}

export function createService({ upstream, base, limits }: GatewaySettings): Service {
  return {
    withKey: (headers = {}) => ({ authorization: `Bearer ${upstream.apiKey}`, ...headers }),
    send: (path, method, headers, signal, body) =>
      callUpstream(
        path.startsWith('/') ? base + path : path,
        { method, headers, body, signal, timeoutMs: limits.timeoutMs },
        upstream.apiKey,
      ),
  };
}

/** The refusal of a model that the site does not allow, or undefined. */
export function refuseModel({ models }: GatewaySettings, model: unknown): Response | undefined {
  if (models === undefined || (typeof model === 'string' && models.some((glob) => globMatches(glob, model)))) return undefined;
  return refuse(403, 'model_not_allowed', 'This model is not allowed here.', 'model');
}

/** A path of the documents and nothing else. */
export const exactly = (path: string): RegExp => new RegExp(`^${path.replaceAll('/', '\\/')}$`);

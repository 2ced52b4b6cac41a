// What a handler of the gateway is given, and what all of them share. Knows no path.
import { createAddressCheck, isNamedHost, type AddressCheck } from './requests/addresses.js';
import { refuse } from './answers/answers.js';
import type { GatewaySettings, GatewayUser } from './gateway-options.js';
import { globMatches } from '../base/glob.js';
import { createScrub, type Scrub } from './answers/scrub.js';
import { callUpstream, type UpstreamCall } from './upstream.js';

/** One request that may be answered: its path, its origin and its user have been looked at. */
export interface Call {
  readonly request: Request;
  readonly url: URL;
  readonly user: GatewayUser;
  /** The header that lets what the service logs be found again. */
  readonly traced: { readonly 'x-request-id': string };
  /** Counts bytes of the body as they are read; false where no more may be held. */
  hold(bytes: number): boolean;
  /** Variable parts of the path. */
  readonly parts: readonly string[];
}

export interface Route {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly path: RegExp;
  answer(call: Call): Promise<Response>;
}

/** The service behind the gateway. */
export interface Service {
  readonly scrub: Scrub;
  readonly checkAddress: AddressCheck;
  /** Whether the site has named the host of an address in `privateAddresses`. */
  isNamedHost(address: string): boolean;
  /** The header with the standard key, beside others. */
  withKey(headers?: Record<string, string>): Record<string, string>;
  /** `path` below the base address. The answer is whole; a `signal` ends the wait for it. */
  send(
    path: string,
    method: 'GET' | 'POST',
    headers: Record<string, string>,
    signal?: AbortSignal,
    body?: BodyInit,
    answer?: UpstreamCall['answer'],
  ): Promise<Response>;
}

export function createService({ upstream, base, limits, privateAddresses }: GatewaySettings): Service {
  const scrub = createScrub(upstream);
  return {
    scrub,
    checkAddress: createAddressCheck(privateAddresses),
    isNamedHost: (address) => isNamedHost(privateAddresses, address),
    withKey: (headers = {}) => ({ authorization: `Bearer ${upstream.apiKey}`, ...headers }),
    send: (path, method, headers, signal, body, answer) =>
      callUpstream(base + path, { method, headers, body, signal, timeoutMs: limits.timeoutMs, answer }, scrub),
  };
}

export const allowsModel = ({ models }: Pick<GatewaySettings, 'models'>, model: unknown): boolean =>
  models === undefined || (typeof model === 'string' && models.some((glob) => globMatches(glob, model)));

/** The refusal of a model that the site does not allow, or undefined. */
export function refuseModel(settings: Pick<GatewaySettings, 'models'>, model: unknown): Response | undefined {
  return allowsModel(settings, model) ? undefined : refuse(403, 'model_not_allowed', 'This model is not allowed here.', 'model');
}

/** A path of the documents and nothing else. */
export const exactly = (path: string): RegExp => new RegExp(`^${path.replaceAll('/', '\\/')}$`);

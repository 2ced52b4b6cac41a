// Whether a gateway can be set up as a site has said: what is missing or wrong is told at once, by its name. Knows no request.
import { GatewayError } from './gateway-error.js';
import type { GatewayOptions } from './gateway-options.js';

/** Throws `invalid_input` naming the option. */
export function checkOptions({ upstream, authorize, origins = [] }: Partial<GatewayOptions>): void {
  if (typeof authorize !== 'function') {
    throw new GatewayError('authorize', 'a function that says who asks is required: without one, anybody could spend the key.');
  }
  const { baseUrl, apiKey } = upstream ?? {};
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl))
    throw new GatewayError('upstream.baseUrl', 'the address of the service is required.');
  const { protocol, username, search, hash } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol) || username !== '' || search !== '' || hash !== '') {
    throw new GatewayError('upstream.baseUrl', 'must be an http(s) address without a user, a query or a fragment.');
  }
  // Anything else could not stand in a header.
  if (typeof apiKey !== 'string' || !/^[!-~]+$/.test(apiKey)) throw new GatewayError('upstream.apiKey', 'the standard key is required.');
  if (origins !== '*' && !Array.isArray(origins)) throw new GatewayError('origins', "must be a list of origins, or '*'.");
  const wrong = origins === '*' ? undefined : origins.find((origin) => !isOrigin(origin));
  if (wrong !== undefined)
    throw new GatewayError('origins', `"${wrong}" is no origin as a browser writes it, such as https://example.org.`);
}

const isOrigin = (text: unknown): boolean => typeof text === 'string' && URL.canParse(text) && new URL(text).origin === text;

// The gateway: a site's own door to the service, on the documents' own paths. Decides who may ask, and adds the key. Knows no runtime.
import { refuse } from './answers.js';
import { gatewaySettings, type GatewayOptions } from './gateway-options.js';
import { checkOrigin, corsHeaders, preflightHeaders } from './origin.js';
import { realtimeRoutes, relayTarget, type RelayTarget } from './realtime-routes.js';
import { createService } from './route.js';
import { videoRoutes } from './video-routes.js';

export interface Gateway {
  (request: Request): Promise<Response>;
  /** Checks a WebSocket upgrade and takes its ticket: the target, or the refusal to answer with. */
  relay(request: Request): Promise<RelayTarget | Response>;
}

/** Answers on the documents' paths; anything else is refused. */
export function createGateway(options: GatewayOptions): Gateway {
  const settings = gatewaySettings(options);
  const service = createService(settings);
  const routes = [...videoRoutes(settings, service), ...realtimeRoutes(settings, service)];

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const matching = routes.filter((route) => route.path.test(url.pathname));
    const route = matching.find((candidate) => candidate.method === request.method);
    if (matching.length === 0) return refuse(404, 'not_found', 'There is nothing at this path.');
    if (route === undefined) return refuse(405, 'method_not_allowed', `This path does not take ${request.method}.`);
    const user = await settings.authorize(request);
    if (!user) return refuse(401, 'unauthorized', 'Log in first.', 'Authorization');
    return route.answer({ request, url, user, parts: route.path.exec(url.pathname)?.slice(1) ?? [] });
  }

  const gateway = async (request: Request): Promise<Response> => {
    const origin = checkOrigin(request, settings.origins);
    if (origin === false) return refuse(403, 'origin_not_allowed', 'This page may not ask here.', 'Origin');
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { ...corsHeaders(origin), ...preflightHeaders } });
    const response = await answer(request).catch(() => refuse(500, 'gateway_error', 'The gateway failed.'));
    for (const [name, value] of Object.entries(corsHeaders(origin))) response.headers.set(name, value);
    return response;
  };

  return Object.assign(gateway, { relay: (request: Request) => relayTarget(request, settings, service) });
}

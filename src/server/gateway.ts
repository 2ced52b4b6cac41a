// The gateway: a site's own door to the service, on the documents' own paths. Decides who may ask, and adds the key. Knows no runtime.
import { refuse } from './answers/answers.js';
import { checkOptions } from './check-options.js';
import { gatewaySettings, type GatewayOptions } from './gateway-options.js';
import { createHealth } from './health.js';
import { inTime, Unsettled } from './in-time.js';
import { createOpenBodies, tooManyBodies, type OpenBody } from './requests/open-bodies.js';
import { checkOrigin, corsHeaders, isKnownHost, preflightHeaders } from './requests/origin.js';
import { isPlainPath, rawPath } from './requests/plain-path.js';
import { peerAddress } from './requests/peer-address.js';
import { createProbeRate, createRates, stateUnavailable } from './state/rate.js';
import { createRoutes } from './routes.js';
import { createTaskIds } from './task-ids.js';
import { admitRelay, type RelayTarget } from './relay/relay-admission.js';
import type { Metrics } from './watch/metrics.js';
import { StateAway } from './state/state-away.js';
import { isResponse, WholeResponse } from './answers/whole-response.js';
import { createWatch, type RelayEnded, type Turn } from './watch/watch.js';

export interface Gateway {
  (request: Request): Promise<Response>;
  /** Checks a WebSocket upgrade and takes its ticket: the target, or the refusal to answer with. */
  relay(request: Request): Promise<WatchedRelay | Response>;
  /** What was counted, in the text format of Prometheus: for a path of the site's own. */
  metrics(): string;
  /** What `GET /health` answers: 200, or 503 while this instance wants no requests. */
  health(): Promise<Response>;
  /** From now on `health` answers 503. All else is answered as before. */
  drain(): void;
}

/** Where a WebSocket is to be relayed to, and whom to tell: `opened` when the relay stands, and what it gives when it has ended. */
export interface WatchedRelay extends RelayTarget {
  opened(): RelayEnded;
}

/** Answers on the documents' paths; anything else is refused. */
export function createGateway(options: GatewayOptions): Gateway {
  checkOptions(options);
  const settings = gatewaySettings(options);
  const ids = createTaskIds(...settings.secrets);
  const watch = createWatch({ log: options.log, logUser: options.logUser, digest: ids.digest });
  const health = createHealth(settings.state, settings.stateFailure);
  // Connects it before the first request, so that what is wrong with it is reported now.
  if (options.state !== undefined) void settings.state.healthy();
  const rates = createRates(settings);
  const probes = createProbeRate(settings.limits);
  const bodies = createOpenBodies(settings.limits.bodies);
  const { address = peerAddress } = settings;
  const { routes, hooks, upstream } = createRoutes(settings, ids, rates);

  async function answer(request: Request, turn: Turn): Promise<Response> {
    const url = new URL(request.url);
    if (request.method === 'GET' && (url.pathname === '/health' || url.pathname === '/metrics')) {
      const tooOften = await probes(address(request));
      if (tooOften !== undefined) return tooOften;
      if (url.pathname === '/health') return health.answer();
      const mayRead = await inTime('metrics', options.metrics?.(request), settings.limits.timeoutMs);
      if (mayRead === true) return metricsAnswer(watch.metrics);
    }
    const matching = routes.filter((route) => route.path.test(url.pathname));
    const route = matching.find((candidate) => candidate.method === request.method);
    if (matching.length === 0) return nothingThere();
    if (route === undefined) return refuse(405, 'method_not_allowed', `This path does not take ${request.method}.`);
    const tooFast = await rates.address(address(request));
    if (tooFast !== undefined) return tooFast;
    const user = await inTime('authorize', settings.authorize(request), settings.limits.timeoutMs);
    if (typeof user?.id !== 'string' || user.id === '') return refuse(401, 'unauthorized', 'Log in first.', 'Authorization');
    turn.user = user;
    const tooMany = await rates.user(user);
    if (tooMany !== undefined) return tooMany;
    const body = route.method === 'POST' ? bodies.open(user.id) : noBody;
    if (body === undefined) return tooManyBodies();
    try {
      return await route.answer({
        request,
        url,
        user,
        traced: { 'x-request-id': turn.requestId },
        hold: body.hold,
        parts: route.path.exec(url.pathname)?.slice(1).map(decodeURIComponent) ?? [],
      });
    } finally {
      body.release();
    }
  }

  /** A maker is no page, and has no login: its service verifies what it says. */
  async function announcement(request: Request, turn: Turn): Promise<Response | undefined> {
    const answer = hooks(request);
    if (answer === undefined) return undefined;
    const tooFast = await rates.address(address(request));
    return tooFast ?? answer({ 'x-request-id': turn.requestId }).catch(failure);
  }

  async function passed(request: Request, turn: Turn): Promise<Response> {
    if (!isKnownHost(request, settings.hosts)) return unknownHost();
    // As it came, before anything tidies it up.
    if (!isPlainPath(rawPath(request.url))) return nothingThere();
    const announced = await announcement(request, turn);
    if (announced !== undefined) return announced;
    const origin = checkOrigin(request, settings.origins);
    if (origin === false)
      return refuse(
        403,
        'origin_not_allowed',
        'This page may not ask here: its Origin is not allowed, or contradicts Sec-Fetch-Site.',
        'Origin',
      );
    if (request.method === 'OPTIONS')
      return new Response(null, { status: 204, headers: { ...corsHeaders(origin), ...preflightHeaders(settings.requestHeaders) } });
    const response = await answer(request, turn).catch(failure);
    for (const [name, value] of Object.entries(corsHeaders(origin))) response.headers.set(name, value);
    return response;
  }

  const gateway = async (request: Request): Promise<Response> => {
    const turn = watch.turn(request);
    return turn.answered(await passed(request, turn));
  };

  const relay = async (request: Request): Promise<WatchedRelay | Response> => {
    const turn = watch.turn(request);
    if (!isKnownHost(request, settings.hosts)) return turn.answered(unknownHost());
    if (!isPlainPath(rawPath(request.url))) return turn.answered(nothingThere());
    const target = await admitRelay(request, settings, upstream, rates, (user) => void (turn.user = user));
    if (isResponse(target)) return turn.answered(target);
    return { ...target, headers: { ...target.headers, 'x-request-id': turn.requestId }, opened: () => turn.relayOpened() };
  };

  return Object.assign(gateway, { relay, metrics: () => watch.metrics.text(), health: () => health.answer(), drain: () => health.drain() });
}

const noBody: OpenBody = { hold: () => true, release() {} };
const unknownHost = (): Response => refuse(403, 'host_not_allowed', 'This gateway goes by another name.', 'Host');
const failure = (error: unknown): Response =>
  error instanceof StateAway
    ? stateUnavailable()
    : refuse(500, 'gateway_error', error instanceof Unsettled ? `The gateway failed: ${error.message}` : 'The gateway failed.');

const nothingThere = (): Response => refuse(404, 'not_found', 'There is nothing at this path.', 'path');

function metricsAnswer(metrics: Metrics): Response {
  return new WholeResponse(metrics.text(), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
  });
}

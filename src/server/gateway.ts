// The gateway: a site's own door to the service, on the documents' own paths. Decides who may ask, and adds the key.
import { refuse } from './answers/answers.js';
import { checkOptions } from './check-options.js';
import { failure } from './failure.js';
import { gatewaySettings, type GatewayOptions } from './gateway-options.js';
import { alive, createReadiness, type Readiness } from './health.js';
import type { Library } from './library/library.js';
import { createProbes } from './probes.js';
import { checkOrigin, corsHeaders, isKnownHost, preflightHeaders } from './requests/origin.js';
import { isPlainPath, rawPath } from './requests/plain-path.js';
import { peerAddress } from './requests/peer-address.js';
import { createRates } from './state/rate.js';
import { createRouted, nothingThere } from './routed.js';
import type { Hooks } from './hook-route.js';
import { createRoutes } from './routes.js';
import { createTaskIds } from './task-ids.js';
import { createCalls, type Calls, type WatchedRelay } from './relay/calls.js';
import { admitRelay, type RelayTarget } from './relay/relay-admission.js';
import { addHeaders, isResponse, nativeOf } from './answers/buffered-response.js';
import { doorTo } from './door.js';
import { createWatch, type Turn, type Watch } from './watch/watch.js';

/** The gateway: a function from `Request` to `Response`, with what a server needs beside it. */
export interface Gateway {
  (request: Request): Promise<Response>;
  /** Checks a WebSocket upgrade and takes its ticket: the target, or the refusal to answer with. */
  relay(request: Request): Promise<WatchedRelay | Response>;
  /**
   * Ends a user's tickets and relayed calls: here at once, on other instances that share the state within one heartbeat. Rejects while the state is
   * away; the calls of this instance have ended then too. `authorize` decides whether the user may come again.
   */
  revoke(userId: string): Promise<void>;
  /** What was counted, in the text format of Prometheus: for a path of the site's own. */
  metrics(): string;
  /** What `GET /health` answers: 200, as long as this process answers at all. Nothing else is asked. */
  health(): Promise<Response>;
  /** What `GET /ready` answers: 200, or 503 while this instance drains, or its state or library cannot be reached. */
  ready(): Promise<Response>;
  /** From now on `ready` answers 503. All else is answered as before. */
  drain(): void;
}

/** Answers on the documents' paths; anything else is refused. */
export function createGateway(options: GatewayOptions): Gateway {
  checkOptions(options);
  const settings = gatewaySettings(options);
  const ids = createTaskIds(...settings.secrets);
  const watch = createWatch({ log: options.log, logUser: options.logUser, audit: options.audit, digest: ids.digest });
  // Connects it before the first request, so that what is wrong with it is reported now.
  if (options.state !== undefined) void settings.state.healthy();
  const rates = createRates(settings);
  const { routes, hooks, upstream, talks, budget, library } = createRoutes(settings, ids, rates);
  library?.keepTidy(watch.expired);
  const readiness = createReadiness(settings.state, settings.stateFailure, library);
  const probed = createProbes(settings, readiness, watch.metrics);
  const calls = createCalls(settings, budget);
  const answer = createRouted(settings, routes, rates);

  async function passed(request: Request, turn: Turn): Promise<Response> {
    if (!isKnownHost(request, settings.hosts)) return unknownHost();
    // As it came, before anything tidies it up.
    if (!isPlainPath(rawPath(request.url))) return nothingThere();
    const open = hooks(request, turn.url) ?? library?.shared(request, turn.url);
    const opened = await answerOpen(turn, open, () => rates.address((settings.address ?? peerAddress)(request)));
    if (opened !== undefined) return opened;
    const origin = checkOrigin(request, settings.origins);
    if (origin === false) return unknownOrigin();
    if (request.method === 'OPTIONS')
      return new Response(null, { status: 204, headers: { ...corsHeaders(origin), ...preflightHeaders(settings.requestHeaders) } });
    const response = await reply(request, turn).catch(failure);
    addHeaders(response, corsHeaders(origin));
    return response;
  }

  const reply = async (request: Request, turn: Turn): Promise<Response> => (await probed(request, turn.url)) ?? answer(request, turn);

  const answered = async (request: Request): Promise<Response> => {
    const turn = watch.turn(request);
    return turn.answered(await passed(request, turn));
  };

  async function admitted(request: Request, turn: Turn): Promise<WatchedRelay | Response> {
    if (!isKnownHost(request, settings.hosts)) return unknownHost();
    if (!isPlainPath(rawPath(request.url))) return nothingThere();
    const target = await admitRelay(request, settings, { upstream, talks }, rates, turn);
    return isResponse(target) ? target : calls.admit(audited(target, turn), { begun: turn.relayOpened, refused: turn.callRefused });
  }

  const relay = async (request: Request): Promise<WatchedRelay | Response> => {
    const turn = watch.turn(request);
    const target = await admitted(request, turn).catch(failure);
    return isResponse(target) ? nativeOf(turn.answered(target)) : target;
  };

  return Object.assign(doorTo(answered), {
    relay,
    revoke: (userId: string) => revoked(userId, { calls, watch, library }),
    metrics: () => watch.metrics.text(),
    health: async () => nativeOf(alive()),
    ready: async () => nativeOf(await readiness.answer()),
    drain: () => drained(readiness, library),
  });
}

/** The same target, whose messages that are not passed on are refusals as well. */
function audited(target: RelayTarget, { callRefused }: Turn): RelayTarget {
  const { check } = target;
  if (check === undefined) return target;
  return {
    ...target,
    check(text) {
      const checked = check(text);
      if ('answer' in checked) callRefused(checked.code ?? 'refused');
      return checked;
    },
  };
}

/** A maker, or the visitor of a share, has no login: its service verifies what a maker says, and a visitor has the link. */
async function answerOpen(
  { traced }: Turn,
  answer: ReturnType<Hooks>,
  rate: () => Promise<Response | undefined>,
): Promise<Response | undefined> {
  if (answer === undefined) return undefined;
  return (await rate()) ?? answer(traced).catch(failure);
}

interface Revoking {
  readonly calls: Calls;
  readonly watch: Watch;
  readonly library: Library | undefined;
}

async function revoked(userId: string, { calls, watch, library }: Revoking): Promise<void> {
  library?.endStreams(userId);
  try {
    await calls.revoke(userId);
  } catch (error) {
    watch.revoked(userId, false);
    throw error;
  }
  watch.revoked(userId, true);
}

/** A page that waits for events would keep this instance up; another instance goes on with what is watched. */
function drained(readiness: Readiness, library: Library | undefined): void {
  readiness.drain();
  library?.watch?.stop();
  library?.endStreams();
}

const unknownOrigin = (): Response =>
  refuse(403, 'origin_not_allowed', 'This page may not ask here: its Origin is not allowed, or contradicts Sec-Fetch-Site.', 'Origin');
const unknownHost = (): Response => refuse(403, 'host_not_allowed', 'This gateway goes by another name.', 'Host');

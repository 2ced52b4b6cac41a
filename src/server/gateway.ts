// The gateway: a site's own door to the service, on the documents' own paths. Decides who may ask, and adds the key. Knows no runtime.
import { limits, paths, vendorNames, videoGenerationPath } from '../protocol/names.js';
import { refuse } from './answers.js';
import { globMatches } from './globs.js';
import { checkOrigin, corsHeaders, preflightHeaders, type Origins } from './origin.js';
import { readCapped } from './read-capped.js';
import { memoryState, type GatewayState } from './state.js';
import { callUpstream, type Upstream } from './upstream.js';
import { proxiedOutputs, resultUrls } from './results.js';

export interface GatewayUser {
  readonly id: string;
}

export interface GatewayOptions {
  readonly upstream: Upstream;
  /** Who asks, or nothing for nobody: then the answer is 401. Called for every request. */
  authorize(request: Request): GatewayUser | undefined | null | Promise<GatewayUser | undefined | null>;
  /** Pages of other origins that may ask. */
  readonly origins: Origins;
  /** Models a page may use: names or globs. Default: all. */
  readonly models?: readonly string[] | undefined;
  readonly limits?: { readonly bodyBytes?: number; readonly timeoutMs?: number } | undefined;
  readonly state?: GatewayState | undefined;
  /** `proxy`: results are played through the gateway, so that a page needs no other origin. Default `link`: as the service gives them. */
  readonly content?: 'link' | 'proxy' | undefined;
}

/** Where a WebSocket is to be relayed to. */
export interface RelayTarget {
  readonly url: string;
  readonly headers: Record<string, string>;
}

export interface Gateway {
  (request: Request): Promise<Response>;
  /** Checks a WebSocket upgrade and takes its ticket: the target, or the refusal to answer with. */
  relay(request: Request): Promise<RelayTarget | Response>;
}

interface Call {
  readonly request: Request;
  readonly url: URL;
  readonly user: GatewayUser;
  /** Variable parts of the path. */
  readonly parts: readonly string[];
}

const ticketKey = (token: string): string => `ticket:${token}`;
const bearerOf = (request: Request): string | undefined => /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1];

/** Answers on the documents' paths; anything else is refused. */
export function createGateway(options: GatewayOptions): Gateway {
  const { upstream, origins, models, content = 'link', state = memoryState() } = options;
  const { bodyBytes = 16 * 1024 * 1024, timeoutMs = 30_000 } = options.limits ?? {};
  const base = upstream.baseUrl.replace(/\/+$/, '');
  const withKey = (headers: Record<string, string> = {}) => ({ authorization: `Bearer ${upstream.apiKey}`, ...headers });
  const modelAllowed = (model: unknown): boolean =>
    models === undefined || (typeof model === 'string' && models.some((glob) => globMatches(glob, model)));
  const send = (path: string, method: 'GET' | 'POST', headers: Record<string, string>, signal: AbortSignal, body?: BodyInit) =>
    callUpstream(path.startsWith('/') ? base + path : path, { method, headers, body, signal, timeoutMs }, upstream.apiKey);

  async function readJson(request: Request): Promise<Record<string, unknown> | Response> {
    const bytes = await readCapped(request, bodyBytes);
    if (bytes === undefined) return refuse(400, 'body_too_large', `The body is larger than ${bodyBytes} bytes.`, 'body');
    try {
      const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
      if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
    } catch {
      // Said below.
    }
    return refuse(400, 'invalid_json', 'The body is not a JSON object.', 'body');
  }

  const postJson = async (call: Call, path: string): Promise<Response> => {
    const body = await readJson(call.request);
    if (body instanceof Response) return body;
    if (!modelAllowed(body['model'])) return refuse(403, 'model_not_allowed', 'This model is not allowed here.', 'model');
    const idempotencyKey = call.request.headers.get('idempotency-key');
    const headers = withKey({ 'content-type': 'application/json', ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}) });
    return send(path, 'POST', headers, call.request.signal, JSON.stringify(body));
  };

  const mint = async (call: Call): Promise<Response> => {
    const answer = await postJson(call, call.url.pathname);
    if (!answer.ok) return answer;
    const text = await answer.text();
    const token = tokenIn(text);
    if (token === undefined) return refuse(502, 'upstream_error', 'The service answered without a token.');
    await state.put(ticketKey(token), call.user.id, limits.tokenLifetimeMs);
    return new Response(text, { status: answer.status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } });
  };

  const exchangeSdp = async (call: Call): Promise<Response> => {
    const model = call.url.searchParams.get('model');
    if (!modelAllowed(model)) return refuse(403, 'model_not_allowed', 'This model is not allowed here.', 'model');
    const token = bearerOf(call.request);
    if (token === undefined || (await state.take(ticketKey(token))) === undefined) {
      return refuse(401, 'invalid_token', 'The token is unknown here, used, or older than a minute.', 'Authorization');
    }
    const sdp = await readCapped(call.request, 256 * 1024);
    if (sdp === undefined) return refuse(400, 'body_too_large', 'The offer is larger than 256 kB.', 'body');
    const query = model === null ? '' : `?model=${encodeURIComponent(model)}`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': call.request.headers.get('content-type') ?? 'application/sdp' };
    return send(call.url.pathname + query, 'POST', headers, call.request.signal, sdp);
  };

  const queryTask = async (call: Call): Promise<Response> => {
    const answer = await send(videoGenerationPath(call.parts[0] ?? ''), 'GET', withKey(), call.request.signal);
    return content === 'proxy' && answer.ok ? proxiedOutputs(answer, call.url.pathname, base) : answer;
  };

  const streamContent = async (call: Call): Promise<Response> => {
    const [taskId = '', index = '0'] = call.parts;
    const task = await send(videoGenerationPath(taskId), 'GET', withKey(), call.request.signal);
    if (!task.ok) return task;
    const url = resultUrls(await task.json().catch(() => undefined), base)[Number(index)];
    if (url === undefined) return refuse(400, 'result_not_found', 'This task has no such result.', 'index');
    const range = call.request.headers.get('range');
    // The key goes to the service itself, never to the host of a result.
    const headers = { ...(new URL(url).origin === new URL(base).origin ? withKey() : {}), ...(range ? { range } : {}) };
    return send(url, 'GET', headers, call.request.signal);
  };

  const routes: readonly { readonly method: string; readonly path: RegExp; readonly answer: (call: Call) => Promise<Response> }[] = [
    { method: 'POST', path: exactly(paths.videoGenerations), answer: (call) => postJson(call, paths.videoGenerations) },
    { method: 'GET', path: /^\/v1\/video\/generations\/([\w.~-]+)$/, answer: queryTask },
    { method: 'GET', path: /^\/v1\/video\/generations\/([\w.~-]+)\/content\/(\d{1,2})$/, answer: streamContent },
    { method: 'POST', path: exactly(paths.realtimeSessions), answer: mint },
    { method: 'POST', path: exactly('/v1/realtime/client_secrets'), answer: mint },
    { method: 'POST', path: exactly(paths.realtime), answer: exchangeSdp },
    { method: 'POST', path: exactly('/v1/realtime/calls'), answer: exchangeSdp },
  ];

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const matching = routes.filter((route) => route.path.test(url.pathname));
    const route = matching.find((candidate) => candidate.method === request.method);
    if (matching.length === 0) return refuse(404, 'not_found', 'There is nothing at this path.');
    if (route === undefined) return refuse(405, 'method_not_allowed', `This path does not take ${request.method}.`);
    const user = await options.authorize(request);
    if (!user) return refuse(401, 'unauthorized', 'Log in first.', 'Authorization');
    return route.answer({ request, url, user, parts: route.path.exec(url.pathname)?.slice(1) ?? [] });
  }

  const gateway = async (request: Request): Promise<Response> => {
    const origin = checkOrigin(request, origins);
    if (origin === false) return refuse(403, 'origin_not_allowed', 'This page may not ask here.', 'Origin');
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { ...corsHeaders(origin), ...preflightHeaders } });
    const response = await answer(request).catch(() => refuse(500, 'gateway_error', 'The gateway failed.'));
    for (const [name, value] of Object.entries(corsHeaders(origin))) response.headers.set(name, value);
    return response;
  };

  const relay = async (request: Request): Promise<RelayTarget | Response> => {
    const url = new URL(request.url);
    if (url.pathname !== paths.realtime) return refuse(404, 'not_found', 'There is nothing at this path.');
    if (checkOrigin(request, origins) === false) return refuse(403, 'origin_not_allowed', 'This page may not ask here.', 'Origin');
    const model = url.searchParams.get('model');
    if (!modelAllowed(model)) return refuse(403, 'model_not_allowed', 'This model is not allowed here.', 'model');
    const offered = request.headers.get('sec-websocket-protocol') ?? '';
    const ticket = ticketIn(offered);
    if (ticket === undefined || (await state.take(ticketKey(ticket))) === undefined) {
      return refuse(401, 'invalid_token', 'The ticket is unknown here, used, or older than a minute.', 'Sec-WebSocket-Protocol');
    }
    const query = model === null ? '' : `?model=${encodeURIComponent(model)}`;
    return {
      url: base.replace(/^http/, 'ws') + paths.realtime + query,
      headers: { ...withKey(), ...betaHeader(offered, upstream.vendor) },
    };
  };

  return Object.assign(gateway, { relay });
}

const exactly = (path: string): RegExp => new RegExp(`^${path.replaceAll('/', '\\/')}$`);

/** The token in a minting answer: the documents' place, or top-level as one dialect has it. */
function tokenIn(text: string): string | undefined {
  try {
    const body = JSON.parse(text) as { client_secret?: { value?: unknown }; value?: unknown };
    const token = body.client_secret?.value ?? body.value;
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}

/** The header that selects the beta protocol, where the page has offered its subprotocol: the newest dialect has none. */
function betaHeader(subprotocols: string, vendor: string | undefined): Record<string, string> {
  const word = /(?:^|,)\s*([a-z]+)-beta\.realtime-v1\s*(?:,|$)/.exec(subprotocols)?.[1];
  if (word === undefined) return {};
  const names = vendorNames(word === 'openai' ? word : (vendor ?? word));
  return { [names.betaHeader]: names.betaHeaderValue };
}

/** The ticket among the subprotocols, in the documents' place for a key, whatever the maker's word. */
function ticketIn(subprotocols: string): string | undefined {
  return /(?:^|,)\s*[a-z]+-insecure-api-key\.([^,\s]+)/.exec(subprotocols)?.[1];
}

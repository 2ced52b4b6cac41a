// What `voxreel doctor` looks at, one thing each.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

import { isRecord } from '../base/is-record.js';
import { paths, realtimeSubprotocol } from '../protocol/names.js';
import { isLoopback } from './loopback.js';

export interface Finding {
  readonly check: string;
  /** `broken`: visitors run into it. `warning`: they may. `skipped`: it could not be looked at, or need not be. */
  readonly verdict: 'ok' | 'warning' | 'broken' | 'skipped';
  readonly text: string;
  /** What to do about it. */
  readonly fix?: string | undefined;
}

export interface Examined {
  /** Without a slash at its end. */
  readonly base: string;
  readonly origin: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly model: string | undefined;
  /** What it offers, once it was asked. */
  models: readonly { readonly id: string; readonly kind: string }[];
}

type Found = Omit<Finding, 'check'>;

const modelsPath = '/v1/models';
const timeoutMs = 10_000;
/** Clocks that differ by more make tokens and links end before they begin. */
const skewMs = { warning: 5000, broken: 30_000 };

const ok = (text: string): Found => ({ verdict: 'ok', text });
const skipped = (text: string): Found => ({ verdict: 'skipped', text });
const warning = (text: string, fix: string): Found => ({ verdict: 'warning', text, fix });
const broken = (text: string, fix: string): Found => ({ verdict: 'broken', text, fix });

const ask = (
  { base, headers }: Examined,
  path: string,
  { headers: more, ...init }: Omit<RequestInit, 'headers'> & { readonly headers?: Record<string, string> } = {},
) => fetch(base + path, { ...init, headers: { ...headers, ...more }, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });

/** As a page sends it: a gateway refuses a POST with a login of nowhere. */
const originOf = ({ base, origin }: Examined): string => origin ?? new URL(base).origin;

const isHtml = ({ headers }: Response): boolean => /^text\/html\b/i.test(headers.get('content-type') ?? '');

/** Of an error as the documents write one. */
const codeOf = (body: unknown): string | undefined => {
  if (!isRecord(body)) return undefined;
  const code = isRecord(body['error']) ? body['error']['code'] : body['code'];
  return typeof code === 'string' ? code : undefined;
};

const codeIn = async (answer: Response): Promise<string | undefined> => codeOf(await answer.json().catch(() => undefined));

const login = 'Give the login of a visitor: --header "Authorization: Bearer ..." or --header "Cookie: ...".';

async function health(examined: Examined): Promise<Found> {
  const answer = await ask(examined, '/health');
  if (answer.ok && !isHtml(answer)) return ok(`GET /health answered ${answer.status}`);
  const models = await ask(examined, modelsPath);
  if (isHtml(answer) || isHtml(models))
    return broken(`${examined.base} is a website, not a gateway`, 'Let your web server pass /v1/, /health and /ready on to the gateway.');
  if (models.ok || (await codeIn(models)) !== undefined)
    return warning(
      `GET /health answered ${answer.status}: this may be a service itself, without a gateway`,
      'Set base-url to a gateway, which keeps the key on your server.',
    );
  return broken(
    `GET /health answered ${answer.status}, GET ${modelsPath} ${models.status}`,
    'Check the address: it is what stands before /v1/. Give the address that base-url has.',
  );
}

async function ready(examined: Examined): Promise<Found> {
  const { status } = await ask(examined, '/ready');
  if (status === 200) return ok('GET /ready answered 200');
  if (status === 400 || status === 404) return skipped(`GET /ready answered ${status}`);
  return broken(
    `GET /ready answered ${status}`,
    'The gateway is stopping, or a service or the state behind it does not answer: read its log.',
  );
}

async function models(examined: Examined): Promise<Found> {
  const answer = await ask(examined, modelsPath);
  if (answer.status === 401) return broken(`GET ${modelsPath} answered 401`, login);
  if (answer.status === 403)
    return broken(`GET ${modelsPath} answered 403`, 'Add the name to hosts of the gateway, and check what authorize allows.');
  if (answer.status === 400 || answer.status === 404)
    return warning(`GET ${modelsPath} answered ${answer.status}: there is no list`, 'Name a model in each element (model="...").');
  const body: unknown = await answer.json().catch(() => undefined);
  const data = isRecord(body) ? body['data'] : undefined;
  if (!answer.ok || !Array.isArray(data))
    return broken(`GET ${modelsPath} answered ${answer.status} without a list`, 'Let /v1/ reach the gateway.');
  examined.models = data.filter(isRecord).map(({ id, kind }) => ({ id: String(id), kind: String(kind) }));
  const count = (kind: string) => examined.models.filter((one) => one.kind === kind).length;
  if (examined.models.length === 0)
    return warning('It lists no models', 'Name a model in each element (model="..."), or give the gateway services.');
  return ok(`${count('video')} for video, ${count('realtime')} for conversations`);
}

async function token(examined: Examined): Promise<Found> {
  const model = examined.model ?? examined.models.find(({ kind, id }) => kind === 'realtime' && !id.includes('*'))?.id;
  if (model === undefined) return skipped('No model for conversations is listed. Give one with --model');
  const answer = await ask(examined, paths.realtimeSessions, {
    method: 'POST',
    headers: { 'content-type': 'application/json', Origin: originOf(examined) },
    body: JSON.stringify({ model }),
  });
  const body: unknown = await answer.json().catch(() => undefined);
  const secret = isRecord(body) ? body['client_secret'] : undefined;
  if (answer.ok && isRecord(secret) && typeof secret['value'] === 'string') return ok(`A token for ${model} was made`);
  const code = codeOf(body) ?? 'no token';
  const fix: Readonly<Record<number, string>> = {
    401: login,
    403: login,
    404: 'Let /v1/realtime/sessions reach the gateway.',
    500: 'Check the apiKey of the service behind the gateway.',
  };
  return broken(
    `POST ${paths.realtimeSessions} answered ${answer.status} (${code})`,
    fix[answer.status] ?? 'Check model and service behind the gateway: its log says more.',
  );
}

/** Its list has models, but none for conversations: that it takes no sockets or offers then breaks nothing. */
const offersVideoAlone = ({ models: offered, model }: Examined): boolean =>
  model === undefined && offered.length > 0 && offered.every(({ kind }) => kind !== 'realtime');

const noTalk = (): Found => skipped('No model for conversations is listed');

/** Without a token: a relay refuses it, and no conversation begins. */
async function webSocket(examined: Examined): Promise<Found> {
  if (offersVideoAlone(examined)) return noTalk();
  const answer = await upgrade(examined);
  const { statusCode = 0 } = answer;
  if (statusCode === 101 || statusCode === 401 || statusCode === 403) return ok(`The relay answers (${statusCode} without a token)`);
  if (statusCode === 426)
    return broken('The upgrade did not arrive: 426', 'Let the proxy in front pass the headers Upgrade and Connection on, over HTTP/1.1.');
  return broken(
    `GET ${paths.realtime} answered plain HTTP (${statusCode}) to an upgrade`,
    'Serve the gateway with serve() or attach() of voxreel/server/node.',
  );
}

function upgrade({ base, headers, origin }: Examined): Promise<IncomingMessage> {
  const url = new URL(`${base}${paths.realtime}?model=doctor`);
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    headers: {
      ...headers,
      ...(origin === undefined ? {} : { Origin: origin }),
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dm94cmVlbC1kb2N0b3IhIQ==',
      'Sec-WebSocket-Protocol': realtimeSubprotocol,
    },
    timeout: timeoutMs,
  });
  return new Promise((resolve, reject) => {
    const settle = (answer: IncomingMessage) => {
      resolve(answer);
      request.destroy();
    };
    request.on('response', settle).on('upgrade', settle).on('error', reject);
    request.on('timeout', () => request.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    request.end();
  });
}

/** Without a token, as above. */
async function webRtc(examined: Examined): Promise<Found> {
  if (offersVideoAlone(examined)) return noTalk();
  const { status } = await ask(examined, `${paths.realtime}?model=doctor`, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', Origin: originOf(examined) },
    body: 'v=0\r\n',
  });
  if (status === 401 || status === 403) return ok(`Offers are taken (${status} without a token)`);
  return warning(
    `POST ${paths.realtime} answered ${status} to an offer`,
    'Set transport="websocket" on <realtime-voice>, or use a service with WebRTC.',
  );
}

async function cors(examined: Examined): Promise<Found> {
  const { origin, base } = examined;
  if (origin === undefined) return skipped('Give the origin of a page with --origin');
  if (new URL(base).origin === origin) return ok(`${origin} is the gateway's own origin`);
  const wanted = 'content-type,idempotency-key,authorization';
  const preflight = await ask(examined, paths.videoGenerations, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': wanted },
  });
  const read = await ask(examined, modelsPath, { headers: { Origin: origin } });
  const isFor = ({ headers }: Response) => ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
  const fix = `Add ${origin} to origins of the gateway (--origin ${origin} of npx voxreel), and let no proxy remove or repeat its headers.`;
  if (!preflight.ok || !isFor(preflight)) return broken(`The preflight of ${origin} was refused (${preflight.status})`, fix);
  const allowed = (preflight.headers.get('access-control-allow-headers') ?? '').toLowerCase();
  const missing = wanted.split(',').filter((name) => !allowed.split(/\s*,\s*/).includes(name));
  if (missing.length > 0) return broken(`The preflight of ${origin} does not allow ${missing.join(', ')}`, fix);
  return isFor(read) ? ok(`Pages of ${origin} may use it`) : broken(`Pages of ${origin} may not read answers`, fix);
}

async function headers(examined: Examined): Promise<Found> {
  const { base } = examined;
  const { protocol, hostname } = new URL(base);
  const isPublic = !isLoopback(hostname);
  if (protocol === 'http:' && isPublic)
    return broken(
      'It is served over plain HTTP',
      'Serve it over https: logins and tokens can be read on the way, and browsers give no microphone.',
    );
  const answer = await ask(examined, modelsPath);
  const lacks = [
    answer.headers.get('x-content-type-options') === 'nosniff' ? '' : 'x-content-type-options: nosniff',
    /no-store|private/.test(answer.headers.get('cache-control') ?? '') ? '' : 'cache-control: no-store',
    protocol === 'http:' || answer.headers.has('strict-transport-security') ? '' : 'strict-transport-security',
  ].filter((name) => name !== '');
  if (lacks.length === 0) return ok('As they should be');
  return warning(
    `Missing: ${lacks.join(', ')}`,
    'Let the proxy in front keep the headers of the gateway, and add what it leaves to the proxy.',
  );
}

async function clock(examined: Examined): Promise<Found> {
  const askedAt = Date.now();
  const answer = await ask(examined, '/health');
  const there = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(there)) return skipped('Answers have no date');
  // A date has whole seconds, and the answer took its time.
  const off = Math.max(0, Math.max(askedAt - there - 1000, there - Date.now()));
  const text = `It differs from the clock of this machine by ${Math.round(off / 1000)} s`;
  if (off <= skewMs.warning) return ok(text);
  const fix = 'Let both machines set their clocks by NTP.';
  return off > skewMs.broken ? broken(text, fix) : warning(text, fix);
}

/** In the order they are made; `models` learns what `token` asks for. */
export const checks: Readonly<Record<string, (examined: Examined) => Promise<Found>>> = {
  health,
  ready,
  models,
  token,
  WebSocket: webSocket,
  WebRTC: webRtc,
  CORS: cors,
  headers,
  clock,
};

// Which mistake of a site is behind a failure. Asks the service once or twice, never for anything that costs.
import { joinUrl } from '../../../core/http.js';
import type { FailedRequest } from '../../../core/failed-request.js';
import { pageUrl } from '../../../core/page-url.js';
import type { DiagnosisWords } from './diagnosis-words.js';
import { probe, type Probe } from './probe.js';

/** A failure, with what the page has set. */
export interface Mishap {
  readonly element: 'video-generator' | 'realtime-voice';
  /** As the page wrote it: empty or undefined means the page's own origin. */
  readonly baseUrl: string | undefined;
  readonly tokenUrl?: string | undefined;
  /** Empty: there is none to ask for. */
  readonly model: string;
  /** The page's login. */
  readonly headers?: (() => Promise<Readonly<Record<string, string>>>) | undefined;
  readonly error: { readonly code: string; readonly status?: number | undefined };
  readonly request?: FailedRequest | undefined;
}

export type CauseName = keyof DiagnosisWords['causes'];

export interface Cause {
  readonly name: CauseName;
  readonly values: Readonly<Record<string, string | number>>;
}

const modelsPath = '/v1/models';
const isAddress = (url: string): boolean => URL.canParse(url, document.baseURI);

/** Undefined where nobody has to change the page or its server. */
export async function causeOf(mishap: Mishap): Promise<Cause | undefined> {
  const { baseUrl = '', error, request, model } = mishap;
  if (!isAddress(baseUrl)) return cause('badUrl', { url: baseUrl });
  const url = pageUrl(request?.url || joinUrl(baseUrl, modelsPath)).href;
  if (error.code === 'unsupported' && !isSecureContext) return cause('plainHttp', { url: location.origin });
  if (location.protocol === 'https:' && /^(?:http|ws):/.test(url) && !isLoopback(new URL(url).hostname)) return cause('mixed', { url });
  const status = error.status ?? request?.status;
  if (status === undefined && request === undefined && !ofService.has(error.code)) return undefined;
  const asked = { url, method: request?.method ?? 'GET', status: status ?? '', origin: location.origin };
  if (status === 401 || error.code === 'unauthorized') return cause('unauthorized', { ...asked, status: status ?? 401 });
  if (error.code === 'host_not_allowed') return cause('hostName', { ...asked, status: status ?? 403, host: new URL(url).host });
  if (status === 403 || error.code === 'forbidden') return cause('forbidden', { ...asked, status: status ?? 403 });
  if (model === '') return lacksModel(mishap);
  if (error.code === 'upstream_unauthorized') return cause('upstreamKey', { ...asked, status: status ?? 500 });
  if (error.code === 'model_not_found') return unknownModel(mishap);
  if (isHttpSocket(request)) return socketCause(asked);
  if (status !== undefined && isWrongPlace(status, error.code)) return wrongPlace(mishap, asked);
  return status === undefined && ['network', 'unconfirmed'].includes(error.code) ? silent(mishap, asked) : undefined;
}

/** Failures that a service, or the lack of one, is behind. Others are of the device or of the page's own code. */
const ofService: ReadonlySet<string> = new Set(['network', 'unconfirmed', 'unauthorized', 'forbidden', 'model_missing', 'model_not_found']);

type Asked = Readonly<Record<'url' | 'method' | 'origin', string>> & { readonly status: number | string };

const cause = (name: CauseName, values: Cause['values']): Cause => ({ name, values });

export const isLoopback = (hostname: string): boolean => /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);

const isHttpSocket = (request: FailedRequest | undefined): boolean =>
  request?.transport !== undefined && request.transport !== 'webrtc' && request.status === undefined;

/** Whatever answers there is no service of ours, or not that part of one. */
const isWrongPlace = (status: number, code: string): boolean =>
  [404, 405, 501].includes(status) || (status < 300 && ['bad_response', 'unconfirmed'].includes(code));

const askModels = async ({ baseUrl = '', headers }: Mishap): Promise<Probe & { readonly url: string }> => {
  const { href } = pageUrl(joinUrl(baseUrl, modelsPath));
  return { ...(await probe(href, await headers?.().catch(() => ({})))), url: href };
};

/** No answer, or none that the page may read. */
async function silent(mishap: Mishap, asked: Asked): Promise<Cause | undefined> {
  const models = await askModels(mishap);
  const named = silentCause(models, asked);
  if (named !== undefined || models.outcome !== 'answered' || new URL(models.url).origin === location.origin) return named;
  // A page may ask, but not with the headers of a request for a video or a token.
  const asVideo = await probe(models.url, { 'Content-Type': 'application/json', 'Idempotency-Key': 'diagnosis' });
  return asVideo.outcome === 'unreadable' ? cause('preflight', asked) : undefined;
}

function silentCause({ outcome }: Probe, asked: Asked): Cause | undefined {
  const isForeign = new URL(asked.url).origin !== location.origin;
  if (outcome === 'blocked') return cause('csp', { ...asked, target: new URL(asked.url).origin });
  if (outcome === 'unreachable') return cause('unreachable', asked);
  return outcome === 'unreadable' && isForeign ? cause('cors', asked) : undefined;
}

/** The page names no model, and there was none to take. */
async function lacksModel(mishap: Mishap): Promise<Cause | undefined> {
  const models = await askModels(mishap);
  const { url } = models;
  const asked = { url, method: 'GET', status: models.outcome === 'answered' ? models.status : '', origin: location.origin };
  if (models.outcome !== 'answered') return silentCause(models, asked);
  const kind = mishap.element === 'video-generator' ? 'video' : 'realtime';
  if (models.status === 401) return cause('unauthorized', asked);
  if (models.status === 403) return cause('forbidden', asked);
  if (models.models === undefined) return wrongPlace(mishap, asked, models);
  return models.models.some((one) => one.kind === kind) ? undefined : cause('noModel', { ...asked, kind });
}

async function unknownModel(mishap: Mishap): Promise<Cause> {
  const models = await askModels(mishap);
  const kind = mishap.element === 'video-generator' ? 'video' : 'realtime';
  const offered = models.outcome === 'answered' ? (models.models ?? []).filter((one) => one.kind === kind).map(({ id }) => id) : [];
  return cause('unknownModel', { url: models.url, model: mishap.model, models: offered.slice(0, 10).join(', ') || '–' });
}

/** A WebSocket did not open, and browsers do not say why. */
async function socketCause(asked: Asked): Promise<Cause | undefined> {
  const url = asked.url.replace(/^ws/, 'http');
  const { outcome, ...answer } = await probe(url);
  if (outcome === 'answered' || outcome === 'unreadable')
    return cause('noWebsocket', { ...asked, url, status: 'status' in answer ? answer.status : 'HTTP' });
  return silentCause({ outcome }, { ...asked, url });
}

async function wrongPlace(mishap: Mishap, asked: Asked, known?: Probe): Promise<Cause> {
  const { baseUrl = '', tokenUrl, request } = mishap;
  if (tokenUrl !== undefined && pageUrl(tokenUrl).href === asked.url) return cause('noToken', asked);
  if (baseUrl === '') return cause('noBaseUrl', asked);
  if (/\/v1\/*$/.test(baseUrl)) return cause('doubledPath', asked);
  const models = known ?? (await askModels(mishap));
  if (request?.isHtml === true || (models.outcome === 'answered' && models.isHtml)) return cause('html', asked);
  // The rest of the service is there.
  const isPart = models.outcome === 'answered' && models.models !== undefined;
  if (isPart && request?.transport === 'webrtc') return cause('noWebrtc', asked);
  return cause(isPart && mishap.element === 'realtime-voice' ? 'noToken' : 'notFound', asked);
}

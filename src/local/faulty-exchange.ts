// One exchange with the HTTP faults on it: logged, delayed, replaced, cut or dropped.
import { errorResponse } from './http.js';
import type { FaultRule, Faults } from './faults.js';

/** Longest JSON body kept in the log, in bytes. */
const loggedBodyBytes = 1_000_000;

/**
 * Answers `request` through `answer`, with whatever rule strikes it. `destroy` cuts the caller's connection; where there
 * is none (a handler called directly) a cut rejects, as `fetch` does when the line breaks.
 */
export async function faultyExchange(
  faults: Faults,
  request: Request,
  answer: (request: Request) => Promise<Response>,
  destroy?: () => void,
): Promise<Response> {
  const target = { method: request.method, path: new URL(request.url).pathname };
  if (!faults.enabled || target.path === '/faults') return answer(request);
  faults.log({ ...target, at: Date.now(), ...(await loggedBody(request)) });
  const rule = faults.take('http', target);
  if (rule === undefined) return answer(request);
  if (rule.delayMs !== undefined) await waited(rule.delayMs, request.signal);
  if (rule.drop === true) return cut(destroy);
  if (rule.dropAfterUpload === true) {
    await answer(request);
    return cut(destroy);
  }
  const response = rule.status === undefined && rule.body === undefined ? await answer(request) : replaced(rule);
  for (const [name, value] of Object.entries(rule.headers ?? {})) response.headers.set(name, value);
  return rule.truncateBodyAt === undefined ? response : truncated(response, rule.truncateBodyAt);
}

async function loggedBody(request: Request): Promise<{ body?: unknown }> {
  const isText = /json|text|sdp/.test(request.headers.get('content-type') ?? '');
  if (request.body === null || !isText || Number(request.headers.get('content-length') ?? 0) > loggedBodyBytes) return {};
  const text = await request.clone().text();
  if (text.length > loggedBodyBytes) return {};
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { body: text };
  }
}

function waited(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

function cut(destroy: (() => void) | undefined): Response {
  if (destroy === undefined) throw new TypeError('fetch failed: the connection was cut by a fault.');
  destroy();
  return new Response(null, { status: 500 });
}

function replaced(rule: FaultRule): Response {
  const status = rule.status ?? 200;
  if (rule.body === undefined) return withoutBody(status);
  const text = typeof rule.body === 'string' ? rule.body : JSON.stringify(rule.body);
  const type = typeof rule.body === 'string' && !/^\s*[{[]/.test(rule.body) ? 'text/html; charset=utf-8' : 'application/json';
  return new Response(text, { status, headers: { 'content-type': type } });
}

/** A status alone: the documented error body in that status, or nothing where the status is no error. */
function withoutBody(status: number): Response {
  if (status < 400) return new Response(null, { status });
  const error = errorResponse(status < 500 ? 400 : 500, { code: 'fault', message: `Armed to answer ${status}.` });
  return new Response(error.body, { status, headers: error.headers });
}

/** The server answers 500 when a body breaks off before its head is sent: the break has to come a little later. */
const breakAfterMs = 250;

async function truncated(response: Response, bytes: number): Promise<Response> {
  const full = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set('content-length', String(full.byteLength));
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(full.subarray(0, bytes)),
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, breakAfterMs));
      controller.error(new TypeError('terminated: the body was cut by a fault.'));
    },
  });
  return new Response(body, { status: response.status, headers });
}

// The world as a service may touch it: its own hosts, within a time and a size, over connections that follow nothing.
import { VoxreelError } from '../../base/errors.js';
import { globMatches } from '../../base/glob.js';
import type { CreateOutside, Service } from '../../services/service.js';
import { outcomeOfError, outcomeOfStatus, type Outcome } from '../answers/outcome.js';
import { readCapped } from '../requests/read-capped.js';
import { TooSlow } from '../too-slow.js';
import { wayOut, type ServiceAnswer, type WayOutInit } from '../way-out.js';

export interface TracedOutside extends CreateOutside {
  /** What became of all that was sent to change something. */
  outcome(): Outcome;
}

export interface OutsideLimits {
  /** For all that one call of the service sends. */
  readonly timeoutMs: number;
  /** The caller's, where its leaving ends the call. */
  readonly signal?: AbortSignal | undefined;
}

/** Far above any answer but results, which are streamed. */
const longest = 8 * 1024 * 1024;

type Told = Pick<CreateOutside, 'userId' | 'key' | 'callback'>;
type Method = WayOutInit['method'];
const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] satisfies readonly Method[];
const isMethod = (name: string): name is Method => methods.includes(name);

/** Whether `url` leads to one of a service's `hosts`: by name over https alone, or to an origin that is written out. */
export function isHostOf({ hosts }: Pick<Service, 'hosts'>, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, origin, host, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return hosts.some((place) => (place.includes('://') ? place === origin : protocol === 'https:' && globMatches(place, host)));
}

export function createOutside(
  service: Service,
  told: Told,
  traced: Readonly<Record<string, string>>,
  { timeoutMs, signal }: OutsideLimits,
): TracedOutside {
  const endsAt = performance.now() + timeoutMs;
  const ended = new AbortController();
  let outcome: Outcome = 'untouched';
  const note = (method: Method, came: Outcome): void => {
    if (method !== 'GET' && method !== 'HEAD') outcome = worse(outcome, came);
  };

  async function exchange(url: string, method: Method, init: RequestInit): Promise<Response> {
    const leftMs = Math.max(1, endsAt - performance.now());
    const stop = new AbortController();
    let isLate = false;
    const leave = (): void => stop.abort();
    const timer = setTimeout(() => {
      isLate = true;
      leave();
    }, leftMs);
    if (signal?.aborted === true) leave();
    signal?.addEventListener('abort', leave);
    try {
      const answer = await send(service, url, { method, signal: stop.signal, ...(await packed(init, traced)) });
      // One that was taken may have made something, whatever is said of it.
      note(method, answer.ok ? 'unknown' : outcomeOfStatus(answer.status));
      const bytes = await bytesOf(answer, Math.max(1, endsAt - performance.now()));
      const bodiless = answer.status === 204 || answer.status === 205 || answer.status === 304;
      return new Response(bodiless ? null : bytes, { status: answer.status, headers: answer.headers });
    } catch (error) {
      if (error instanceof VoxreelError) throw error;
      note(method, outcomeOfError(error));
      if (isLate || error instanceof TooSlow) throw new VoxreelError('timeout', 'The service did not answer in time.', { retryable: true });
      throw new VoxreelError('network', 'The service could not be reached, or broke off.', { retryable: true, cause: error });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    }
  }

  return {
    ...told,
    signal: signal ?? ended.signal,
    outcome: () => outcome,
    refused(status) {
      outcome = outcomeOfStatus(status);
    },
    async fetch(url, init = {}) {
      const method = (init.method ?? 'GET').toUpperCase();
      if (!isHostOf(service, url)) throw new VoxreelError('bad_response', 'The service points to a host that is none of its own.');
      if (!isMethod(method)) throw new VoxreelError('invalid_input', `${method} is not sent.`);
      return exchange(url, method, init);
    },
  };
}

const rank: readonly Outcome[] = ['untouched', 'answered', 'unknown'];
const worse = (one: Outcome, other: Outcome): Outcome => (rank.indexOf(one) > rank.indexOf(other) ? one : other);

/** Whatever body it is, as bytes and their type. */
async function packed(init: RequestInit, traced: Readonly<Record<string, string>>): Promise<Pick<WayOutInit, 'headers' | 'body'>> {
  const headers = new Headers(init.headers);
  for (const [name, value] of Object.entries(traced)) headers.set(name, value);
  if (init.body === undefined || init.body === null) return { headers: Object.fromEntries(headers) };
  const form = new Response(init.body);
  const type = form.headers.get('content-type');
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type);
  const body = typeof init.body === 'string' ? init.body : new Uint8Array(await form.arrayBuffer());
  return { headers: Object.fromEntries(headers), body };
}

const send = ({ fetch }: Service, url: string, init: WayOutInit): Promise<ServiceAnswer> => {
  if (fetch === undefined) return wayOut(url, init);
  const { method, headers, body, signal } = init;
  return fetch(url, { method, headers, signal: signal ?? null, redirect: 'manual', ...(body === undefined ? {} : { body }) });
};

async function bytesOf(answer: ServiceAnswer, totalMs: number): Promise<Uint8Array<ArrayBuffer>> {
  const { status } = answer;
  if (status >= 300 && status < 400 && status !== 304) {
    answer.body?.cancel().catch(() => {});
    throw new VoxreelError('bad_response', 'The service answered with a redirect, which is not followed.');
  }
  const bytes = await readCapped(answer, longest, { totalMs });
  if (bytes === undefined) throw new VoxreelError('bad_response', 'The answer of the service is too large.');
  return bytes;
}

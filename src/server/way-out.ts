// How the gateway sends a request: by the runtime's own fetch, unless the runtime has something better.
import { isAddress } from './requests/addresses.js';
import { TooSlow } from './too-slow.js';

export interface WayOutInit {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Record<string, string>;
  readonly body?: BodyInit | undefined;
  /** Ends all of it. */
  readonly signal?: AbortSignal | undefined;
  /** Rejects with `TooSlow` where the answer is not there by then: its head, and a body that is handed on whole. Default: it is waited for. */
  readonly timeoutMs?: number | undefined;
  /** The host has been named by a stranger: rejects with `AddressNotPublic` where its name leads to an address that is not public. */
  readonly publicOnly?: boolean | undefined;
  /** The body is wanted piece by piece, however short it is. */
  readonly streamed?: boolean | undefined;
}

/** A name leads to an address that is not public, or this runtime cannot tell. */
export class AddressNotPublic extends Error {
  override readonly name = 'AddressNotPublic';

  constructor(hostname: string) {
    super(`${hostname} does not lead to a public address, or this runtime cannot resolve names.`);
  }
}

/** What is read of an answer: a `Response` has it all. */
export interface ServiceAnswer extends Pick<Response, 'status' | 'ok' | 'headers' | 'body'> {
  /** The body, where it is available at once; `body` is null then. */
  readonly buffered?: Uint8Array<ArrayBuffer> | undefined;
}

/** As `fetch` with `redirect: 'manual'`: an answer of any status, or a rejection where there is none. */
export type WayOut = (url: string, init: WayOutInit) => Promise<ServiceAnswer>;

/** Cannot resolve a name and connect to what it has checked: a stranger's host is called only where it is written as an address. */
const byFetch: WayOut = async (url, { method, headers, body, signal, timeoutMs, publicOnly = false }) => {
  const { hostname } = new URL(url);
  if (publicOnly && !isAddress(hostname)) throw new AddressNotPublic(hostname);
  // Not `AbortSignal.any`: not all runtimes at the edge have it.
  const stop = new AbortController();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stop.abort(new TooSlow('The service did not answer.')), timeoutMs);
  if (signal?.aborted === true) stop.abort(signal.reason);
  // It stays: the body may still be on its way.
  signal?.addEventListener('abort', () => stop.abort(signal.reason), { once: true });
  try {
    return await fetch(url, { method, headers, signal: stop.signal, redirect: 'manual', ...(body === undefined ? {} : { body }) });
  } finally {
    clearTimeout(timer);
  }
};

let current: WayOut = byFetch;

export const wayOut: WayOut = (url, init) => current(url, init);

/** For all gateways of this process. Gives the undo. */
export function setWayOut(way: WayOut): () => void {
  const before = current;
  current = way;
  return () => void (current = before);
}

// By which fetch the gateway reaches the service. Everywhere the runtime's own, unless it has a quicker one.

export interface WayOutInit {
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: BodyInit | undefined;
  readonly signal: AbortSignal;
}

/** What is read of an answer: a `Response` has it all. */
export interface ServiceAnswer extends Pick<Response, 'status' | 'ok' | 'headers' | 'body'> {
  /** The body, where it is at hand; `body` is null then. */
  readonly whole?: Uint8Array<ArrayBuffer> | undefined;
}

/** As `fetch` with `redirect: 'manual'`: an answer of any status, or a rejection where there is none. */
export type WayOut = (url: string, init: WayOutInit) => Promise<ServiceAnswer>;

const byFetch: WayOut = (url, { body, ...init }) => fetch(url, { ...init, redirect: 'manual', ...(body === undefined ? {} : { body }) });

let current: WayOut = byFetch;

export const wayOut: WayOut = (url, init) => current(url, init);

/** For all gateways of this process. */
export function setWayOut(way: WayOut): void {
  current = way;
}

// Opens a wire by the first transport that works, and keeps what arrives before anybody listens.
import { abortedError } from '../../abort.js';
import { VoxreelError, toVoxreelError } from '../../errors.js';
import { withRequest, type FailedRequest } from '../../failed-request.js';
import { joinUrl } from '../../http.js';
import type { Transport, TransportTarget, Wire, WireClosed, WireHandlers } from '../../transports/transport.js';
import { isFatal } from './fatal-errors.js';

export interface OpenWire {
  readonly wire: Wire;
  readonly transport: Transport;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** Closed before anybody listened. */
  readonly gone: boolean;
  /** Delivers what came so far, and from now on everything as it comes. */
  begin(handlers: WireHandlers): void;
  /** Nothing is delivered any more. */
  end(): void;
}

/** What each attempt is given. */
export interface Dial {
  /** A fresh token. */
  token(signal: AbortSignal): Promise<string>;
  target(): Omit<TransportTarget, 'token' | 'tokenUnused' | 'handlers'>;
}

const defaultTimeoutMs = 30_000;

/**
 * Tries each transport once, in order, with a token of its own; the target's `connectionTimeoutMs` is for all of them together, so that
 * the last one has its share of it. `refused` hears of each that failed. Rejects with the last error, or at once with a fatal one.
 */
export async function openWire(
  candidates: readonly Transport[],
  dial: Dial,
  refused: (transport: Transport) => void,
  signal: AbortSignal,
): Promise<OpenWire> {
  let error = new VoxreelError(
    'unsupported',
    'There is no transport to try: each of `transports` must be registered, and available in this environment.',
  );
  let unused: string | undefined;
  let deadline: number | undefined;
  for (const [at, candidate] of candidates.entries()) {
    const token = candidate.needsToken === false ? '' : (unused ?? (await dial.token(signal)));
    if (token !== '') unused = undefined;
    if (signal.aborted) throw abortedError(signal);
    const target = dial.target();
    deadline ??= Date.now() + (target.connectionTimeoutMs ?? defaultTimeoutMs);
    const connectionTimeoutMs = Math.max(1, (deadline - Date.now()) / (candidates.length - at));
    try {
      return await openBy(candidate, { ...target, connectionTimeoutMs, token, tokenUnused: () => (unused = token) }, signal);
    } catch (cause) {
      error = withRequest(toVoxreelError(cause, 'connection_failed', { retryable: true }), attemptOf(candidate, target));
      if (signal.aborted || isFatal(error)) throw error;
      refused(candidate);
    }
  }
  throw error;
}

/** What was asked, as far as it can be known from outside of the transport. */
function attemptOf({ id }: Transport, { baseUrl, names }: ReturnType<Dial['target']>): FailedRequest {
  const path = id === 'webrtc' ? names.sdpPath : names.websocketPath;
  return { method: id === 'webrtc' ? 'POST' : 'GET', url: joinUrl(baseUrl, path), transport: id };
}

async function openBy(transport: Transport, target: Omit<TransportTarget, 'handlers'>, signal: AbortSignal): Promise<OpenWire> {
  const early: Parameters<WireHandlers['message']>[0][] = [];
  let listener: WireHandlers | undefined;
  let closed: WireClosed | undefined;
  let over = false;
  const handlers: WireHandlers = {
    message(data) {
      if (over) return;
      if (listener === undefined) early.push(data);
      else listener.message(data);
    },
    closed(reason) {
      if (over) return;
      closed = reason;
      listener?.closed(reason);
    },
  };
  const wire = await transport.open({ ...target, handlers }, signal);
  if (signal.aborted) {
    wire.close();
    throw abortedError(signal);
  }
  return {
    wire,
    transport,
    openedAt: Date.now(),
    get gone() {
      return closed !== undefined;
    },
    begin(handlersOfCall) {
      listener = handlersOfCall;
      for (const data of early.splice(0)) listener.message(data);
      if (closed !== undefined && !over) listener.closed(closed);
    },
    end() {
      over = true;
    },
  };
}

// What the gateway says of each request and each relay: one plain object, and one line of JSON for it. No key, token, query value or body stands in it.

/** What every line of the log has. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  /** The same in the header `x-request-id` of the answer and of what was sent to the service. */
  readonly requestId: string;
  /** Of the W3C trace that the request belongs to, which what was sent to the service belongs to as well. */
  readonly traceId: string;
  readonly method: string;
  /** The documents' path with its variable parts named, e.g. `/v1/video/generations/{task_id}`, or `-` for one that is none of theirs. */
  readonly path: string;
  /** As the option `logUser` says; absent where nobody was logged in. */
  readonly user?: string | undefined;
}

/** One answered request. `level`: `error` for 500 and above, `warn` for 400 and above. */
export interface RequestEntry extends LogEntry {
  readonly msg: 'request';
  readonly status: number;
  /** Until the answer's headers were ready. */
  readonly ms: number;
  /** Of the answer's body, where they are known by then: a video that is streamed has none. */
  readonly bytes?: number | undefined;
  /** Of a refusal, in the gateway's own words. */
  readonly code?: string | undefined;
}

/** A WebSocket that is relayed from now on. */
export interface RelayOpenedEntry extends LogEntry {
  readonly msg: 'relay opened';
}

/** The end of one, under the same request id. */
export interface RelayClosedEntry extends LogEntry {
  readonly msg: 'relay closed';
  /** The code it was closed with. */
  readonly closeCode: number;
  readonly ms: number;
  /** Messages and their bytes, both ways. */
  readonly messages: number;
  readonly bytes: number;
}

/** A line of the log: a request, or a relay that opened or closed. */
export type GatewayLogEntry = RequestEntry | RelayOpenedEntry | RelayClosedEntry;
/** What a site hands in. With pino: `({ level, ...entry }) => logger[level](entry)`, for it writes the time and the level itself. */
export type GatewayLog = (entry: GatewayLogEntry) => unknown;

/** A log of one line of JSON for each entry, with the time first. `write` gets the line without its end. */
export function jsonLog(write: (line: string) => void = (line) => console.log(line)): GatewayLog {
  return (entry) => write(JSON.stringify({ time: new Date().toISOString(), ...entry }));
}

/** The same log, of which nothing that goes wrong in it, now or later, reaches a request. */
export function harmless<Entry>(log: (entry: Entry) => unknown): (entry: Entry) => void {
  return (entry) => {
    try {
      const said = log(entry);
      if (typeof said === 'object' && said !== null) Promise.resolve(said).catch(() => {});
    } catch {
      // A log that fails has nowhere to say so.
    }
  };
}

export const levelOf = (status: number): LogEntry['level'] => (status >= 500 ? 'error' : status >= 400 ? 'warn' : 'info');

/** The id a proxy before the gateway gave, if it is short and plain, else a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id');
  return given !== null && /^[\w.:-]{8,100}$/.test(given) ? given : crypto.randomUUID();
}

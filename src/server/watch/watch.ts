// What happened, told to the log and the metrics: one turn for each request, one for each relay. Knows nothing of what is decided.
import { paths } from '../../protocol/names.js';
import { hooksPath } from '../backends/announcements.js';
import { limitsPath } from '../limits-route.js';
import { modelsPath } from '../model-list.js';
import { filesPath } from '../uploaded-files.js';
import type { GatewayUser } from '../gateway-options.js';
import { userNaming, type LogUser } from './log-user.js';
import { harmless, levelOf, requestIdOf, type GatewayLog } from './log.js';
import { createMetrics, type Metrics } from './metrics.js';
import { isRepeat } from '../state/repeats.js';
import { BufferedResponse } from '../answers/buffered-response.js';
import type { RelaySummary } from '../relay/relay.js';

/** One request from its coming to its answer. */
export interface Turn {
  readonly requestId: string;
  /** Whoever was found to ask. */
  user: GatewayUser | undefined;
  /** Counts and logs the answer, and gives it back with the request's id on it. */
  answered(response: Response): Response;
  /** To be called when a relay stands; the function it gives when it has ended. */
  relayOpened(): RelayEnded;
}

export type RelayEnded = (summary: RelaySummary) => void;

export interface Watch {
  readonly metrics: Metrics;
  turn(request: Request): Turn;
}

export interface WatchOptions {
  readonly log?: GatewayLog | undefined;
  readonly logUser?: LogUser | undefined;
  /** For the hashes of users. */
  digest(...parts: readonly string[]): Promise<string>;
}

const mintPaths: readonly string[] = [paths.realtimeSessions, '/v1/realtime/client_secrets'];
const plainPaths = new Set<string>([
  ...Object.values(paths),
  ...mintPaths,
  '/v1/realtime/calls',
  modelsPath,
  limitsPath,
  filesPath,
  '/health',
  '/metrics',
]);

/** The documents' path with its variable parts named, `-` for any other: what a caller makes up is in no log and no metric. */
export function pathTemplate(pathname: string): string {
  if (plainPaths.has(pathname)) return pathname;
  if (pathname.startsWith(`${hooksPath}/`)) return `${hooksPath}/{id}`;
  const [, rest] = /^\/v1\/video\/generations\/[^/]+(\/content\/\d+)?$/.exec(pathname) ?? [undefined, '-'];
  if (rest === '-') return '-';
  return `${paths.videoGenerations}/{task_id}${rest === undefined ? '' : '/content/{index}'}`;
}

function bytesOf(response: Response): number | undefined {
  if (response instanceof BufferedResponse && typeof response.content !== 'string') return response.content.byteLength;
  const length = response.headers.get('content-length');
  if (length !== null) return Number(length);
  if (response.body === null) return 0;
  return response instanceof BufferedResponse ? new TextEncoder().encode(String(response.content)).byteLength : undefined;
}

export function createWatch(options: WatchOptions): Watch {
  const metrics = createMetrics();
  const log = options.log === undefined ? undefined : harmless(options.log);
  const nameOf = userNaming(options.logUser ?? 'hash', options.digest);

  /** What a log needs a moment for keeps no answer waiting. */
  const told = async (user: GatewayUser | undefined, tell: (name: string | undefined) => void): Promise<void> => {
    const name = user === undefined ? undefined : nameOf(user.id);
    tell(typeof name === 'object' ? await name : name);
  };

  return {
    metrics,
    turn(request) {
      const startedAt = performance.now();
      const requestId = requestIdOf(request);
      const { method } = request;
      const path = pathTemplate(new URL(request.url).pathname);
      const since = (at: number): number => Math.round((performance.now() - at) * 100) / 100;
      const turn: Turn = {
        requestId,
        user: undefined,
        answered(response) {
          const { status } = response;
          const ms = since(startedAt);
          const code = response instanceof BufferedResponse ? response.code : undefined;
          const bytes = bytesOf(response);
          const repeated = isRepeat(response);
          metrics.answered({ path, method, status, ms, bytes, code, repeated });
          if (method === 'POST' && response.ok && !repeated) {
            if (path === paths.videoGenerations) metrics.taskCreated();
            else if (mintPaths.includes(path)) metrics.tokenMinted();
          }
          response.headers.set('x-request-id', requestId);
          if (log !== undefined) {
            void told(turn.user, (user) =>
              log({
                level: levelOf(status),
                msg: 'request',
                requestId,
                method,
                path,
                status,
                ms,
                ...(bytes === undefined ? {} : { bytes }),
                ...(code === undefined ? {} : { code }),
                ...(user === undefined ? {} : { user }),
              }),
            ).catch(() => {});
          }
          return response;
        },
        relayOpened() {
          const openedAt = performance.now();
          metrics.relayOpened();
          const said = { level: 'info', requestId, method, path } as const;
          if (log !== undefined) {
            void told(turn.user, (user) => log({ ...said, msg: 'relay opened', ...(user === undefined ? {} : { user }) })).catch(() => {});
          }
          let ended = false;
          return ({ code: closeCode, messages, bytes }) => {
            if (ended) return;
            ended = true;
            const ms = since(openedAt);
            metrics.relayClosed({ closeCode, ms, messages, bytes });
            if (log === undefined) return;
            void told(turn.user, (user) =>
              log({ ...said, msg: 'relay closed', closeCode, ms, messages, bytes, ...(user === undefined ? {} : { user }) }),
            ).catch(() => {});
          };
        },
      };
      return turn;
    },
  };
}

// Reports what happened to the log, the metrics and the audit: one turn for each request, one for each relay. Decides nothing itself.
import type { ExpiredRecord } from '../library/record-bin.js';
import { paths } from '../../protocol/names.js';
import { hooksPath } from '../backends/announcements.js';
import { probePaths } from '../health.js';
import { libraryTemplate } from '../library/library-paths.js';
import { limitsPath } from '../limits-route.js';
import { modelsPath } from '../model-list.js';
import { filesPath } from '../uploaded-files.js';
import type { GatewayUser } from '../gateway-options.js';
import { auditedAnswer, mintPaths, type Audited, type AuditEvent, type AuditNotes } from './audit.js';
import { userNaming, type LogUser } from './log-user.js';
import { harmless, levelOf, requestIdOf, type GatewayLog, type GatewayLogEntry } from './log.js';
import { createMetrics, type Metrics } from './metrics.js';
import { traceOf } from './trace.js';
import { isRepeat } from '../state/repeats.js';
import { addHeaders, BufferedResponse } from '../answers/buffered-response.js';
import type { RelaySummary } from '../relay/relay.js';

/** One request from its coming to its answer. */
export interface Turn {
  readonly requestId: string;
  readonly url: URL;
  /** For what is sent to a service on behalf of the request: its id, and the trace it belongs to. */
  readonly traced: Readonly<Record<string, string>>;
  /** Who was found to ask. */
  user: GatewayUser | undefined;
  /** For the audit. */
  note(notes: AuditNotes): void;
  /** A message of a relayed call was not passed on, or nothing was left for its next minute. */
  callRefused(code: string): void;
  /** Counts and logs the answer, and gives it back with the request's id on it. */
  answered(response: Response): Response;
  /** To be called when a relay stands; the function it gives when it has ended. */
  relayOpened(): RelayEnded;
}

/** Is called when a relay ends. */
export type RelayEnded = (summary: RelaySummary) => void;

export interface Watch {
  readonly metrics: Metrics;
  turn(request: Request): Turn;
  /** `everywhere`: not on this instance alone. */
  revoked(userId: string, everywhere: boolean): void;
  /** A record of the library was deleted because of its age. */
  expired(record: ExpiredRecord): void;
}

export interface WatchOptions {
  readonly log?: GatewayLog | undefined;
  readonly logUser?: LogUser | undefined;
  readonly audit?: ((event: AuditEvent) => unknown) | undefined;
  /** For the hashes of users. */
  digest(...parts: readonly string[]): Promise<string>;
}

const plainPaths = new Set<string>([
  ...Object.values(paths),
  ...mintPaths,
  '/v1/realtime/calls',
  modelsPath,
  limitsPath,
  filesPath,
  ...probePaths,
]);

/** The documents' path with its variable parts named, `-` for any other: what a caller makes up is in no log and no metric. */
export function pathTemplate(pathname: string): string {
  if (plainPaths.has(pathname)) return pathname;
  if (pathname.startsWith(`${hooksPath}/`)) return `${hooksPath}/{id}`;
  const kept = libraryTemplate(pathname);
  if (kept !== undefined) return kept;
  const [, rest] = /^\/v1\/video\/generations\/[^/]+(\/content\/\d+)?$/.exec(pathname) ?? [undefined, '-'];
  if (rest === '-') return '-';
  return `${paths.videoGenerations}/{task_id}${rest === undefined ? '' : '/content/{index}'}`;
}

function bytesOf(response: Response): number | undefined {
  if (response instanceof BufferedResponse) return response.byteLength;
  const length = response.headers.get('content-length');
  if (length !== null) return Number(length);
  return response.body === null ? 0 : undefined;
}

/** Tells the log and the audit, each with the user as `logUser` says. */
interface Told {
  log(user: GatewayUser | undefined, entry: GatewayLogEntry): void;
  audit(user: GatewayUser | undefined, event: Audited): void;
}

function createTold({ log, audit, logUser = 'hash', digest }: WatchOptions): Told {
  const nameOf = userNaming(logUser, digest);
  /** What a log needs a moment for keeps no answer waiting. */
  const named = async (user: GatewayUser | undefined, tell: (more: { readonly user?: string }) => void): Promise<void> => {
    const name = user === undefined ? undefined : nameOf(user.id);
    const word = typeof name === 'object' ? await name : name;
    tell(word === undefined ? {} : { user: word });
  };
  const logs = log === undefined ? undefined : harmless(log);
  const audits = audit === undefined ? undefined : harmless(audit);
  return {
    log(user, entry) {
      if (logs !== undefined) void named(user, (more) => logs({ ...entry, ...more })).catch(() => {});
    },
    audit(user, event) {
      const time = new Date().toISOString();
      if (audits !== undefined) void named(user, (more) => audits({ time, ...event, ...more })).catch(() => {});
    },
  };
}

export function createWatch(options: WatchOptions): Watch {
  const metrics = createMetrics();
  const told = createTold(options);
  return {
    metrics,
    turn: (request) => createTurn(request, metrics, told),
    expired: ({ userId, kind, id }) => told.audit({ id: userId }, { type: 'expired', kind, id }),
    revoked: (id, everywhere) => told.audit({ id }, { type: 'revoked', everywhere }),
  };
}

function createTurn(request: Request, metrics: Metrics, told: Told): Turn {
  const startedAt = performance.now();
  const requestId = requestIdOf(request);
  const { id: traceId, headers } = traceOf(request);
  const { method } = request;
  const url = new URL(request.url);
  const path = pathTemplate(url.pathname);
  const asked = { requestId, traceId, method, path };
  let notes: AuditNotes = {};
  const turn: Turn = {
    requestId,
    url,
    traced: { 'x-request-id': requestId, ...headers },
    user: undefined,
    note: (more) => void (notes = { ...notes, ...more }),
    callRefused: (code) => told.audit(turn.user, { type: 'refused', ...asked, code, ...modelIn(notes) }),
    answered(response) {
      const { status } = response;
      const ms = msSince(startedAt);
      const code = response instanceof BufferedResponse ? response.code : undefined;
      const bytes = bytesOf(response);
      const repeated = isRepeat(response);
      metrics.answered({ path, method, status, ms, bytes, code, repeated });
      if (method === 'POST' && response.ok && !repeated) {
        if (path === paths.videoGenerations) metrics.taskCreated();
        else if (mintPaths.includes(path)) metrics.tokenMinted();
      }
      addHeaders(response, { 'x-request-id': requestId });
      const known = { ...(bytes === undefined ? {} : { bytes }), ...(code === undefined ? {} : { code }) };
      told.log(turn.user, { level: levelOf(status), msg: 'request', ...asked, status, ms, ...known });
      const audited = auditedAnswer(asked, notes, response);
      if (audited !== undefined) told.audit(turn.user, audited);
      return response;
    },
    relayOpened() {
      const openedAt = performance.now();
      metrics.relayOpened();
      const said = { level: 'info', ...asked } as const;
      told.log(turn.user, { ...said, msg: 'relay opened' });
      let ended = false;
      return ({ code: closeCode, messages, bytes }) => {
        if (ended) return;
        ended = true;
        const ms = msSince(openedAt);
        metrics.relayClosed({ closeCode, ms, messages, bytes });
        told.log(turn.user, { ...said, msg: 'relay closed', closeCode, ms, messages, bytes });
      };
    },
  };
  return turn;
}

const modelIn = ({ model }: AuditNotes) => (model === undefined ? {} : { model });
const msSince = (at: number): number => Math.round((performance.now() - at) * 100) / 100;

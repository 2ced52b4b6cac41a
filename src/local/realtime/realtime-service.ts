// The realtime half of the local service: which of its endpoints a request is for.
import { limits as documentedLimits, paths } from '../../protocol/index.js';
import type { Faults } from '../faults.js';
import { errorResponse } from '../http.js';
import type { Synthesizer } from '../speech/synthesizer.js';
import { exchangeSdp } from './call-route.js';
import type { RealtimeContext } from './context.js';
import { mintSession, mintClientSecret } from './minting.js';
import { createOpenSessions } from './open-sessions.js';
import { defaultPace } from './pace.js';
import type { Pace } from './pace.js';
import { createRateLimits } from './rate-limits.js';
import type { RateLimitOptions } from './rate-limits.js';
import { createSocketRoute } from './socket-route.js';
import type { SocketRoute } from './socket-route.js';
import { createTokens } from './tokens.js';
import type { Recognise } from './transcription.js';

/** How the local service holds conversations. */
export interface RealtimeOptions {
  /** Sessions end after so long. Default 30 minutes. */
  readonly sessionLifetimeMs?: number;
  /** Default 32. */
  readonly maxSessions?: number;
  /** Default one minute, as documented. */
  readonly tokenLifetimeMs?: number;
  /** Default 200 requests and 1,000,000 tokens. */
  readonly rateLimits?: RateLimitOptions;
  readonly pace?: Partial<Pace>;
  /** How long after a turn its transcription comes. Default 200. */
  readonly transcriptionDelayMs?: number;
}

export interface RealtimeService {
  /** Undefined for a path that is not of this half. */
  handle(request: Request): Promise<Response | undefined>;
  readonly upgrade: SocketRoute['upgrade'];
  isToken(bearer: string): boolean;
  readonly openSessions: number;
  close(): void;
}

export interface RealtimeServiceOptions extends RealtimeOptions {
  readonly key: string;
  readonly vendor: string;
  readonly faults: Faults;
  readonly synthesizer: Synthesizer;
  readonly recognise?: Recognise | undefined;
}

const halfHourMs = 30 * 60_000;

export function createRealtimeService(options: RealtimeServiceOptions): RealtimeService {
  const context: RealtimeContext = {
    key: options.key,
    vendor: options.vendor,
    faults: options.faults,
    tokens: createTokens(),
    tokenLifetimeMs: options.tokenLifetimeMs ?? documentedLimits.tokenLifetimeMs,
    sessions: createOpenSessions(options.maxSessions ?? 32),
    resources: {
      synthesizer: options.synthesizer,
      limits: createRateLimits(options.rateLimits),
      pace: { ...defaultPace, ...options.pace },
      sessionLifetimeMs: options.sessionLifetimeMs ?? halfHourMs,
      transcriptionDelayMs: options.transcriptionDelayMs ?? 200,
      recognise: options.recognise,
    },
  };
  const routes: Readonly<Record<string, (context: RealtimeContext, request: Request) => Promise<Response>>> = {
    [paths.realtimeSessions]: mintSession,
    [`${paths.realtime}/client_secrets`]: mintClientSecret,
    [paths.realtime]: exchangeSdp,
    [`${paths.realtime}/calls`]: exchangeSdp,
  };
  const sockets = createSocketRoute(context);
  return {
    async handle(request) {
      const { pathname } = new URL(request.url);
      const route = routes[pathname];
      if (route === undefined) return undefined;
      if (request.method === 'POST') return route(context, request);
      const hint = pathname === paths.realtime ? 'Connect a WebSocket, or POST an SDP offer.' : 'Use POST.';
      return errorResponse(400, { code: 'method_not_allowed', message: hint, param: 'method' });
    },
    upgrade: sockets.upgrade,
    isToken: (bearer) => typeof context.tokens.look(bearer) !== 'string',
    get openSessions() {
      return context.sessions.count;
    },
    close() {
      context.sessions.closeAll();
      sockets.close();
    },
  };
}

// What a site tells its gateway, each with its default, and the settings made of it.
import type { SessionConfig } from '../protocol/session.js';
import type { Service } from '../services/service.js';
import type { GatewayUser } from './gateway-user.js';
import type { LibraryOptions } from './library/library-options.js';
import type { Origins } from './requests/origin.js';
import type { AuditEvent } from './watch/audit.js';
import type { GatewayLog } from './watch/log.js';
import type { LogUser } from './watch/log-user.js';
import type { TaskEvent } from './watch/task-events.js';
import { memoryState } from './state/memory-state.js';
import { timelyState } from './state/timely-state.js';
import type { GatewayState } from './state/state.js';
import type { Upstream } from './upstream.js';

export type { GatewayUser };

/** What a page asks for, as `cost` and `moderate` see it. Checked before: within `limits`, and for a model that the site allows. */
export interface GatewayRequest {
  /** A video, or a call: a realtime conversation. */
  readonly kind: 'video' | 'call';
  readonly user: GatewayUser;
  /** Absent for a call that names none. */
  readonly model?: string | undefined;
  /** Of a video, with what stands under other names of a prompt in `metadata`, line by line. Of a call it is empty. */
  readonly prompt: string;
  /** Of a call, as far as its token says them. */
  readonly instructions: string;
  /** Addresses, data URLs or Base64: as the page sent them. */
  readonly images: readonly string[];
  /** All that the page sent. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** So many in so long a time. */
export interface Rate {
  readonly requests: number;
  readonly perMs: number;
}

/** What one request, one user and one address may ask for. A rate or a number of `false` is no limit. */
export interface GatewayLimits {
  /** A file that is uploaded. Default 32 MiB. */
  readonly fileBytes?: number | undefined;
  /** A JSON body. Default 16 MiB: an image stands in it as base64. */
  readonly bodyBytes?: number | undefined;
  /** An image, unpacked from its base64. Default 10 MiB. */
  readonly imageBytes?: number | undefined;
  /** An SDP offer. Default 256 kB. */
  readonly offerBytes?: number | undefined;
  /** Characters of a prompt. Default 10,000. */
  readonly promptLength?: number | undefined;
  /** Characters of the instructions of a session. Default 32,000. */
  readonly instructionsLength?: number | undefined;
  /** Seconds of one video. Default over 0 to 60. */
  readonly duration?: { readonly min?: number | undefined; readonly max: number } | undefined;
  /** Width times height. Default 3840 x 2160. */
  readonly pixels?: number | undefined;
  /** Videos of one task. Default 4. */
  readonly n?: number | undefined;
  /** Frames a second. Default 60. */
  readonly fps?: number | undefined;
  /** `metadata` as JSON. Default 64 KiB, images by their own limit. */
  readonly metadataBytes?: number | undefined;
  /** Until the service's whole answer is there, or the head of a result. Default 60 s. */
  readonly timeoutMs?: number | undefined;
  /** Between two pieces of a result: until the service sends the next, and until the caller reads it. Default 30 s. */
  readonly idleMs?: number | undefined;
  /** For a whole result: a player asks for the rest. Default 30 min. */
  readonly resultMs?: number | undefined;
  /** Until the whole body of a request is there. Default 30 s. */
  readonly bodyMs?: number | undefined;
  /** Requests of one user. Default 1,200 a minute. */
  readonly perUser?: Rate | false | undefined;
  /** Requests of one address, where `address` knows it. Default 3,000 a minute. */
  readonly perAddress?: Rate | false | undefined;
  /** Tasks of one user: made in a time (default 60 an hour), and not yet finished (default 20). */
  readonly tasks?: { readonly perUser?: Rate | false | undefined; readonly atOnce?: number | false | undefined } | undefined;
  /** Tokens of one user. Default 30 a minute. */
  readonly tokens?: Rate | false | undefined;
  readonly sockets?: SocketLimits | undefined;
  /** `GET /health`, `GET /ready` and `GET /metrics` of one address, where `address` knows it. Default 600 a minute. */
  readonly probes?: Rate | false | undefined;
  /** Results played through this instance at once: default 32 of a user, 512 in all. */
  readonly results?: AtOnceLimits | undefined;
  /** Default 32 of a user, 1,024 in all. */
  readonly bodies?: BodyLimits | undefined;
  /** What users may spend, as `cost` counts it. Default: nothing is counted. */
  readonly spend?: SpendLimits | undefined;
}

/** Nothing where the request may go on. */
export type Moderation = { readonly refuse: string } | undefined | null | void;

/** Amounts in the site's own unit, counted from midnight UTC for a day, and from the start of 1970 for any other period. */
export interface SpendLimits {
  readonly perMs: number;
  readonly perUser?: number | false | undefined;
  /** Of all users together. */
  readonly total?: number | false | undefined;
  /** The name of the unit, for pages: `USD`, `seconds`. Default `credits`. */
  readonly unit?: string | undefined;
}

/** Bodies of requests in the memory of this instance, until they are answered. */
export interface BodyLimits extends AtOnceLimits {
  /** Their bytes: default twice `bodyBytes` of a user, 16 times `bodyBytes` in all. */
  readonly perUserBytes?: number | false | undefined;
  readonly totalBytes?: number | false | undefined;
}

/** Of one user, and of all together. */
export interface AtOnceLimits {
  readonly perUser?: number | false | undefined;
  readonly total?: number | false | undefined;
}

/** Relayed sockets. */
export interface SocketLimits {
  /** Open at once: default 4 of a user, 32 of an address, 4,096 in all. */
  readonly perUser?: number | false | undefined;
  readonly perAddress?: number | false | undefined;
  readonly total?: number | false | undefined;
  /** One message of the page. Default 1 MiB. */
  readonly messageBytes?: number | undefined;
  /** Frames of the page: messages, their fragments, pings and pongs. Default 1,000 in 10 s. */
  readonly messages?: Rate | false | undefined;
  /** Unsent bytes for one side from which the other is not read. Default 1 MiB. */
  readonly bufferBytes?: number | undefined;
  /** Until the page's first message. Default 60 s. */
  readonly firstMessageMs?: number | undefined;
  /** Without a message of either side. Default 15 minutes. */
  readonly idleMs?: number | undefined;
  /** How long a call may last. Default `false`: as long as the service lets it. */
  readonly sessionMs?: number | false | undefined;
  /** Between two pings to each side; a dead one is cut off within twice this time. Default 25 s. */
  readonly heartbeatMs?: number | undefined;
}

/** What a page may say of its session. */
export interface SessionPolicy {
  /** Set by the site; what a page says of the same field is refused. */
  readonly fixed?: Partial<SessionConfig> | undefined;
  /** Fields that a page may set. Default `'all'` that are not fixed. */
  readonly allow?: readonly (keyof SessionConfig)[] | 'all' | undefined;
  /**
   * Whether a page may connect by WebRTC although something is locked or `models` is limited. It then talks to the service directly, past this
   * gateway: set it only if the service binds a token to the session and model it was made for. Default false: the page connects through the relay.
   */
  readonly webrtc?: boolean | undefined;
}

/** What a gateway is made of. `createGateway` throws `invalid_input` and names an option that is missing, unknown or of the wrong kind. */
export interface GatewayOptions {
  /** A service of the documents' interface. It takes every model that none of `services` offers. */
  readonly upstream?: Upstream | undefined;
  /** Other makers' services, from `voxreel/services` or of a site's own. A model is made by the one that names it most closely; needs `secret`. */
  readonly services?: readonly Service[] | undefined;
  /** Where makers reach this gateway: `https://video.example.org`. Without it they are asked again and again, and nothing is announced. */
  readonly publicUrl?: string | undefined;
  /**
   * The user of a request; with undefined or null the answer is 401. Called for every request but a preflight, before anything costs. After
   * `limits.timeoutMs` the answer is 500.
   */
  authorize(request: Request): GatewayUser | undefined | null | PromiseLike<GatewayUser | undefined | null>;
  /** Pages of other origins that may ask. */
  readonly origins: Origins;
  /** Models a page may use: names or globs. Default: all. */
  readonly models?: readonly string[] | undefined;
  /** Keys that `metadata` may have. Default: any. Those the documents name are checked as the fields of the request are. */
  readonly metadataKeys?: readonly string[] | undefined;
  /** Further top-level fields of a video request that the service takes. Default: those of the documents, and `images`. */
  readonly extraFields?: readonly string[] | undefined;
  /** Names this gateway is reached by, with their port where it is not the usual one. Default: any. A name that is none of them is refused. */
  readonly hosts?: readonly string[] | undefined;
  /** Further headers that pages of other origins may send: for `authorize`. They do not go to the service. */
  readonly requestHeaders?: readonly string[] | undefined;
  /** `proxy`: results are played through the gateway, so that a page needs no other origin. Default `link`: as the service gives them. */
  readonly content?: 'link' | 'proxy' | undefined;
  readonly limits?: GatewayLimits | undefined;
  /**
   * What a request costs, in the site's own unit: the whole of a video, or each minute of a call that has begun. At least 0. It is reserved before
   * anything is made, and given back where the service refuses or fails. Needs `limits.spend`.
   */
  readonly cost?: ((request: GatewayRequest) => number | PromiseLike<number>) | undefined;
  /**
   * Looks at the prompt, images and instructions of a request before it costs anything. With `{ refuse }` the answer is `content_refused` with this
   * message, which the user reads. What it throws is a `gateway_error`: nothing is let through unseen.
   */
  readonly moderate?: ((request: GatewayRequest) => Moderation | PromiseLike<Moderation>) | undefined;
  readonly session?: SessionPolicy | undefined;
  /**
   * Whether `image`, `callback_url` and results may point at loopback, private, link-local and other addresses that are not public: all (true),
   * or those hosts alone, as names or globs. Default: none but the service's own host for results.
   */
  readonly privateAddresses?: boolean | readonly string[] | undefined;
  /** The caller's address on the network. `serve()` gives that of the socket; behind a proxy the site says where it stands. No header is believed by default. */
  readonly address?: ((request: Request) => string | undefined) | undefined;
  /** What is remembered between requests. Default `memoryState()`: one process. */
  readonly state?: GatewayState | undefined;
  /**
   * What to do while the state cannot be reached: refuse with 503 (`closed`, the default), or let each instance count for itself (`open`).
   * Tickets, and tasks under an `Idempotency-Key` that the service does not know itself, are refused either way.
   */
  readonly stateFailure?: 'closed' | 'open' | undefined;
  /**
   * Signs the ids of tasks, and hides what is in them. The same for all instances; several where one replaces another, the newest first. Default: the
   * upstream's key. Required with `services`, and with a list of keys.
   */
  readonly secret?: string | readonly [string, ...string[]] | undefined;
  /** Hears of every video that starts, succeeds, fails or is removed: once, as soon as the gateway knows. Nobody waits for it, and what it throws is dropped. */
  readonly onTask?: ((event: TaskEvent) => unknown) | undefined;
  /** Keeps what users make, and gives it to each of their devices: `/v1/library`. Default: nothing is kept here. */
  readonly library?: LibraryOptions | undefined;
  /** Gets one entry for each request, and two for each relay: `jsonLog()`, or a site's own logger. */
  readonly log?: GatewayLog | undefined;
  /**
   * Hears of every token that is issued, task that is made, refusal and revocation. Nobody waits for it, and what it throws is dropped. Users stand in it
   * as `logUser` says.
   */
  readonly audit?: ((event: AuditEvent) => unknown) | undefined;
  /** How a user stands in the log and in the audit. Default `hash`. */
  readonly logUser?: LogUser | undefined;
  /** Who may read `GET /metrics`. Default nobody: it is as if it were not there, and a site serves `gateway.metrics()` where it likes. */
  readonly metrics?: ((request: Request) => boolean | PromiseLike<boolean>) | undefined;
}

const megabyte = 1024 * 1024;

export const limitDefaults = {
  bodyBytes: 16 * megabyte,
  fileBytes: 32 * megabyte,
  imageBytes: 10 * megabyte,
  offerBytes: 256 * 1024,
  promptLength: 10_000,
  instructionsLength: 32_000,
  duration: { min: 0, max: 60 },
  pixels: 3840 * 2160,
  n: 4,
  fps: 60,
  metadataBytes: 64 * 1024,
  timeoutMs: 60_000,
  idleMs: 30_000,
  resultMs: 1_800_000,
  bodyMs: 30_000,
  perUser: { requests: 1200, perMs: 60_000 },
  perAddress: { requests: 3000, perMs: 60_000 },
  tasks: { perUser: { requests: 60, perMs: 3_600_000 }, atOnce: 20 },
  tokens: { requests: 30, perMs: 60_000 },
  sockets: {
    perUser: 4,
    perAddress: 32,
    total: 4096,
    messageBytes: megabyte,
    messages: { requests: 1000, perMs: 10_000 },
    bufferBytes: megabyte,
    firstMessageMs: 60_000,
    idleMs: 900_000,
    sessionMs: false,
    heartbeatMs: 25_000,
  },
  probes: { requests: 600, perMs: 60_000 },
  results: { perUser: 32, total: 512 },
  bodies: { perUser: 32, total: 1024 },
} satisfies GatewayLimits;

type Filled<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> };

type Nested = 'duration' | 'tasks' | 'sockets' | 'results' | 'bodies' | 'spend';

/** Limits with nothing left open. */
export interface Limits extends Filled<Omit<GatewayLimits, Nested>> {
  readonly duration: { readonly min: number; readonly max: number };
  readonly tasks: Filled<NonNullable<GatewayLimits['tasks']>>;
  readonly sockets: Filled<NonNullable<GatewayLimits['sockets']>>;
  readonly results: Filled<AtOnceLimits>;
  readonly bodies: Filled<BodyLimits>;
  readonly spend: SpendLimits | undefined;
}

/** The options with every default filled in. */
export interface GatewaySettings extends Omit<GatewayOptions, 'limits'> {
  /** The newest first; the upstream's key where the site has named none. */
  readonly secrets: readonly [string, ...string[]];
  readonly limits: Limits;
  readonly content: 'link' | 'proxy';
  readonly state: GatewayState;
  readonly stateFailure: 'closed' | 'open';
}

/** The given fields over the defaults: a field that is there but undefined counts as not given. */
function filled<T extends object>(defaults: T, given: { readonly [K in keyof T]?: unknown } | undefined): T {
  const set = Object.entries(given ?? {}).filter(([, value]) => value !== undefined);
  return { ...defaults, ...(Object.fromEntries(set) as Partial<T>) };
}

function secretsOf({ secret, upstream }: GatewayOptions): readonly [string, ...string[]] {
  // One of the two is there: without an upstream, a secret is required.
  const [newest = String([upstream?.apiKey].flat()[0]), ...older] = typeof secret === 'string' ? [secret] : (secret ?? []);
  return [newest, ...older];
}

/** `options`: checked. */
export function gatewaySettings(options: GatewayOptions): GatewaySettings {
  const { duration, tasks, sockets, results, bodies, spend, ...rest } = options.limits ?? {};
  const { bodyBytes = limitDefaults.bodyBytes, timeoutMs = limitDefaults.timeoutMs } = rest;
  return {
    ...options,
    origins: options.origins ?? [],
    secrets: secretsOf(options),
    content: options.content ?? 'link',
    state: options.state === undefined ? memoryState() : timelyState(options.state, timeoutMs),
    stateFailure: options.stateFailure ?? 'closed',
    limits: {
      ...filled<Omit<Limits, Nested>>(limitDefaults, rest),
      duration: filled<Limits['duration']>(limitDefaults.duration, duration),
      tasks: filled<Limits['tasks']>(limitDefaults.tasks, tasks),
      sockets: filled<Limits['sockets']>(limitDefaults.sockets, sockets),
      results: filled<Limits['results']>(limitDefaults.results, results),
      bodies: filled<Limits['bodies']>({ ...limitDefaults.bodies, perUserBytes: 2 * bodyBytes, totalBytes: 16 * bodyBytes }, bodies),
      spend,
    },
  };
}

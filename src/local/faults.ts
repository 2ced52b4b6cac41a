// Faults on demand: rules that are armed, matched and used up, and the log of what was asked.
import { errorResponse, json, readJson } from './http.js';

/** Which envelope a video answer stands in: the shapes real gateways send. `documented` is our own, plain one. */
export type VideoEnvelope =
  | 'documented'
  /** The documented task with `id`, `object`, `created_at` and the inner body of a provider that lags behind. */
  | 'flat'
  /** `{ code: 'success', message: '', data: { task_id, status, fail_reason, ... } }` */
  | 'data'
  /** The documented task inside `{ code, message, data }`. */
  | 'data-flat'
  /** `{ code: 'success', data: null }` */
  | 'data-null'
  | 'empty-202'
  | 'id-only'
  /** `{ task_id }` */
  | 'task-id-only'
  /** `{ task_id, status: 'queued' }` */
  | 'queued'
  /** Everything a provider sends, deep inside `data.data`. */
  | 'nested';

/** Where the address of the result stands, as a path of keys: any other is accepted too. */
export type VideoUrlPlace =
  | 'url'
  | 'result_url'
  | 'video_url'
  | 'output_url'
  | 'video.url'
  | 'content.video_url'
  | 'content.url'
  | 'metadata.url'
  | 'task_result.videos.0.url'
  | 'creations.0.url'
  | 'fail_reason'
  | (string & {});

/** A fault of a task. */
export interface VideoFault {
  /** The task made by this request never ends. */
  readonly stuck?: boolean;
  /** The task made by this request ends as failed, with this error. */
  readonly fail?: { readonly code: string; readonly message: string };
  /** The renderer crashes while it makes this task. */
  readonly crash?: boolean;
  /** Said in place of the true status word. */
  readonly statusWord?: string;
  readonly envelope?: VideoEnvelope;
  /** Said in place of the true progress, e.g. `'30%'`, `30` or `0.3`. */
  readonly progress?: string | number;
  readonly urlAt?: VideoUrlPlace;
}

/** A fault in a conversation. */
export interface RealtimeFault {
  /** The connection is cut just before this server event (0 is the first). */
  readonly dropAtEvent?: number;
  readonly delayEventsMs?: number;
  readonly expireToken?: boolean;
  readonly refuseSdp?: boolean;
  /** WebSocket close code. */
  readonly closeCode?: number;
  /** Silence of `ms` before server event `index`. */
  readonly gapAtEvent?: { readonly index: number; readonly ms: number };
}

/** A fault that the local service makes on demand. */
export interface FaultRule {
  readonly method?: string;
  /** Exact, or a prefix ending in `*`. Any path without it. */
  readonly path?: string;
  /** So many matching requests pass unharmed first. */
  readonly skip?: number;
  /** How many requests it strikes. Default 1. */
  readonly times?: number;
  readonly delayMs?: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is, anything else as JSON. */
  readonly body?: unknown;
  /** The answer is cut after so many bytes, its length still promised whole. */
  readonly truncateBodyAt?: number;
  /** The connection is destroyed before anything is done. */
  readonly drop?: boolean;
  /** The request is carried out, then the connection is destroyed without an answer. */
  readonly dropAfterUpload?: boolean;
  readonly video?: VideoFault;
  readonly realtime?: RealtimeFault;
}

/** Where a fault strikes. */
export type FaultKind = 'http' | 'video' | 'realtime';

/** A request that the local service got. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Parsed JSON, or the text. Left out when there is none or it is over a megabyte. */
  readonly body?: unknown;
}

/** Method and path of what is happening. */
export interface FaultTarget {
  readonly method: string;
  readonly path: string;
}

/** The faults of a local service: arm them, and see what was asked. */
export interface Faults {
  readonly enabled: boolean;
  arm(rules: FaultRule | readonly FaultRule[]): void;
  clear(): void;
  /** Every request since the last `clear`, oldest first; the newest 10,000. */
  requests(): readonly LoggedRequest[];
  /** The rule that strikes now, in the order of arming; each call uses one up. */
  take(kind: FaultKind, target: FaultTarget): FaultRule | undefined;
  log(entry: LoggedRequest): void;
  /** `POST`, `GET` and `DELETE /faults`; undefined for other paths, and whenever faults are off. */
  handle(request: Request): Promise<Response | undefined>;
}

const logCapacity = 10_000;
const httpKeys = ['delayMs', 'status', 'headers', 'body', 'truncateBodyAt', 'drop', 'dropAfterUpload'] as const;

/** Faults are off unless `enabled`: nothing can be armed, nothing is logged. */
export function createFaults(enabled = false): Faults {
  let armed: ArmedRule[] = [];
  let entries: LoggedRequest[] = [];
  const faults: Faults = {
    enabled,
    arm(rules) {
      if (enabled) armed.push(...(Array.isArray(rules) ? (rules as FaultRule[]) : [rules as FaultRule]).map(armedRule));
    },
    clear() {
      armed = [];
      entries = [];
    },
    requests: () => entries,
    take(kind, target) {
      const struck = armed.find((entry) => strikes(entry, kind, target));
      if (struck !== undefined && isUsedUp(struck)) armed = armed.filter((entry) => entry !== struck);
      return struck?.rule;
    },
    log(entry) {
      if (!enabled) return;
      entries.push(entry);
      if (entries.length > logCapacity) entries.shift();
    },
    handle: async (request) => (enabled && new URL(request.url).pathname === '/faults' ? answer(faults, request) : undefined),
  };
  return faults;
}

interface ArmedRule {
  readonly rule: FaultRule;
  /** A rule may strike over HTTP and in a room: each is counted for itself. */
  readonly left: Record<FaultKind, { skip: number; times: number }>;
}

function armedRule(rule: FaultRule): ArmedRule {
  const count = () => ({ skip: rule.skip ?? 0, times: rule.times ?? 1 });
  return { rule, left: { http: count(), video: count(), realtime: count() } };
}

function strikes({ rule, left }: ArmedRule, kind: FaultKind, target: FaultTarget): boolean {
  const count = left[kind];
  if (count.times <= 0 || !concerns(rule, kind, target.method) || !matches(rule, target)) return false;
  if (count.skip > 0) {
    count.skip -= 1;
    return false;
  }
  count.times -= 1;
  return true;
}

const kinds: readonly FaultKind[] = ['http', 'video', 'realtime'];

const isUsedUp = ({ rule, left }: ArmedRule): boolean => kinds.every((kind) => left[kind].times <= 0 || !concerns(rule, kind, 'POST'));

function concerns(rule: FaultRule, kind: FaultKind, method: string): boolean {
  if (kind === 'http') return httpKeys.some((key) => rule[key] !== undefined);
  if (kind === 'realtime') return rule.realtime !== undefined;
  const video = rule.video;
  if (video === undefined) return false;
  const changesTheAnswer = [video.statusWord, video.envelope, video.progress, video.urlAt].some((value) => value !== undefined);
  return method === 'POST' || changesTheAnswer;
}

function matches(rule: FaultRule, target: FaultTarget): boolean {
  if (rule.method !== undefined && rule.method.toUpperCase() !== target.method.toUpperCase()) return false;
  if (rule.path === undefined) return true;
  return rule.path.endsWith('*') ? target.path.startsWith(rule.path.slice(0, -1)) : rule.path === target.path;
}

async function answer(faults: Faults, request: Request): Promise<Response> {
  if (request.method === 'GET') return json(200, { requests: faults.requests() });
  if (request.method === 'DELETE') {
    faults.clear();
    return json(200, { cleared: true });
  }
  const body = await readJson(request, 4_000_000);
  if (body instanceof Response) return body;
  const rules = Array.isArray(body.value) ? body.value : [body.value];
  if (request.method !== 'POST' || !rules.every((rule) => typeof rule === 'object' && rule !== null))
    return errorResponse(400, { message: 'POST a rule or a list of rules as JSON.', param: 'body' });
  faults.arm(rules as FaultRule[]);
  return json(200, { armed: rules.length });
}

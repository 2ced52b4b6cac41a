// The gateway's door: `voxreel/server`. Runs wherever there is `fetch`.
export { createGateway } from './gateway.js';
export type { Gateway } from './gateway.js';
export type { WatchedRelay } from './relay/calls.js';
export type {
  AtOnceLimits,
  BodyLimits,
  GatewayLimits,
  GatewayOptions,
  GatewayRequest,
  GatewayUser,
  Moderation,
  Rate,
  SessionPolicy,
  SocketLimits,
  SpendLimits,
} from './gateway-options.js';
export type { CheckedMessage, Relay, RelayLimits, RelaySummary } from './relay/relay.js';
export type { Caller, RelayTarget, RelayTargetLimits } from './relay/relay-admission.js';
export type { ServicePlace, Translation } from './relay/translated-socket.js';
export type * from './library/index.js';
export { memoryState } from './state/memory-state.js';
export type { MemoryStateOptions } from './state/memory-state.js';
export type { RedisAddress, RedisCluster, RedisSentinels } from './state/redis-address.js';
export { redisState } from './state/redis-state.js';
export type { RedisStateOptions } from './state/redis-state.js';
export type { SpendStatus } from './state/budget.js';
export type { Held } from './state/places.js';
export type { Allowance, Consumed, GatewayState, Places, Sum, SumLimit } from './state/state.js';
export type { BoundSession, Ticket } from './tickets.js';
export type { Origins } from './requests/origin.js';
export type { Upstream } from './upstream.js';
export { jsonLog } from './watch/log.js';
export type { GatewayLog, GatewayLogEntry, LogEntry, RelayClosedEntry, RelayOpenedEntry, RequestEntry } from './watch/log.js';
export type { LogUser } from './watch/log-user.js';
export type { RelayEnded } from './watch/watch.js';
export type { TaskEvent } from './watch/task-events.js';
export type {
  AuditEvent,
  AuditHead,
  CreatedAudit,
  ExpiredAudit,
  LibraryAudit,
  MintedAudit,
  RefusedAudit,
  RequestAudit,
  RevokedAudit,
} from './watch/audit.js';
export type { KeyList } from './upstream-keys.js';
export type { ListedModel } from './model-list.js';

// The gateway's door: `voxreel/server`. Runs wherever there is `fetch`.
export { createGateway } from './gateway.js';
export type { Gateway, WatchedRelay } from './gateway.js';
export type { GatewayLimits, GatewayOptions, GatewayUser, Rate, SessionPolicy, SocketLimits } from './gateway-options.js';
export type { RelayTarget } from './relay-admission.js';
export { memoryState } from './memory-state.js';
export type { MemoryStateOptions } from './memory-state.js';
export { redisState } from './redis-state.js';
export type { RedisStateOptions } from './redis-state.js';
export type { Allowance, Consumed, GatewayState, Places } from './state.js';
export type { Origins } from './origin.js';
export type { Upstream } from './upstream.js';
export { jsonLog } from './log.js';
export type { GatewayLog, GatewayLogEntry } from './log.js';
export type { LogUser } from './log-user.js';

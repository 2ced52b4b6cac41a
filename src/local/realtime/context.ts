// What every realtime endpoint of one service works with.
import type { Faults } from '../faults.js';
import type { SessionResources } from './connection.js';
import type { OpenSessions } from './open-sessions.js';
import type { Tokens } from './tokens.js';

export interface RealtimeContext {
  readonly key: string;
  readonly vendor: string;
  readonly faults: Faults;
  readonly tokens: Tokens;
  readonly tokenLifetimeMs: number;
  readonly sessions: OpenSessions;
  readonly resources: SessionResources;
}

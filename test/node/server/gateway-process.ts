// A gateway in a process of its own, for tests that kill it: told by its environment where its service and its Redis are. Asked, it says how much memory it takes.
import { serve } from 'voxreel/server/node';
import { memoryState, redisState } from 'voxreel/server';
import { gatewayTo } from './gateway-client.js';

const { UPSTREAM = '', REDIS } = process.env;

export interface GatewayListening {
  readonly url: string;
}

const gateway = gatewayTo(UPSTREAM, {
  state: REDIS === undefined ? memoryState() : redisState(REDIS),
  // A busy machine needs more than a second for a first answer; a killed one is known to be dead after half of this.
  limits: { timeoutMs: 6000, tasks: { perUser: { requests: 5, perMs: 60_000 } } },
});
const { url } = await serve(gateway, { port: 0 });
process.send?.({ url } satisfies GatewayListening);
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
process.once('disconnect', () => process.exit());

// The servers of the soak as a process of its own: a gateway before the local service for talk, and one before a service that finishes videos at once.
import { readFileSync } from 'node:fs';

import { serve } from 'voxreel/server/node';
import { createGateway, memoryState } from 'voxreel/server';

import { manyRequests, startSiteServer } from '../node/elements/site-server.js';
import { startQuickService } from './quick-service.js';

export interface Started {
  /** A page with the elements' script, and the gateway for talk. */
  readonly page: string;
  /** The gateway for videos. */
  readonly videos: string;
}

/** So many of the next connections are cut after a while. */
export type Asked = 'measure' | { readonly cutConnections: number };

export interface ServerMeasure {
  readonly heapBytes: number;
  readonly sessions: number;
  /** Timers, sockets and whatever else is active, by kind. */
  readonly resources: Record<string, number>;
}

const gc = (globalThis as { gc?: () => void }).gc ?? (() => undefined);

/** Sessions end after so long: a conversation outlives some. */
const sessionLifetimeMs = 20_000;

const mostRemembered = 500;

const site = await startSiteServer({
  local: {
    faults: true,
    realtime: {
      sessionLifetimeMs,
      transcriptionDelayMs: 10,
      pace: { audioRate: 100, wordMs: 0 },
      rateLimits: { requestsPerMinute: 1_000_000, tokensPerMinute: 1_000_000_000 },
    },
  },
});
const quick = await startQuickService(readFileSync('stories/media/desert.webm'), mostRemembered);
const videos = await serve(
  createGateway({
    upstream: { baseUrl: quick.url, apiKey: 'any-key-at-all' },
    authorize: () => ({ id: 'tester' }),
    origins: '*',
    content: 'proxy',
    limits: manyRequests,
    // Full in the first rounds.
    state: memoryState({ maxEntries: mostRemembered }),
  }),
  { port: 0 },
);

async function measure(): Promise<ServerMeasure> {
  for (let times = 0; times < 3; times++) {
    gc();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const resources: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1;
  return { heapBytes: process.memoryUsage().heapUsed, sessions: site.local.openSessions, resources };
}

/** With whole ones between them; one of three with a word. */
function cut(connections: number): void {
  site.local.faults.clear();
  for (let at = 0; at < connections; at++)
    site.local.faults.arm({
      path: '/v1/realtime',
      skip: at * 2,
      realtime: { dropAtEvent: 700 + 53 * (at % 7), ...(at % 3 === 0 ? { closeCode: 1011 } : {}) },
    });
}

process.on('message', (asked: Asked) => {
  if (asked === 'measure') void measure().then((measured) => process.send?.(measured));
  else {
    cut(asked.cutConnections);
    process.send?.({});
  }
});
process.on('disconnect', () => process.exit());
process.send?.({ page: `${site.url}${site.page('')}`, videos: videos.url } satisfies Started);

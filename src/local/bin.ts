#!/usr/bin/env node
// `npx voxreel`: the demo page with the gateway before it, and behind the gateway the local service or a real one.
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

import { createGateway, jsonLog, redisState, type GatewayLimits } from '../server/index.js';
import { visitorOf, withVisitors } from './demo-visitor.js';

const { peerDependencies: peers, version } = createRequire(import.meta.url)('../../package.json') as {
  peerDependencies: Record<string, string>;
  version: string;
};

const usage = `voxreel [--port 8787] [--host 127.0.0.1] [--origin https://...] [--name ...] [--log] [--metrics] [--faults]

Serves the demo page and the gateway on --port (or PORT) of --host (or HOST), and behind the gateway the local service
on the next port. Each browser is a user of its own, told by a cookie: what one has made, no other can ask after.
Before a real service the usual limits hold; before the local one, where nothing costs anything, wider ones.

  --origin https://...  pages of this other origin may use the gateway too; may be given again
  --name www.site:8787  on loopback it is reached by this name too, not by localhost and numbers alone; may be given again
  --log                 a line of JSON for each request, to the error output
  --metrics             counters in the Prometheus text format, at GET /metrics
  --faults              the local service can be told to fail, at POST /faults of its port
  --version, --help

  LOCAL_KEY                   the standard key of the local service (voxreel-local)
  UPSTREAM_URL, UPSTREAM_KEY  the gateway stands before this service, with this standard key, instead of the local one
  REDIS_URL                   the gateway's state is kept in this Redis, for several instances, instead of in memory

GET /health says whether it can be used. SIGTERM and SIGINT let what is under way come to its end, then stop it.
`;

function readFlags() {
  return parseArgs({
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      origin: { type: 'string', multiple: true },
      name: { type: 'string', multiple: true },
      log: { type: 'boolean' },
      metrics: { type: 'boolean' },
      faults: { type: 'boolean' },
      version: { type: 'boolean', short: 'v' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;
}

async function main(): Promise<void> {
  const flags = readFlags();
  if (flags.help === true) return void process.stdout.write(usage);
  if (flags.version === true) return void process.stdout.write(`${version}\n`);
  const port = portFrom(flags.port ?? setIn('PORT') ?? '8787');
  const host = flags.host ?? setIn('HOST') ?? '127.0.0.1';
  const { serve } = await import('../server/node.js');
  const { createPages } = await import('./pages.js');
  const upstream = await openUpstream(port, host, flags.faults === true);
  const redis = setIn('REDIS_URL');
  const state = redis === undefined ? undefined : redisState(redis, { onError: (error) => void complain(`Redis: ${explain(error)}`) });
  const gateway = createGateway({
    upstream,
    authorize: visitorOf,
    origins: flags.origin ?? [],
    hosts: hostsOf(host, port, flags.name),
    content: 'proxy',
    limits: upstream.limits,
    state,
    log: flags.log === true ? jsonLog((line) => process.stderr.write(`${line}\n`)) : undefined,
    metrics: flags.metrics === true ? () => true : undefined,
  });
  const served = await serve(gateway, { port, host, pages: withVisitors(createPages()) });
  process.stdout.write(`voxreel demo page: ${served.url}/\n${upstream.says}\n`);

  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    // Told twice: without patience.
    if (stopping !== undefined) return served.close();
    stopping = served.drain();
    await stopping;
    await Promise.all([upstream.close(), state?.close()]);
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
}

const rehearsalLimits = {
  perUser: { requests: 12_000, perMs: 60_000 },
  perAddress: { requests: 30_000, perMs: 60_000 },
  tasks: { perUser: { requests: 6000, perMs: 3_600_000 }, atOnce: 500 },
  tokens: { requests: 600, perMs: 60_000 },
  sockets: { perUser: 64, perAddress: 256 },
} satisfies GatewayLimits;

async function openUpstream(port: number, host: string, faults: boolean) {
  const url = setIn('UPSTREAM_URL');
  if (url !== undefined) {
    const apiKey = setIn('UPSTREAM_KEY');
    if (!URL.canParse(url)) throw new Error(`UPSTREAM_URL must be an address such as https://api.example.org, not "${url}".`);
    if (apiKey === undefined) throw new Error('UPSTREAM_URL is set: UPSTREAM_KEY must hold the standard key for it.');
    return { baseUrl: url, apiKey, limits: {}, says: `The gateway stands before ${new URL(url).origin}`, close: async () => {} };
  }
  const { createLocalService } = await import('./index.js');
  const apiKey = setIn('LOCAL_KEY') ?? 'voxreel-local';
  const local = createLocalService({ key: apiKey, faults });
  const { url: baseUrl } = await local.listen({ port: port === 0 ? 0 : port + 1, host });
  return { baseUrl, apiKey, limits: rehearsalLimits, says: `Behind it, the local service: ${baseUrl}`, close: () => local.close() };
}

/** On loopback a name that leads here is one of these; any other is a page's own, pointed here to be of the same origin. */
function hostsOf(host: string, port: number, names: readonly string[] = []): readonly string[] | undefined {
  if (port === 0 || !/^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host)) return undefined;
  return [...['localhost', '127.0.0.1', '[::1]', host].map((name) => `${name}:${port}`), ...names];
}

/** A variable of the environment; one that is set to nothing is not set. */
function setIn(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}

function portFrom(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_534)
    throw new Error(`The port must be a whole number from 0 to 65534, not "${text}".`);
  return port;
}

const complain = (words: string): boolean => process.stderr.write(`voxreel: ${words}\n`);

/** What only this command needs is not installed with the library: say what is missing, and how to get it. */
/** What only a page's framework needs. */
const forPages = /^(?:@lit\/react|@types\/react|react|svelte|vue)$/;

function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const missing = /Cannot find package '([^']+)'/.exec(message)?.[1];
  if (missing === undefined) return message;
  const needed = Object.keys(peers).filter((name) => !forPages.test(name));
  return `${missing} is not installed. Run: npm install ${needed.join(' ')}`;
}

main().catch((error: unknown) => {
  complain(explain(error));
  process.exit(1);
});

// The demo page with the gateway before it, and behind the gateway the local service or a real one.
import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';

import { limitDefaults } from '../server/gateway-options.js';
import { createGateway, jsonLog, redisState, type GatewayLimits, type Upstream } from '../server/index.js';
import { serve } from '../server/node.js';
import { complain, explain, missingPackage } from './complaint.js';
import { openData } from './data-folder.js';
import type { Flags } from './flags.js';
import { isLoopback } from './loopback.js';
import { reportingRejectedKeys, type KeyedService } from './makers.js';
import { createPages } from './pages.js';
import { readSettings, type Settings } from './settings.js';
import { createSignIn } from './sign-in.js';
import { createSigner } from './signature.js';
import { createVisitors } from './visitors.js';

export async function start(flags: Flags): Promise<void> {
  const settings = readSettings(flags);
  const { host, users, isPaid } = settings;
  const data = flags.data === undefined ? undefined : await openData(flags.data, flags.push);
  const secret = settings.secret ?? data?.secret;
  const behind = await openUpstream(settings, flags);
  // The gateway's own names have the port in them, so it is chosen first.
  const port = settings.port === 0 ? await freePort(host) : settings.port;
  const state =
    settings.redis === undefined
      ? data?.state
      : redisState(settings.redis, { onError: (error) => void complain(`Redis: ${explain(error)}`) });
  const signer = createSigner(secret ?? randomBytes(32).toString('base64url'));
  const shown = createPages({
    hasUpstream: behind.upstream !== undefined,
    hasAccounts: data !== undefined,
    hasPush: data?.library.push !== undefined,
  });
  const { userOf, pages } = users === undefined ? createVisitors(shown, signer, isPaid) : createSignIn(shown, signer, users);
  const gateway = createGateway({
    upstream: behind.upstream,
    services: reportingRejectedKeys(settings.services, complain),
    authorize: userOf,
    origins: flags.origin ?? [],
    hosts: hostsOf(settings, port, flags.name),
    content: 'proxy',
    limits: isPaid ? (users === undefined ? visitorLimits : {}) : rehearsalLimits,
    secret: secret ?? secretOf(settings.services, behind.upstream),
    state,
    library: data?.library,
    publicUrl: settings.publicUrl,
    log: flags.log === true ? jsonLog((line) => process.stderr.write(`${line}\n`)) : undefined,
    metrics: flags.metrics === true ? () => true : undefined,
  });
  const served = await serve(gateway, { port, host, pages });
  process.stdout.write(
    `voxreel demo page: ${served.url}/\n${behind.says}\n${data === undefined ? '' : `What users make is kept in ${flags.data}\n`}`,
  );

  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    // A second signal: now.
    if (stopping !== undefined) return served.close();
    stopping = served.drain();
    await stopping;
    await Promise.all([behind.close(), state?.close(), data?.library.records.close()]);
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
}

/** Nothing costs anything. */
const rehearsalLimits = {
  perUser: { requests: 12_000, perMs: 60_000 },
  perAddress: { requests: 30_000, perMs: 60_000 },
  tasks: { perUser: { requests: 6000, perMs: 3_600_000 }, atOnce: 500 },
  tokens: { requests: 600, perMs: 60_000 },
  sockets: { perUser: 64, perAddress: 256 },
} satisfies GatewayLimits;

/** A visitor who does not sign in becomes another user by deleting a cookie: an address gets as many sockets as a user. */
const visitorLimits = { sockets: { perAddress: limitDefaults.sockets.perUser } } satisfies GatewayLimits;

/** What signs the ids of tasks without SECRET: the keys, so that a video which is paid for is still there after a restart. Undefined: the upstream's key. */
function secretOf(services: readonly KeyedService[], upstream: Upstream | undefined): readonly [string, ...string[]] | undefined {
  const [first, ...more] = services.map(({ apiKey }) => apiKey);
  return first === undefined ? undefined : [first, ...more, ...(upstream === undefined ? [] : [upstream.apiKey].flat())];
}

interface Behind {
  readonly upstream: Upstream | undefined;
  readonly says: string;
  close(): Promise<void>;
}

/** The service behind the gateway, and in words all that is there. */
async function openUpstream(settings: Settings, flags: Flags): Promise<Behind> {
  const keys = settings.services.map(({ maker, service }) => `\nModels of ${service.title ?? service.id}, with ${maker.key}`).join('');
  const { upstream } = settings;
  if (upstream.kind === 'real') {
    const { baseUrl, apiKey } = upstream;
    return { upstream: { baseUrl, apiKey }, says: `The gateway stands in front of ${new URL(baseUrl).origin}${keys}`, async close() {} };
  }
  try {
    const local = await openLocal(upstream, settings, flags);
    return { ...local, says: `${local.says}${keys}` };
  } catch (error) {
    // A maker's models need none of the packages that the local service is made with.
    if (settings.services.length === 0 || missingPackage(error) === undefined) throw error;
    return { upstream: undefined, says: `Without the local service: ${explain(error)}${keys}`, async close() {} };
  }
}

async function openLocal(
  upstream: Settings['upstream'] & { readonly kind: 'local' },
  { port, host }: Settings,
  flags: Flags,
): Promise<Behind> {
  const { createLocalService } = await import('./index.js');
  const local = createLocalService({
    key: upstream.key,
    allowLoopback: upstream.allowLoopback,
    faults: flags.faults,
    origins: flags.origin,
    hosts: flags.name?.map((name) => name.replace(/:\d+$/, '')),
  });
  const { url: baseUrl } = await local.listen({ port: port === 0 ? 0 : port + 1, host });
  const key = upstream.key === undefined ? `Its key until the next start: ${local.key}` : 'Its key is the one in LOCAL_KEY.';
  const says = `Behind it, the local service: ${baseUrl}\n${key}`;
  return { upstream: { baseUrl, apiKey: local.key }, says, close: () => local.close() };
}

/** Names the gateway answers to. A page that points its own name here (DNS rebinding) uses another. Elsewhere than on loopback only `--name` knows; the public address is one more. */
function hostsOf({ host, publicUrl }: Settings, port: number, names: readonly string[] = []): readonly string[] | undefined {
  if (!isLoopback(host) && names.length === 0) return undefined;
  const own = isLoopback(host) ? ['localhost', '127.0.0.1', '[::1]', host].map((name) => `${name}:${port}`) : [];
  return [...own, ...names, ...(publicUrl === undefined ? [] : [new URL(publicUrl).host])];
}

const freePort = (host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const listener = createServer().once('error', reject);
    listener.listen(0, host, () => {
      const { port } = listener.address() as AddressInfo;
      listener.close(() => resolve(port));
    });
  });

#!/usr/bin/env node
// `npx voxreel`: the demo page with the gateway before it, and behind the gateway the local service or a real one.
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';

import { limitDefaults } from '../server/gateway-options.js';
import { createGateway, jsonLog, redisState, type GatewayLimits, type Upstream } from '../server/index.js';
import { makers, reportingRejectedKeys, type KeyedService } from './makers.js';
import { openData } from './data-folder.js';
import type { OwnPackage } from './init.js';
import { createPages } from './pages.js';
import { askPassword } from './password.js';
import { isLoopback, readFlags, readSettings, type Flags, type Settings } from './settings.js';
import { createSignIn } from './sign-in.js';
import { createSigner } from './signature.js';
import { starterServices } from './starter-services.js';
import { starters } from './starter.js';
import { addUser } from './users.js';
import { createVisitors } from './visitors.js';

const own = createRequire(import.meta.url)('../../package.json') as OwnPackage;
const { peerDependencies: peers, version } = own;

const usage = `voxreel [--port 8787] [--host 127.0.0.1] [--origin https://...] [--name ...] [--users file | --public] [--data folder [--push mailto:...]] [--public-url https://...] [--log] [--metrics] [--faults]
voxreel init [folder] [--framework ...] [--service ...]
voxreel users add <name> --users <file>
voxreel doctor <url> [--origin https://...] [--header "Name: value"] [--model ...]
voxreel record <service> [--model ...] [--prompt ...] [--seconds 5] [--every 2] [--cancel] [--out file.json]
voxreel library move --from <folder> --to-records postgres --to-files s3
voxreel library export --data <folder> --out <folder>
voxreel library import --data <folder> --from <folder or zip>
voxreel library forget --user <id> --data <folder>

Serves the demo page and the gateway on --port (or PORT) of --host (or HOST), and behind the gateway the local service
on the next port. Each browser is its own user, told by a signed cookie: nobody else can see its videos.
In front of a real service the usual limits apply, per browser and per network address; in front of the local one,
which costs nothing, wider ones.

  --origin https://...  pages of this other origin may use the gateway and the local service; repeatable
  --name www.site:8787  a further name that the gateway answers to; repeatable
  --users <file>        visitors sign in with a name and a password of this file
  --public              everyone may use a real service, on a --host that other machines can reach
  --data <folder>       keeps what users make, for all their devices, and goes on where it was after a restart
  --push mailto:...     with --data: notifies a visitor's browser of a video while no page is open; push services may write to this address
  --public-url https:// the address that visitors have: with --data, links of shares begin with it; services call back to it
  --log                 writes a line of JSON for each request to the error output
  --metrics             serves counters in the Prometheus text format at GET /metrics
  --faults              POST /faults on the local service's port makes it fail on demand; needs its key
  --version, --help

  LOCAL_KEY                   the key of the local service; by default a new one is made and printed at each start
  LOCAL_ALLOW_LOOPBACK=1      lets the local service fetch images from, and call back, addresses of this machine
  UPSTREAM_URL, UPSTREAM_KEY  the real service behind the gateway, instead of the local one, and its key
${makers.map(({ title, key, secretKey, baseUrl }) => `  ${[key, secretKey, baseUrl].filter(Boolean).join(', ').padEnd(32)}  ${title}`).join('\n')}
                              each key that is set adds its maker's models to the page; the address is optional
  ..._FILE                    each key, SECRET, REDIS_URL and DATABASE_URL can also be read from a file: FAL_KEY_FILE=/run/secrets/fal
  SECRET                      signs cookies and task ids; without it and without --data, a restart makes all visitors new ones
  REDIS_URL                   keeps the gateway's state in this Redis, for several instances; needs SECRET
  DATABASE_URL                the Postgres of "library" commands: postgres://user:password@host/database
  S3_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY  their bucket and its keys; optional are S3_PREFIX, S3_REGION, S3_SESSION_TOKEN

"voxreel init" writes a new site with a gateway, both elements and a strict Content-Security-Policy into an empty folder. It asks for the framework
(${Object.keys(starters).join(', ')}) and the service (${starterServices.map(({ name }) => name).join(', ')}).
--service is repeatable: one for videos, one for voice. The local service stands in for what none of them makes.
"voxreel doctor" looks at a gateway from outside: health, models, token, WebSocket, WebRTC, CORS for pages of --origin, headers, clock. It says what
to fix, ends with code 1 where something is broken, and asks for nothing that costs. --header, repeatable, gives a visitor's login.
"voxreel record" makes one real video at a service (fal, google..., or the default export of ./file.js), which you pay for,
and writes down what was sent and what came back, without keys, for checkService(). --every is the pause between questions in seconds; --cancel
makes a second video and cancels it.
"voxreel users add" reads the password from the terminal or the standard input, and keeps only its scrypt hash.
"voxreel library move" copies the library of all users, with its versions and cursors, and deletes nothing. --from and --to name a --data folder;
--from-records, --to-records one half: a folder, a postgres:// address, or postgres for DATABASE_URL; --from-files, --to-files the other: a folder, or s3.
Stop the gateway of the source first. A run that is interrupted goes on when you run the same command again; what is there already is not copied twice.
"voxreel library export" writes a zip of each user's records and files, or of --user alone, and "import" puts such zips into a library, where nothing
that is there changes. Both go on where a run was interrupted when you run the same command again.
"voxreel library forget" deletes all records, files, shares and watched videos of one user.
--records and --files name the places that --data does not: a folder or postgres for the records, a folder or s3 for the files.
GET /health answers while the process runs, GET /ready while it should be sent requests. SIGTERM and SIGINT let requests in progress finish, then stop it.
`;

async function main(): Promise<void> {
  const { flags, command } = readFlags();
  if (flags.help === true) return void process.stdout.write(usage);
  if (flags.version === true) return void process.stdout.write(`${version}\n`);
  if (command.length > 0) return runCommand(command, flags);
  await start(flags, readSettings(flags));
}

async function runCommand(command: readonly string[], flags: Flags): Promise<void> {
  const [noun, verb, name, ...rest] = command;
  const { users: file } = flags;
  if (noun === 'doctor') return (await import('./doctor.js')).doctor(command.slice(1), flags);
  if (noun === 'init') return (await import('./init.js')).init(command.slice(1), flags, own);
  if (noun === 'library') return (await import('./library/library.js')).library(command.slice(1), flags);
  if (noun === 'record') return (await import('./record.js')).record(command.slice(1), flags);
  if (noun !== 'users' || verb !== 'add' || name === undefined || rest.length > 0 || file === undefined)
    throw new Error('Unknown command. Use: voxreel users add <name> --users <file>');
  await addUser(file, name, await askPassword());
  process.stdout.write(`${name} can sign in. Start with: voxreel --users ${file}\n`);
}

async function start(flags: Flags, settings: Settings): Promise<void> {
  const { host, users, isPaid } = settings;
  const { serve } = await import('../server/node.js');
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

const complain = (words: string): boolean => process.stderr.write(`voxreel: ${words}\n`);

const forRedis = /^(?:ioredis|rate-limiter-flexible)$/;
const forLibrary = /^(?:@electric-sql\/pglite|aws4fetch|pg|web-push)$/;
const useOf = (name: string): string => (forRedis.test(name) ? 'redis' : forLibrary.test(name) ? 'library' : 'local');
/** What only a page's framework needs. */
const forPages = /^(?:@lit\/react|@types\/react|react|svelte|vue)$/;

/** The local service, Redis and the library need packages that are not installed with the library: names those that are missing. */
function explain(error: unknown): string {
  const missing = missingPackage(error);
  if (missing === undefined) return messageOf(error);
  const needed = Object.keys(peers).filter((name) => !forPages.test(name) && useOf(name) === useOf(missing));
  return `${missing} is not installed. Run: npm install ${needed.join(' ')}`;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const missingPackage = (error: unknown): string | undefined => /Cannot find package '([^']+)'/.exec(messageOf(error))?.[1];

main().catch((error: unknown) => {
  complain(explain(error));
  process.exit(1);
});

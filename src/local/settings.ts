// What the command line and the environment of `npx voxreel` say, checked before anything starts.
import { shortestKey } from '../server/check-options.js';
import { isSubject } from '../server/node/library/web-push.js';
import { addressIn, secretIn, setIn } from './environment.js';
import type { Flags } from './flags.js';
import { isLoopback } from './loopback.js';
import { makers, type KeyedService, type Maker } from './makers.js';
import { readUsers, type Users } from './users.js';

/** The service behind the gateway: a real one, which costs money, or the local one. */
export type Upstream =
  | { readonly kind: 'real'; readonly baseUrl: string; readonly apiKey: string }
  | { readonly kind: 'local'; readonly key: string | undefined; readonly allowLoopback: boolean };

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** Address of this gateway for visitors and services. */
  readonly publicUrl: string | undefined;
  readonly upstream: Upstream;
  /** Of the makers whose keys are set: beside the service behind the gateway. */
  readonly services: readonly KeyedService[];
  /** Whether a video can cost money. */
  readonly isPaid: boolean;
  /** Undefined where visitors need not sign in. */
  readonly users: Users | undefined;
  readonly redis: string | undefined;
  readonly secret: string | undefined;
}

const shortestSecret = 16;

/** Throws an Error that says which variable or flag is wrong, and what to do. */
export function readSettings(flags: Flags): Settings {
  const host = flags.host ?? setIn('HOST') ?? '127.0.0.1';
  const [redis, secret, upstream, services] = [secretIn('REDIS_URL'), secretIn('SECRET'), readUpstream(), readServices()];
  const paidKeys = [...(upstream.kind === 'real' ? ['UPSTREAM_KEY'] : []), ...services.map(({ maker }) => maker.key)];
  const isPaid = paidKeys.length > 0;
  if (flags.users !== undefined && flags.public === true)
    throw new Error('Give --users to ask for a login, or --public to let everyone in, not both.');
  if (flags.push !== undefined && flags.data === undefined)
    throw new Error('--push tells visitors of videos that the gateway watches: give --data <folder> too.');
  if (flags.push !== undefined && !isSubject(flags.push))
    throw new Error(`--push must be mailto: and an address, or an https address, that push services may write to, not "${flags.push}".`);
  if (isPaid && !isLoopback(host) && flags.users === undefined && flags.public !== true)
    throw new Error(
      `HOST is ${host}: everyone who can reach it could spend your ${paidKeys.join(', ')}. Give --users <file> to ask for a login, or --public to let everyone in.`,
    );
  if (secret !== undefined && secret.length < shortestSecret)
    throw new Error(`SECRET is too short: use at least ${shortestSecret} random characters.`);
  if (redis !== undefined && secret === undefined)
    throw new Error('REDIS_URL is set: SECRET must hold the secret that all instances sign cookies with.');
  return {
    port: portFrom(flags.port ?? setIn('PORT') ?? '8787'),
    host,
    publicUrl: publicUrlIn(flags['public-url']),
    upstream,
    services,
    isPaid,
    users: flags.users === undefined ? undefined : readUsers(flags.users),
    redis,
    secret,
  };
}

function publicUrlIn(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const address = URL.canParse(given) ? new URL(given) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol) || address.href !== `${address.origin}/`)
    throw new Error(
      `--public-url must be the http(s) address of this gateway without a path, such as https://video.example.org, not "${given}".`,
    );
  return address.origin;
}

function readUpstream(): Upstream {
  const baseUrl = addressIn('UPSTREAM_URL');
  if (baseUrl === undefined) return { kind: 'local', key: keyIn('LOCAL_KEY'), allowLoopback: setIn('LOCAL_ALLOW_LOOPBACK') === '1' };
  const apiKey = keyIn('UPSTREAM_KEY');
  if (apiKey === undefined) throw new Error('UPSTREAM_URL is set: UPSTREAM_KEY must hold the standard key for it.');
  return { kind: 'real', baseUrl, apiKey };
}

const readServices = (): readonly KeyedService[] => makers.flatMap(readKeyed);

function readKeyed(maker: Maker): readonly KeyedService[] {
  const apiKey = keyIn(maker.key);
  if (apiKey === undefined) return [];
  const secretKey = maker.secretKey === undefined ? undefined : keyIn(maker.secretKey);
  if (maker.secretKey !== undefined && secretKey === undefined)
    throw new Error(`${maker.key} is set: ${maker.secretKey} must hold the secret key that belongs to it.`);
  const opened = maker.open({ apiKey, secretKey, baseUrl: addressIn(maker.baseUrl) });
  return [opened].flat().map((service) => ({ maker, apiKey, service }));
}

/** One service, with the key that is set for it. */
export function readMaker(id: string): KeyedService {
  // What a service is called depends on no key and no address.
  const idsOf = (maker: Maker) =>
    [maker.open({ apiKey: '0'.repeat(shortestKey), baseUrl: 'https://maker.invalid' })].flat().map((one) => one.id);
  const maker = makers.find((one) => idsOf(one).includes(id));
  if (maker === undefined) throw new Error(`There is no service "${id}": use one of ${makers.flatMap(idsOf).join(', ')}.`);
  const keyed = readKeyed(maker).find(({ service }) => service.id === id);
  if (keyed === undefined) throw new Error(`${maker.key} is not set: it must hold a key for ${maker.title}.`);
  return keyed;
}

function keyIn(name: string): string | undefined {
  const key = secretIn(name);
  if (key !== undefined && key.length < shortestKey)
    throw new Error(`${name} is too short: a key has at least ${shortestKey} characters. Check that it was copied whole.`);
  return key;
}

function portFrom(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_534)
    throw new Error(`The port must be a whole number from 0 to 65534, not "${text}".`);
  return port;
}

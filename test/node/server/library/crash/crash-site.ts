// Three gateways on one database and one store of files, before a service that counts what is paid: put together of the parts that know what they ask.
import { join } from 'node:path';

import { startCountingService, type CountingService } from './counting-service.js';
import { startDatabaseProxy, type Proxy } from './database-proxy.js';
import { createGateways, type Gateways } from './gateways.js';
import { createKiller, type Killer } from './killer.js';
import { startS3Proxy } from './s3-proxy.js';
import type { Reached } from './steps.js';

export interface CrashSite extends Pick<Killer, 'kills' | 'killAt' | 'killAfter'>, Pick<Gateways, 'address'> {
  readonly service: CountingService;
  /** Every gateway, one after another, wherever it is. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface CrashSiteOptions {
  /** `postgres://...?host=<folder of its socket>`. */
  readonly database: string;
  /** A folder, or the address of a bucket. */
  readonly files: string;
  readonly leaseMs: number;
  /** How long a step may not be come to. */
  readonly waitMs: number;
}

const places = [0, 1, 2];

export async function startCrashSite({ database, files, leaseMs, waitMs }: CrashSiteOptions): Promise<CrashSite> {
  const { reached, ...killer } = createKiller(() => gateways, waitMs);
  const service = await startCountingService(places.length, reached, files.startsWith('http'));
  const proxies = await startProxies(database, files, reached);
  const gateways = createGateways(places, (place) => ({ ...proxies.at(place), upstream: service.urls[place] ?? '', leaseMs }));
  await Promise.all(places.map((place) => gateways.start(place)));
  return {
    ...killer,
    service,
    address: () => gateways.address(),
    async restart() {
      for (const place of places) {
        await gateways.kill(place);
        await gateways.start(place);
      }
    },
    async close() {
      await gateways.close();
      await proxies.close();
      await service.close();
    },
  };
}

/** What each gateway talks through, so that it is known which one talks. */
async function startProxies(database: string, files: string, reached: Reached) {
  // An address without a host is none for `URL`.
  const [, name = '', host = ''] = /\/([^/?]+)\?host=(.+)$/.exec(database) ?? [];
  const socket = join(decodeURIComponent(host), '.s.PGSQL.5432');
  const ofDatabase = await Promise.all(places.map((place) => startDatabaseProxy(socket, (step) => reached(place, step))));
  const isS3 = files.startsWith('http');
  const ofFiles = isS3 ? await Promise.all(places.map((place) => startS3Proxy(files, (step) => reached(place, step)))) : [];
  return {
    at: (place: number) => ({
      database: `postgres://postgres@127.0.0.1:${portOf(ofDatabase[place])}/${name}`,
      files: isS3 ? `http://127.0.0.1:${portOf(ofFiles[place])}${new URL(files).pathname}` : files,
    }),
    async close() {
      for (const proxy of [...ofDatabase, ...ofFiles]) await proxy.close();
    },
  };
}

const portOf = (proxy: Proxy | undefined): number => proxy?.port ?? 0;

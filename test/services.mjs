// Compiles the sources and starts the local service, with faults on demand, and a gateway before it, on free ports of the loopback interface.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { startBrokenService } from './broken-service.mjs';
import { writeBuiltPackage } from './source-doors.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Compiles `src` and `test/node` into `.build`. Type errors are printed, not fatal: the type check has a step of its own. */
export function compile() {
  writeBuiltPackage(resolve(root, '.build'));
  spawnSync(process.execPath, [resolve(root, 'node_modules/typescript/bin/tsc'), '-p', 'test/node'], { cwd: root, stdio: 'inherit' });
}

/** All tests are one user, who asks for more in a minute than any person. */
const none = {
  perUser: false,
  perAddress: false,
  tokens: false,
  tasks: { perUser: false, atOnce: false },
  sockets: { perUser: false, perAddress: false },
};

/** Each test is a user of its own, by the name in its login, and may spend two dollars. */
const makersGateway = (createGateway, services) =>
  createGateway({
    services,
    secret: 'a long random text of the site',
    authorize: (request) => ({ id: request.headers.get('authorization') ?? 'nobody' }),
    origins: '*',
    cost: async ({ model, fields: { duration = 0 } }) => duration * (model === 'film/two' ? 0.4 : 0.1),
    limits: { ...none, spend: { unit: 'USD', perUser: 2, perMs: 86_400_000 } },
  });

/** A gateway with a library, and one before the same library that gives each user 200 kB. Each test is a user of its own. */
async function libraryGateways({ createGateway, serve, folderFiles, embeddedRecords, putDatabase }) {
  const folder = mkdtempSync(join(tmpdir(), 'voxreel-test-library-'));
  // It opens with the first request.
  const records = embeddedRecords(await putDatabase(join(folder, 'records')));
  const files = folderFiles(join(folder, 'files'));
  const before = (quota) =>
    serve(
      createGateway({
        upstream: { baseUrl: 'http://127.0.0.1:9', apiKey: 'nobody-answers-there' },
        secret: 'a long random text of the site',
        authorize: (request) => ({ id: request.headers.get('authorization') ?? 'nobody' }),
        origins: '*',
        limits: none,
        library: { records, files, quota },
      }),
      { port: 0 },
    );
  const [library, small] = await Promise.all([before(undefined), before({ bytes: 200_000 })]);
  return {
    library: library.url,
    smallLibrary: small.url,
    async close() {
      await Promise.all([library.close(), small.close()]);
      await records.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns addresses `local` (with key `localKey`), `gateway` `makers` (a gateway before other makers' services), `library` and `smallLibrary` (see above), `broken` (see `broken-service.mjs`) and `nothing` (nobody listens), what those were `asked`, and `close()`. */
export async function startServices() {
  // `npm test` compiles once before its suites, which run side by side.
  if (!process.env.VOXREEL_COMPILED) compile();
  const { createLocalService } = await import('../.build/src/local/index.js');
  const { createGateway } = await import('../.build/src/server/index.js');
  const { embeddedRecords, folderFiles, serve } = await import('../.build/src/server/node.js');
  const { putDatabase } = await import('../.build/test/node/server/library/embedded-folder.js');
  const { pageServices } = await import('../.build/test/node/services/page-service.js');
  const localKey = 'voxreel-local';
  const local = createLocalService({ key: localKey, origins: '*', faults: true, realtime: { rateLimits: { requestsPerMinute: 100_000 } } });
  const upstream = await local.listen({ port: 0 });
  const gateway = await serve(
    createGateway({
      upstream: { baseUrl: upstream.url, apiKey: localKey },
      authorize: () => ({ id: 'tester' }),
      origins: '*',
      limits: none,
    }),
    { port: 0 },
  );
  const broken = await startBrokenService();
  const { services, asked } = pageServices();
  const makers = await serve(makersGateway(createGateway, services), { port: 0 });
  const libraries = await libraryGateways({ createGateway, serve, folderFiles, embeddedRecords, putDatabase });
  const { library, smallLibrary } = libraries;
  return {
    addresses: {
      local: upstream.url,
      localKey,
      gateway: gateway.url,
      makers: makers.url,
      library,
      smallLibrary,
      broken: broken.url,
      nothing: broken.nothing,
    },
    asked,
    close: async () => {
      await libraries.close();
      await broken.close();
      await makers.close();
      await gateway.close();
      await local.close();
    },
  };
}

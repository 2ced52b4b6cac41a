// A gateway with a library, in a process of its own, for tests that kill it. It waits for the message that says whom to talk to: to begin is what takes long.
import { folderFiles, postgresRecords, s3Files, serve } from 'voxreel/server/node';

import { gatewayTo } from '../../gateway-client.js';
import { s3Keys } from '../s3-server.js';

export interface CrashGatewaySettings {
  readonly upstream: string;
  readonly database: string;
  /** A folder, or the address of a bucket. */
  readonly files: string;
  readonly leaseMs: number;
}

/** What it tells the test. */
export interface Started {
  readonly url: string;
}

async function start({ upstream, database, files, leaseMs }: CrashGatewaySettings): Promise<Started> {
  const gateway = gatewayTo(upstream, {
    idempotent: true,
    secret: 'a secret of the site',
    publicUrl: 'https://www.example.org',
    limits: { perAddress: { requests: 1_000_000, perMs: 60_000 } },
    library: {
      records: postgresRecords(database),
      files: files.startsWith('http') ? s3Files({ url: files, ...s3Keys }) : folderFiles(files),
      watch: { leaseMs },
    },
  });
  const { url } = await serve(gateway, { port: 0, connectionsPerAddress: false });
  return { url };
}

process.once('message', (settings: CrashGatewaySettings) => void start(settings).then((started) => process.send?.(started)));
process.once('disconnect', () => process.exit());

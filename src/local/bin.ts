#!/usr/bin/env node
// `npx voxreel`: the demo page with the gateway before it, and behind the gateway the local service or a real one.
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

import { createGateway } from '../server/index.js';

const { values } = parseArgs({
  options: { port: { type: 'string' }, host: { type: 'string' }, faults: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});

const { peerDependencies: peers } = createRequire(import.meta.url)('../../package.json') as { peerDependencies: Record<string, string> };

const usage = `voxreel [--port 8787] [--host 127.0.0.1] [--faults]

Serves the demo page and the gateway on --port (or PORT), and the local service on the next port with the standard
key LOCAL_KEY (voxreel-local). UPSTREAM_URL and UPSTREAM_KEY put the gateway before a real service instead.
--faults lets the local service be told to fail, at POST /faults.
`;

async function main(): Promise<void> {
  if (values.help === true) return void process.stdout.write(usage);
  const port = portFrom(values.port ?? process.env['PORT'] ?? '8787');
  const host = values.host ?? process.env['HOST'] ?? '127.0.0.1';
  const upstream = await openUpstream(port, host, values.faults === true);
  const { serve } = await import('../server/node.js');
  const { createPages } = await import('./pages.js');
  const gateway = createGateway({ upstream, authorize: () => ({ id: 'visitor' }), origins: [], content: 'proxy' });
  const served = await serve(gateway, { port, host, pages: createPages() });
  process.stdout.write(`voxreel demo page: ${served.url}/\n${upstream.says}\n`);

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await served.close();
    await upstream.close();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
}

async function openUpstream(port: number, host: string, faults: boolean) {
  const url = process.env['UPSTREAM_URL'];
  if (url !== undefined && url !== '') {
    const apiKey = process.env['UPSTREAM_KEY'];
    if (apiKey === undefined || apiKey === '') throw new Error('UPSTREAM_URL is set: UPSTREAM_KEY must hold the standard key for it.');
    return { baseUrl: url, apiKey, says: `The gateway stands before ${new URL(url).origin}`, close: async () => {} };
  }
  const { createLocalService } = await import('./index.js');
  const apiKey = process.env['LOCAL_KEY'] ?? 'voxreel-local';
  const local = createLocalService({ key: apiKey, faults });
  const { url: baseUrl } = await local.listen({ port: port === 0 ? 0 : port + 1, host });
  return { baseUrl, apiKey, says: `Behind it, the local service: ${baseUrl}`, close: () => local.close() };
}

function portFrom(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_534)
    throw new Error(`The port must be a whole number from 0 to 65534, not "${text}".`);
  return port;
}

/** What only this command needs is not installed with the library: say what is missing, and how to get it. */
function explain(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const missing = /Cannot find package '([^']+)'/.exec(message)?.[1];
  return missing === undefined ? message : `${missing} is not installed. Run: npm install ${Object.keys(peers).join(' ')}`;
}

main().catch((error: unknown) => {
  process.stderr.write(`voxreel: ${explain(error)}\n`);
  process.exit(1);
});

// Shows the site in workerd, the runtime of Cloudflare's workers, and again after each change.
import { existsSync } from 'node:fs';

import { unstable_startWorker } from 'wrangler';

import './elements.js';

process.env.CLOUDFLARE_CF_FETCH_ENABLED ??= 'false'; // it would ask Cloudflare where you are
const { PORT = '3000', HOST = '127.0.0.1' } = process.env;
const { variables = {} } = existsSync('local.js') ? await import('./local.js') : {};

const worker = await unstable_startWorker({
  config: 'wrangler.jsonc',
  bindings: Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, { type: 'plain_text', value }])),
  dev: { server: { hostname: HOST, port: Number(PORT) }, inspector: false, logLevel: 'warn' },
});
console.log(`Open ${await worker.url}`);

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await worker.dispose();
    process.exit(0);
  });

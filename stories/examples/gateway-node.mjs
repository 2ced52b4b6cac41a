// The gateway on Node, with the pages of the site beside it.
// Run: API_URL=https://api.example.org API_KEY=... SESSION_SECRET=... node gateway-node.mjs
import { createGateway, jsonLog } from 'voxreel/server';
import { serve } from 'voxreel/server/node';

import { createSite } from './site.mjs';

const { API_URL, API_KEY, SESSION_SECRET, PORT = '8787' } = process.env;
const site = createSite(SESSION_SECRET);

const gateway = createGateway({
  upstream: { baseUrl: API_URL, apiKey: API_KEY },
  authorize: site.userOf, // nothing for nobody: 401
  origins: [], // pages of other origins; the site's own may always ask
  models: ['vidu-*', 'kling-v2', 'rehearsal'],
  content: 'proxy',
  limits: { tasks: { perUser: { requests: 20, perMs: 3_600_000 }, atOnce: 3 } },
  log: jsonLog(console.error),
});

const served = await serve(gateway, { port: Number(PORT), pages: site.pages });
console.log(`Open ${served.url}/`);

process.once('SIGTERM', () => served.drain());

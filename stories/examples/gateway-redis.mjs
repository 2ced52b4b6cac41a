// One of several gateways that share a Redis: limits, tickets and repeated requests hold across all of them.
// Run: REDIS_URL=redis://127.0.0.1:6379 API_URL=... API_KEY=... SESSION_SECRET=... PORT=8787 node gateway-redis.mjs
import { createGateway, redisState } from 'voxreel/server';
import { serve } from 'voxreel/server/node';

import { createSite } from './site.mjs';

const { API_URL, API_KEY, SESSION_SECRET, REDIS_URL, PORT = '8787' } = process.env;
const site = createSite(SESSION_SECRET);

const state = redisState(REDIS_URL, { onError: (error) => console.error('Redis:', error.message) });

const gateway = createGateway({
  upstream: { baseUrl: API_URL, apiKey: API_KEY },
  authorize: site.userOf,
  origins: [],
  content: 'proxy',
  state,
  stateFailure: 'closed', // without Redis nothing is answered; 'open' goes on with what need not be remembered
});

const served = await serve(gateway, { port: Number(PORT), pages: site.pages });
console.log(`Open ${served.url}/`);

process.once('SIGTERM', async () => {
  await served.drain();
  await state.close();
});

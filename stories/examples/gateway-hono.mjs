// A Hono app and the gateway on one server.
// Run: API_URL=https://api.example.org API_KEY=... SESSION_SECRET=... node gateway-hono.mjs
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createGateway } from 'voxreel/server';
import { attach } from 'voxreel/server/node';

import { createSite } from './site.mjs';

const { API_URL, API_KEY, SESSION_SECRET, PORT = '8787' } = process.env;
const site = createSite(SESSION_SECRET);

const gateway = createGateway({
  upstream: { baseUrl: API_URL, apiKey: API_KEY },
  authorize: site.userOf,
  origins: [],
  content: 'proxy',
});

const app = new Hono();
app.get('/hello', (context) => context.text('Hello from Hono'));
app.all('*', (context) => site.pages(context.req.raw));

const server = serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`Open http://127.0.0.1:${port}/`);
});
// Answers what is below /v1/, and relays WebSockets.
const attached = attach(gateway, server);

process.once('SIGTERM', async () => {
  await attached.drain();
  server.close();
  server.closeIdleConnections();
});

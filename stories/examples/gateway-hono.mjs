// The gateway beside a Hono app. Any framework whose app is a function from Request to Response goes the same way.
// Run: API_URL=https://api.example.org API_KEY=... SESSION_SECRET=... node gateway-hono.mjs
import { Hono } from 'hono';
import { createGateway } from 'voxreel/server';
import { serve } from 'voxreel/server/node';

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
app.all('/v1/*', (context) => gateway(context.req.raw)); // all the gateway needs where somebody else serves the app
app.all('*', (context) => site.pages(context.req.raw));

// `serve` adds what a fetch handler cannot do: the relay of WebSockets, time limits, the drain.
const served = await serve(gateway, { port: Number(PORT), pages: app.fetch });
console.log(`Open ${served.url}/`);

process.once('SIGTERM', () => served.drain());

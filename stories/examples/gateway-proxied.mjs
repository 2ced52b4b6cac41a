// The gateway behind a reverse proxy that ends TLS, such as the one of nginx.conf.
// Run: SITE_HOST=www.example.org API_URL=... API_KEY=... SESSION_SECRET=... node gateway-proxied.mjs
import { createGateway } from 'voxreel/server';
import { serve } from 'voxreel/server/node';

import { createSite } from './site.mjs';

const { SITE_HOST, API_URL, API_KEY, SESSION_SECRET, PORT = '8787' } = process.env;
const site = createSite(SESSION_SECRET);

const gateway = createGateway({
  upstream: { baseUrl: API_URL, apiKey: API_KEY },
  authorize: site.userOf,
  origins: [],
  hosts: [SITE_HOST], // as the proxy passes it on; with its port where that is not the usual one
  content: 'proxy',
  // The proxy replaces this header, and nobody but the proxy reaches this port. Without both, leave the line out.
  address: (request) => request.headers.get('x-forwarded-for') ?? undefined,
});

// All connections come from the proxy: it limits those of one visitor.
const served = await serve(gateway, { host: '127.0.0.1', port: Number(PORT), pages: site.pages, connectionsPerAddress: false });
console.log(`The proxy finds the gateway at ${served.url}`);

process.once('SIGTERM', () => served.drain());

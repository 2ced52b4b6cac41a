// One server: the gateway answers what is below /v1/, /health and /ready, your pages answer the rest.
import { createServer } from 'node:http';

import { createGateway } from 'voxreel/server';
import { attach } from 'voxreel/server/node';

import { openBackend } from './backend.js';
import { setting } from './environment.js';
import { createGuests } from './guests.js';
import { openPages } from './pages.js';
import { policyWith } from './policy.js';

const secret = setting('SECRET'); // signs cookies and the ids of videos
const { PORT = '3000', HOST = '127.0.0.1' } = process.env;
const development = process.argv.includes('--dev');

const guests = createGuests(secret);
const gateway = createGateway({
  ...(await openBackend()),
  secret,
  authorize: guests.userOf, // no user: 401
  origins: [], // other sites whose pages may use this gateway
  content: 'proxy', // videos come through the gateway, so the policy names no other host
});

const server = createServer();
const pages = await openPages({ server, development });
server.on('request', (request, response) => {
  response.setHeader('x-content-type-options', 'nosniff');
  // Development servers send inline scripts and styles.
  if (!development) response.setHeader('content-security-policy', policyWith());
  const cookie = guests.welcome(request.headers.cookie);
  if (cookie !== undefined) response.setHeader('set-cookie', cookie);
  pages(request, response);
});

const attached = attach(gateway, server, { health: true }); // /health and /ready too
server.listen(Number(PORT), HOST, () => console.log(`Open http://${HOST}:${server.address().port}/`));

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await attached.drain();
    process.exit(0);
  });

// An Express app and the gateway on one server: the app answers everything but what is below /v1/.
// Run: API_URL=https://api.example.org API_KEY=... SESSION_SECRET=... node gateway-express.mjs
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import express from 'express';
import { createGateway } from 'voxreel/server';
import { attach } from 'voxreel/server/node';

import { createLogin } from './login.mjs';
import { page, pageHeaders } from './site.mjs';

const { API_URL, API_KEY, SESSION_SECRET, PORT = '8787' } = process.env;
const { userOf, logIn } = createLogin(SESSION_SECRET);

const app = express();
app.use('/cdn', express.static(dirname(fileURLToPath(import.meta.resolve('voxreel/cdn/voxreel.js')))));
app.get('/', (_request, response) => response.set(pageHeaders).send(page));
app.post('/login', async (_request, response) => {
  const { headers } = await logIn();
  response.set('set-cookie', headers.get('set-cookie')).redirect(303, '/');
});

const gateway = createGateway({
  upstream: { baseUrl: API_URL, apiKey: API_KEY },
  authorize: userOf, // gets a `Request` as fetch has it, not Express's own
  origins: [],
  content: 'proxy',
});

const server = createServer(app);
const attached = attach(gateway, server);
server.listen(Number(PORT), '127.0.0.1', () => console.log(`Open http://127.0.0.1:${server.address().port}/`));

process.once('SIGTERM', async () => {
  await attached.drain();
  server.close();
  server.closeIdleConnections();
});

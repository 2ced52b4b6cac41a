// The pages: Next's server. What Turbopack builds loads scripts by plain addresses, which Trusted Types refuse, so `npm run build` takes webpack.
import { randomBytes } from 'node:crypto';

import next from 'next';

import { policyWith } from './policy.js';

/** Returns a listener for the requests of `server` that the gateway does not answer. */
export async function openPages({ server, development }) {
  const app = next({ dev: development, httpServer: server });
  await app.prepare();
  const handle = app.getRequestHandler();
  return (request, response) => {
    if (!development) {
      const policy = policyWith(`'self' 'nonce-${randomBytes(16).toString('base64')}'`);
      response.setHeader('content-security-policy', policy);
      request.headers['content-security-policy'] = policy; // Next gives its nonce to the scripts that it writes into the page
    }
    handle(request, response);
  };
}

// The gateway on an edge runtime, as a module worker. What is bound to it (`env`): API_URL, API_KEY, SESSION_SECRET.
import { createGateway } from 'voxreel/server';

import { createLogin } from './login.mjs';

let made;

/** Once for each isolate: the bindings come with the first request. */
function siteOf(env) {
  const login = createLogin(env.SESSION_SECRET);
  const gateway = createGateway({
    upstream: { baseUrl: env.API_URL, apiKey: env.API_KEY },
    authorize: login.userOf,
    origins: [],
    content: 'proxy',
    // The platform sets this header itself; a visitor cannot. Name that of yours.
    address: (request) => request.headers.get('cf-connecting-ip') ?? undefined,
  });
  return { login, gateway };
}

export default {
  async fetch(request, env) {
    made ??= siteOf(env);
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/v1/')) return made.gateway(request);
    if (pathname === '/login' && request.method === 'POST') return made.login.logIn();
    return new Response('There is nothing here.', { status: 404 });
  },
};

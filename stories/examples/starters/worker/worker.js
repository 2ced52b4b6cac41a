// The gateway answers what is below /v1/, the files in public/ answer the rest.
import { createGateway } from 'voxreel/server';

import { openBackend } from './backend.js';
import { setting } from './environment.js';
import { createGuests } from './guests.js';
import { policyWith } from './policy.js';

let opened;

async function openSite() {
  const secret = setting('SECRET'); // signs cookies and the ids of videos
  const guests = createGuests(secret);
  const gateway = createGateway({
    ...(await openBackend()),
    secret,
    authorize: guests.userOf, // no user: 401
    origins: [], // other sites whose pages may use this gateway
    content: 'proxy', // videos come through the gateway, so the policy names no other host
    address: (request) => request.headers.get('cf-connecting-ip') ?? undefined, // Cloudflare sets it
    // state: tokens and limits are in the memory of one isolate, and Cloudflare runs many. Before you publish the site, give one that all share.
  });
  return { guests, gateway };
}

export default {
  async fetch(request, env) {
    opened ??= openSite();
    const { guests, gateway } = await opened;
    if (new URL(request.url).pathname.startsWith('/v1/')) return gateway(request);
    const file = await env.PAGES.fetch(request);
    const page = new Response(file.body, file);
    page.headers.set('x-content-type-options', 'nosniff');
    page.headers.set('content-security-policy', policyWith());
    const cookie = guests.welcome(request.headers.get('cookie'));
    if (cookie !== undefined) page.headers.append('set-cookie', cookie);
    return page;
  },
};

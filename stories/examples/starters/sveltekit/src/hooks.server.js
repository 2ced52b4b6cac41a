import { dev } from '$app/env';

import { policyWith } from '../policy.js';

/** The style of the element in which SvelteKit announces each page to screen readers. */
const announcer = "style-src-attr 'unsafe-hashes' 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='";

/** SvelteKit knows the nonce of the scripts it writes into a page. */
export async function handle({ event, resolve }) {
  const response = await resolve(event);
  const [, scripts] = /script-src ([^;]+)/.exec(response.headers.get('content-security-policy') ?? '') ?? [];
  if (scripts && !dev) response.headers.set('content-security-policy', `${policyWith(scripts)}; ${announcer}`);
  return response;
}

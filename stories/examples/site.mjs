// Stands in for your site: a login, a page with both elements, and the script-tag build at /cdn/.
import { readFile } from 'node:fs/promises';

import { createLogin } from './login.mjs';

/** `csp.mdx` says why. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'self'; media-src 'self' blob:; require-trusted-types-for 'script'; base-uri 'none'; frame-ancestors 'none'",
};

export const page = `<!doctype html>
<meta charset="utf-8"><title>voxreel</title>
<script type="module" src="/cdn/voxreel.js"></script>
<form method="post" action="/login"><button>Log in as a guest</button></form>
<video-generator base-url="/" model="vidu-q2" keep-results></video-generator>
<realtime-voice base-url="/" model="rehearsal" modalities="text audio"></realtime-voice>`;

export function createSite(secret) {
  const { userOf, logIn } = createLogin(secret);
  return {
    userOf,
    async pages(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/') return new Response(page, { headers: pageHeaders });
      if (pathname === '/login' && request.method === 'POST') return logIn();
      if (/^\/cdn\/[\w.-]+\.js$/.test(pathname)) {
        const script = await readFile(new URL(import.meta.resolve(`voxreel${pathname}`))).catch(() => undefined);
        if (script !== undefined) return new Response(script, { headers: { 'content-type': 'text/javascript' } });
      }
      return new Response('There is nothing here.', { status: 404 });
    },
  };
}

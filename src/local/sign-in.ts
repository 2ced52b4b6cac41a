// The login of the demo page: a form, a signed cookie, and nothing but the form for visitors who have not signed in.
import type { GatewayUser } from '../server/index.js';
import { checkOrigin } from '../server/requests/origin.js';
import { peerAddress } from '../server/requests/peer-address.js';
import { readCapped } from '../server/requests/read-capped.js';
import { memoryState } from '../server/state/memory-state.js';
import { addressGroup } from '../server/state/rate.js';
import { pageHeaders, type Pages, type UserPages } from './pages.js';
import type { Signer } from './signature.js';
import type { Users } from './users.js';

const name = 'voxreel_login';
const cookie = new RegExp(`(?:^|;\\s*)${name}=([\\w.@-]{1,64})~(\\d{1,15})~([\\w-]{43})(?:;|$)`);
const dayMs = 24 * 60 * 60 * 1000;
/** A try costs a tenth of a second of one core: so many of one address, and of all together. */
const triesPerAddress = { points: 10, perMs: 60_000 };
const triesInAll = { points: 200, perMs: 60_000 };

export interface SignIn {
  userOf(request: Request): GatewayUser | undefined;
  pages: Pages;
}

export function createSignIn(pages: UserPages, signer: Signer, users: Users): SignIn {
  const state = memoryState();
  const signed = (user: string): string => {
    const expires = String(Date.now() + dayMs);
    const value = `${user}~${expires}~${signer.sign(name, user, expires, users.hashOf(user) ?? '')}`;
    return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${dayMs / 1000}`;
  };
  const userOf = (request: Request): GatewayUser | undefined => {
    const [, id = '', expires = '', signature = ''] = cookie.exec(request.headers.get('cookie') ?? '') ?? [];
    const hash = users.hashOf(id);
    if (hash === undefined || Number(expires) <= Date.now()) return undefined;
    return signer.verify(signature, name, id, expires, hash) ? { id } : undefined;
  };
  const tooMany = async (request: Request): Promise<boolean> => {
    const ofAddress = await state.consume(`sign-in:${addressGroup(peerAddress(request) ?? '')}`, triesPerAddress);
    return !ofAddress.allowed || !(await state.consume('sign-in', triesInAll)).allowed;
  };
  const signIn = async (request: Request): Promise<Response> => {
    // Another site must not sign a visitor in as somebody else.
    if (checkOrigin(request, []) === false) return form(403, 'Sign in on this page.');
    if (await tooMany(request)) return form(429, 'Too many tries. Wait a minute, then try again.');
    const bytes = await readCapped(request, 4096, { totalMs: 10_000 });
    const fields = new URLSearchParams(new TextDecoder().decode(bytes ?? new Uint8Array()));
    const user = fields.get('name') ?? '';
    const isRight = await users.verify(user, fields.get('password') ?? '');
    return isRight ? redirect('/', signed(user)) : form(401, 'This name and password do not match.');
  };
  return {
    userOf,
    async pages(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/sign-in') return request.method === 'POST' ? signIn(request) : form(200, '', userOf(request)?.id);
      if (pathname === '/sign-out' && request.method === 'POST' && checkOrigin(request, []) !== false)
        return redirect('/sign-in', `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0`);
      const user = userOf(request)?.id;
      return pathname === '/' && user === undefined ? redirect('/sign-in') : pages(request, user);
    },
  };
}

const redirect = (location: string, setCookie?: string): Response =>
  new Response(null, {
    status: 303,
    headers: { ...pageHeaders, location, ...(setCookie === undefined ? {} : { 'set-cookie': setCookie }) },
  });

/** Under `no-referrer` a browser sends `Origin: null` with a form, which says nothing of where it comes from. */
const fromForms = { 'referrer-policy': 'same-origin' };

/** `user`: who is signed in already, and may sign out. Names have no character that HTML reads as its own. */
const form = (status: number, problem: string, user?: string): Response =>
  new Response(
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sign in · voxreel</title>
    <link rel="icon" href="/icon.svg" />
    <link rel="stylesheet" href="/demo.css" />
  </head>
  <body>
    <main class="sign-in">
      <h1>Sign in</h1>
      <form method="post" action="/sign-in">
        <label>Name <input name="name" autocomplete="username" required autofocus /></label>
        <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
        ${problem === '' ? '' : `<p role="alert">${problem}</p>`}
        <button>Sign in</button>
      </form>
      ${user === undefined ? '' : `<form method="post" action="/sign-out"><button>Sign out ${user}</button></form>`}
    </main>
  </body>
</html>
`,
    { status, headers: { ...pageHeaders, ...fromForms, 'content-type': 'text/html; charset=utf-8' } },
  );

// Who a visitor of the demo is: the browser that holds the cookie it got with the page. A site has its login in this place.
import type { GatewayUser } from '../server/index.js';

const name = 'voxreel_visitor';
const held = new RegExp(`(?:^|;\\s*)${name}=([0-9a-f-]{36})(?:;|$)`);
const year = 365 * 24 * 60 * 60;

const cookieOf = (request: Request): string | undefined => held.exec(request.headers.get('cookie') ?? '')?.[1];

/** Each browser is a user of its own; whatever has no cookie, as a command line has none, is one user together. */
export const visitorOf = (request: Request): GatewayUser => ({ id: cookieOf(request) ?? 'no-cookie' });

type Pages = (request: Request) => Promise<Response>;

/** The same pages, with a cookie for whoever has none yet: one that no script reads and no other site sends. */
export const withVisitors =
  (pages: Pages): Pages =>
  async (request) => {
    const answer = await pages(request);
    if (new URL(request.url).pathname === '/' && cookieOf(request) === undefined)
      answer.headers.append('set-cookie', `${name}=${crypto.randomUUID()}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${year}`);
    return answer;
  };

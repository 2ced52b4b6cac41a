// Visitors of the demo page who do not sign in: each browser is a user of its own, told by a signed cookie.
import type { GatewayUser } from '../server/index.js';
import { peerAddress } from '../server/requests/peer-address.js';
import { addressGroup } from '../server/state/rate.js';
import type { Pages, UserPages } from './pages.js';
import type { Signer } from './signature.js';

const name = 'voxreel_visitor';
const cookie = new RegExp(`(?:^|;\\s*)${name}=([0-9a-f-]{36})\\.([\\w-]{43})(?:;|$)`);
/** What a visitor opens. */
const shown = ['/', '/check'];
const yearS = 365 * 24 * 60 * 60;

export interface Visitors {
  /** Undefined for a socket without a cookie: pages of other origins send none with it, and their ticket says who they are. */
  userOf(request: Request): GatewayUser | undefined;
  /** The same pages, with a cookie for a browser that has none: no script can read it, and no other site sends it. */
  pages: Pages;
}

/** `countAddresses`: all visitors of one network address also share one set of limits. */
export function createVisitors(pages: UserPages, signer: Signer, countAddresses: boolean): Visitors {
  const idOf = (request: Request): string | undefined => {
    const [, id = '', signature = ''] = cookie.exec(request.headers.get('cookie') ?? '') ?? [];
    return id !== '' && signer.verify(signature, name, id) ? id : undefined;
  };
  return {
    userOf(request) {
      const address = addressGroup(peerAddress(request) ?? '');
      const visitor = idOf(request);
      if (visitor === undefined && request.headers.has('sec-websocket-key')) return undefined;
      // Without a cookie, as a command line asks, an address is one user.
      const id = visitor ?? `address ${address}`;
      return countAddresses ? { id, group: address } : { id };
    },
    async pages(request) {
      const known = idOf(request);
      const id = known ?? crypto.randomUUID();
      const answer = await pages(request, id);
      if (shown.includes(new URL(request.url).pathname) && known === undefined) {
        const value = `${id}.${signer.sign(name, id)}`;
        answer.headers.append('set-cookie', `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${yearS}`);
      }
      return answer;
    },
  };
}

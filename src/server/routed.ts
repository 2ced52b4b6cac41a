// From a request to the handler of its path: counted, its user found, its body in bounds.
import { refuse } from './answers/answers.js';
import type { GatewaySettings } from './gateway-options.js';
import { inTime } from './in-time.js';
import { createOpenBodies, tooManyBodies, type OpenBody } from './requests/open-bodies.js';
import { peerAddress } from './requests/peer-address.js';
import type { Route } from './route.js';
import type { Rates } from './state/rate.js';
import type { Turn } from './watch/watch.js';

export function createRouted(
  settings: GatewaySettings,
  routes: readonly Route[],
  rates: Rates,
): (request: Request, turn: Turn) => Promise<Response> {
  const { limits, address = peerAddress } = settings;
  const bodies = createOpenBodies(limits.bodies);
  return async (request, turn) => {
    const { pathname } = turn.url;
    const there = routes.filter(({ path }) => path.test(pathname));
    const route = there.find(({ method }) => method === request.method);
    if (there.length === 0) return nothingThere();
    if (route === undefined) return refuse(405, 'method_not_allowed', `This path does not take ${request.method}.`);
    const tooFast = await rates.address(address(request));
    if (tooFast !== undefined) return tooFast;
    const user = await inTime('authorize', settings.authorize(request), limits.timeoutMs);
    if (typeof user?.id !== 'string' || user.id === '') return refuse(401, 'unauthorized', 'Log in first.', 'Authorization');
    turn.user = user;
    const tooMany = await rates.user(user);
    if (tooMany !== undefined) return tooMany;
    const body = hasBody(request) ? bodies.open(user.id) : noBody;
    if (body === undefined) return tooManyBodies();
    try {
      return await route.answer({
        request,
        url: turn.url,
        user,
        traced: turn.traced,
        note: turn.note,
        hold: body.hold,
        parts: (route.path.exec(pathname) ?? []).slice(1).map(decodeURIComponent),
      });
    } finally {
      body.release();
    }
  };
}

const hasBody = ({ method }: Request): boolean => method === 'POST' || method === 'PUT';
const noBody: OpenBody = { hold: () => true, release() {} };

export const nothingThere = (): Response => refuse(404, 'not_found', 'There is nothing at this path.', 'path');

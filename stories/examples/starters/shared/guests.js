// Makes a guest of each browser, known by a signed cookie. Replace it with your login before you publish the site: guests spend your key.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/** `userOf(request)` returns `{ id }` or nothing; `welcome(cookies)` returns the cookie that makes a new guest, or nothing for one who has it. */
export function createGuests(secret) {
  const sign = (id) => createHmac('sha256', secret).update(`guest ${id}`).digest('hex');

  function guestIn(cookies) {
    const [, id, signature] = /(?:^|; )guest=([\w-]+)\.([0-9a-f]{64})(?:;|$)/.exec(cookies ?? '') ?? [];
    if (id === undefined) return undefined;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(id))) ? { id } : undefined;
  }

  return {
    userOf: (request) => guestIn(request.headers.get('cookie')),
    welcome(cookies) {
      if (guestIn(cookies) !== undefined) return undefined;
      const id = randomUUID();
      return `guest=${id}.${sign(id)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000`;
    },
  };
}

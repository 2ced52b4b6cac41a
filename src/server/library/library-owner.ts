// Whose library a page has. A page that stays open while somebody else logs in would send them its records: it says whose they are, and is refused.
import { hexOf } from '../../base/hex.js';
import { refuse } from '../answers/answers.js';
import { remembered } from '../remembered.js';
import type { Call } from '../route.js';

/** Of every request of a page that knows it. */
export const ownerHeader = 'library-owner';

/**
 * Names a user to their own pages, the same at each instance; tells nobody who it is. A digest goes through another thread, which takes a tenth of the time
 * of a list of changes.
 */
export const ownerOf = remembered(10_000, async (userId: string): Promise<string> => {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`voxreel library of ${userId}`)));
  return hexOf(bytes.subarray(0, 16));
});

/** The refusal of a page that has the library of another user; undefined for one that has this user's, or does not say. */
export async function refuseOtherOwner({ user, request }: Pick<Call, 'user' | 'request'>): Promise<Response | undefined> {
  const owner = request.headers.get(ownerHeader);
  if (owner === null || owner === (await ownerOf(user.id))) return undefined;
  return refuse(403, 'other_account', 'Another user is logged in now. This page still has the library of the previous one.', ownerHeader);
}

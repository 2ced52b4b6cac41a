// Deletes every conversation that is stored of a user, of all agents.
import { VoxreelError } from '../../errors.js';
import { isRecord } from '../../../base/is-record.js';
import type { ForgetOptions, Storage } from '../../persistence/storage.js';
import { belongsTo } from '../../stored-record.js';
import { broadcastForget } from './forget-broadcast.js';

const isConversation = (record: unknown): record is Readonly<Record<string, unknown>> =>
  isRecord(record) && Array.isArray(record['events']);

const isMessage = (event: unknown): boolean =>
  isRecord(event) && event['type'] === 'conversation.item.create' && isRecord(event['item']) && event['item']['type'] === 'message';

/** Throws `unsent` where a message reached no server yet. */
function requireSent(pending: unknown): void {
  if (Array.isArray(pending) && pending.some(isMessage))
    throw new VoxreelError('unsent', 'A message has not reached the service. Connect to send it, or discard it with { discard: true }.');
}

/** `announce` notifies the user's open pages, before anything is deleted; by default all of them. Rejects as the storage does. */
export async function forgetConversations(
  storage: Storage,
  user: string,
  { discard = false }: ForgetOptions = {},
  announce: () => unknown = () => broadcastForget(user),
): Promise<void> {
  const mine = (await storage.all()).flatMap(({ key, record }) =>
    isConversation(record) && belongsTo(record, user) ? [{ key, record }] : [],
  );
  if (!discard) for (const { record } of mine) requireSent(record['pending']);
  // What it keeps elsewhere is not removed there.
  await storage.forget?.({ discard });
  await announce();
  const keys = mine.map(({ key }) => key);
  await (storage.removeAll?.(keys) ?? Promise.all(keys.map((key) => storage.remove(key))));
}

/** The same for a session: `drop` empties it, and notifies the others. */
export async function forgetSession(
  { storage, user = '' }: { readonly storage?: Storage | undefined; readonly user?: string | undefined },
  options: ForgetOptions | undefined,
  pending: unknown,
  drop: () => Promise<void>,
): Promise<void> {
  if (!options?.discard) requireSent(pending);
  if (storage === undefined) await drop();
  else await forgetConversations(storage, user, options, drop);
}

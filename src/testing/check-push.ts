// The part of a record store that remembers which browsers are notified of their user's videos.
import type { PushList } from '../server/library/push-list.js';
import type { RecordStore } from '../server/library/record-store.js';
import { odd, strangerTo, text, waited, type Check, type Finding } from './record-calls.js';

type Pushing = RecordStore & { readonly push: PushList };

const hasPush = (store: RecordStore): store is Pushing => store.push !== undefined;
const whereThere = (check: (one: Pushing, other: Pushing, user: string) => AsyncGenerator<Finding>): Check =>
  async function* (one, other, user) {
    if (hasPush(one) && hasPush(other)) yield* check(one, other, user);
  };

/** None where the store remembers no browsers. */
export const pushChecks: Readonly<Record<string, Check>> = {
  'push.put': whereThere(checkPut),
  'push.list': whereThere(checkList),
  'push.remove': whereThere(checkRemove),
};

const newId = (): string => crypto.randomUUID();
const idsOf = async ({ push }: Pushing, user: string): Promise<readonly string[]> => (await push.list(user)).map(({ id }) => id);

/** Two within a millisecond have no order. */
async function putAll({ push }: Pushing, user: string, ids: readonly string[], most = 10): Promise<void> {
  for (const id of ids) {
    await push.put(user, { id, data: odd }, most);
    await waited(5);
  }
}

async function* checkPut(one: Pushing, other: Pushing, user: string): AsyncGenerator<Finding> {
  const [id, next] = [newId(), newId()];
  await one.push.put(user, { id, data: odd }, 10);
  const [found] = await other.push.list(user);
  if (found?.id !== id || found.data !== odd) yield `a browser comes back as ${text(found)}, not as it was put.`;
  await other.push.put(user, { id, data: '2' }, 10);
  if (text(await one.push.list(user)) !== text([{ id, data: '2' }])) yield 'a browser that is put again must be one, with its new data.';
  const stranger = strangerTo(user);
  await one.push.put(stranger, { id, data: '3' }, 10);
  if ((await idsOf(other, user)).length > 0 || (await idsOf(other, stranger)).length !== 1)
    yield 'a browser where another user signs in must be that one\u2019s alone.';
  await Promise.all([one, other, one, other].map((store) => store.push.put(user, { id: next, data: odd }, 10)));
  if ((await idsOf(one, user)).length !== 1) yield 'of one browser that is put four times at once there must be one.';
}

async function* checkList(one: Pushing, other: Pushing, user: string): AsyncGenerator<Finding> {
  const ids = [newId(), newId(), newId()];
  await putAll(one, user, ids);
  const newestFirst = ids.toReversed();
  if (text(await idsOf(other, user)) !== text(newestFirst)) yield 'it must list the browser that was put last first.';
  const last = newId();
  await putAll(other, user, [last], 2);
  if (text(await idsOf(one, user)) !== text([last, newestFirst[0]]))
    yield 'of more than 2, where 2 are allowed, the first that were put must go.';
  if ((await idsOf(one, strangerTo(user))).length > 0) yield 'it lists the browsers of another user.';
}

async function* checkRemove(one: Pushing, other: Pushing, user: string): AsyncGenerator<Finding> {
  const [id, left] = [newId(), newId()];
  await putAll(one, user, [left, id]);
  if (await other.push.remove(strangerTo(user), id)) yield 'another user can remove a browser.';
  if (!(await other.push.remove(user, id)) || (await one.push.remove(user, id))) yield 'remove() must be true, then false.';
  if (text(await idsOf(one, user)) !== text([left])) yield 'it removes another browser too, or not this one.';
  await one.clear(user);
  if ((await idsOf(other, user)).length > 0) yield 'clear() leaves a browser.';
}

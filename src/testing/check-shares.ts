// The part of a record store that remembers links to one record, for everyone who has the link.
import type { NewShare, ShareList } from '../server/library/share-list.js';
import type { RecordStore } from '../server/library/record-store.js';
import { isRecent, named, odd, plenty, strangerTo, text, waited, type Check, type Finding } from './record-calls.js';

type Sharing = RecordStore & { readonly shares: ShareList };

const hasShares = (store: RecordStore): store is Sharing => store.shares !== undefined;
const whereThere = (check: (one: Sharing, other: Sharing, user: string) => AsyncGenerator<Finding>): Check =>
  async function* (one, other, user) {
    if (hasShares(one) && hasShares(other)) yield* check(one, other, user);
  };

const shareOf = (id: string, more: Partial<NewShare> = {}): NewShare => ({
  token: crypto.randomUUID(),
  ...named(id),
  data: odd,
  expiresAt: undefined,
  ...more,
});

/** None where the store has no shares. */
export const shareChecks: Readonly<Record<string, Check>> = {
  'shares.add': whereThere(checkAdd),
  'shares.open': whereThere(checkOpen),
  'shares.list': whereThere(checkList),
  'shares.remove': whereThere(checkRemove),
  'shares and deletion': whereThere(checkEnd),
};

const made = (store: Sharing, user: string, id: string): Promise<unknown> => store.put(user, named(id), '{}', { known: 0, quota: plenty });

async function* checkAdd(one: Sharing, other: Sharing, user: string): AsyncGenerator<Finding> {
  if (one.get === undefined) yield 'get() is missing, which shares need.';
  await made(one, user, 'a');
  const missing = [await one.shares.add(user, shareOf('never'), 10), await one.shares.add(strangerTo(user), shareOf('a'), 10)];
  if (text(missing) !== '["missing","missing"]')
    yield `a share of a record that the user does not have gives ${text(missing)}, must be missing.`;
  const expired = await one.shares.add(user, shareOf('a', { expiresAt: Date.now() - 60_000 }), 10);
  if (expired !== 'added') yield `a share that has expired already gives ${text(expired)}, must be added.`;
  const added = await Promise.all([one, other, one, other].map(({ shares }) => shares.add(user, shareOf('a'), 2)));
  const count = added.filter((each) => each === 'added').length;
  if (count !== 2 || added.filter((each) => each === 'many').length !== 2)
    yield `of four shares at once, where 2 are allowed, ${count} are added, must be 2: what has expired does not count.`;
}

async function* checkOpen(one: Sharing, other: Sharing, user: string): AsyncGenerator<Finding> {
  await made(one, user, 'a');
  const expiresAt = Date.now() + 3_600_000;
  const share = shareOf('a', { expiresAt });
  await one.shares.add(user, share, 10);
  const found = await other.shares.open(share.token, false);
  const [is, meant] = [found, { ...share, userId: user }].map((each) =>
    text([each?.token, each?.userId, each?.kind, each?.id, each?.expiresAt]),
  );
  if (is !== meant) yield `it opens as ${is}, must be ${meant}: token, userId, kind, id, expiresAt.`;
  if (found?.data !== odd) yield `its data comes back as ${text(found?.data)}, not as it was added.`;
  if (!isRecent(found?.createdAt)) yield `createdAt is ${text(found?.createdAt)}, must be in milliseconds since 1970.`;
  await Promise.all([one, other, one, other].map(({ shares }) => shares.open(share.token, true)));
  const visits = (await one.shares.open(share.token, false))?.visits;
  if (visits !== 4) yield `after four visits at once, and two looks that are no visits, it has ${text(visits)} visits.`;
  if ((await one.shares.open(crypto.randomUUID(), true)) !== undefined) yield 'a token that never was opens something.';
  const endless = shareOf('a');
  await one.shares.add(user, endless, 10);
  const open = await other.shares.open(endless.token, false);
  if (open === undefined || open.expiresAt !== undefined) yield `a share without an end opens with expiresAt ${text(open?.expiresAt)}.`;
  const expired = shareOf('a', { expiresAt: Date.now() - 60_000 });
  await one.shares.add(user, expired, 10);
  if ((await other.shares.open(expired.token, false)) !== undefined) yield 'a share that has expired opens.';
}

async function* checkList(one: Sharing, other: Sharing, user: string): AsyncGenerator<Finding> {
  const shares = ['a', 'b', 'c'].map((id) => shareOf(id));
  for (const share of shares) {
    await made(one, user, share.id);
    await one.shares.add(user, share, 10);
    // Two within a millisecond have no order.
    await waited(5);
  }
  await one.shares.add(user, shareOf('a', { expiresAt: Date.now() - 60_000 }), 10);
  const ids = (await other.shares.list(user)).map(({ id }) => id);
  if (text(ids) !== '["c","b","a"]')
    yield `of three shares and one that has expired it lists ${text(ids)}, must be ["c","b","a"]: the newest first.`;
  if ((await other.shares.list(strangerTo(user))).length > 0) yield 'it lists the shares of another user.';
}

async function* checkRemove(one: Sharing, other: Sharing, user: string): AsyncGenerator<Finding> {
  await made(one, user, 'a');
  const [ended, left] = [shareOf('a'), shareOf('a')];
  for (const share of [ended, left]) await one.shares.add(user, share, 10);
  if ((await other.shares.remove(strangerTo(user), ended.token)) || (await one.shares.open(ended.token, false)) === undefined)
    yield 'another user can end a share.';
  if (!(await other.shares.remove(user, ended.token)) || (await one.shares.remove(user, ended.token)))
    yield 'remove() must be true, then false.';
  if ((await one.shares.open(ended.token, false)) !== undefined) yield 'a share that was ended still opens.';
  if ((await one.shares.open(left.token, false)) === undefined) yield 'it ends another share too.';
}

/** However a record goes, its shares go with it. */
async function* checkEnd(one: Sharing, other: Sharing, user: string): AsyncGenerator<Finding> {
  const { bin } = one;
  const ways: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
    'remove()': (id) => one.remove(user, named(id), 1),
    ...(bin && { 'bin.put()': (id: string) => bin.put(user, named(id), 1) }),
    'clear()': () => one.clear(user),
  };
  for (const [at, [way, end]] of Object.entries(ways).entries()) {
    const [gone, left] = [shareOf(`gone${at}`), shareOf(`left${at}`)];
    for (const share of [gone, left]) {
      await made(one, user, share.id);
      await one.shares.add(user, share, 10);
    }
    await end(gone.id);
    if ((await other.shares.open(gone.token, false)) !== undefined) yield `${way} leaves the shares of a record.`;
    const isLeft = (await other.shares.open(left.token, false)) !== undefined;
    if (isLeft === (way === 'clear()')) yield isLeft ? 'clear() leaves a share.' : `${way} ends a share of another record.`;
    if (way !== 'clear()') await one.put(user, named(gone.id), '{}', { known: 0, quota: plenty });
    if ((await other.shares.open(gone.token, false)) !== undefined) yield `a share that ended by ${way} is back with its record.`;
  }
}

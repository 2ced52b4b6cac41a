// Videos and conversations of an account: written in this browser first, exchanged with the library, and left there at a sign-out.
import { expect } from '@open-wc/testing';
import { accountStorage, createVideoQueue, indexedDbStorage, isVoxreelError } from 'voxreel';
import type { AccountStorage, RecordKind, VideoQueue, VideoTask } from 'voxreel';

import { scriptedService, task } from '../video/scripted-service.js';
import { until } from '../video/until.js';
import { finished, scriptedLibrary } from './scripted-library.js';
import type { AccountTab } from './tab.js';

let names = 0;
const fresh = () => `account-${Date.now()}-${names++}`;
const whenTrue = async (check: () => boolean | Promise<boolean>) => {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 5));
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (isVoxreelError(error) ? error.code : error),
  );

describe('an account', () => {
  const opened: { close(): void }[] = [];
  afterEach(() => opened.splice(0).forEach((one) => one.close()));
  const closing = <T extends { close(): void }>(one: T): T => {
    opened.push(one);
    return one;
  };
  const device = (library: ReturnType<typeof scriptedLibrary>, user: string, database = fresh()) =>
    closing(accountStorage<VideoTask>({ baseUrl: 'https://gateway.example', user, database, fetch: library.fetch }));
  const queueOf = (storage: AccountStorage<VideoTask>, user: string): VideoQueue => {
    const service = scriptedService({ query: () => task('t1', 'succeeded', { url: 'https://cdn.example/v.mp4' }) });
    const poll = { firstMs: 10, everyMs: 10 };
    return closing(createVideoQueue({ baseUrl: 'https://api.example', fetch: service.fetch, poll, storage, user, name: fresh() }));
  };
  const idsOf = (queue: VideoQueue) => queue.tasks.get().map(({ id }) => id);

  it('shows on one device what is made, labeled and removed on another', async () => {
    const [library, user] = [scriptedLibrary(), fresh()];
    const [one, other] = [queueOf(device(library, user), user), queueOf(device(library, user), user)];
    await Promise.all([one.ready, other.ready]);
    const { id } = await one.submit({ model: 'any-model', prompt: 'a heron over water' });
    await until(other, (found) => found.id === id && found.status === 'succeeded');
    await other.organize([id], { addLabels: ['beach'] });
    await until(one, ({ labels }) => labels?.includes('beach') === true);
    await one.remove(id);
    await whenTrue(() => idsOf(other).length === 0);
    expect(library.ids).to.deep.equal([]);
  });

  it('sends no request to the library that has not been sent to the service', async () => {
    const [library, user] = [scriptedLibrary(), fresh()];
    const storage = device(library, user);
    await storage.put('n1', finished('n1', user, { status: 'submitting', taskId: undefined }));
    await storage.put('n2', finished('n2', user));
    await storage.synchronize();
    expect(library.ids).to.deep.equal(['video/n2']);
    library.put('video/n3', finished('n3', user, { status: 'waiting', taskId: undefined }));
    await storage.synchronize();
    expect((await storage.all()).map(({ key }) => key)).to.deep.equal(['n1', 'n2']);
  });

  it('works offline, and is drawn from this browser before the library answers', async () => {
    const [library, user, database] = [scriptedLibrary(), fresh(), fresh()];
    library.offline = true;
    const before = device(library, user, database);
    await before.put('n1', finished('n1', user), { durable: true });
    before.close();
    const queue = queueOf(device(library, user, database), user);
    await queue.ready;
    expect(idsOf(queue)).to.deep.equal(['n1']);
    expect(library.ids).to.deep.equal([]);
    library.offline = false;
    await whenTrue(() => library.ids.length === 1);
  });

  it('reads the kind that is asked for alone, the latest videos first', async () => {
    const [library, user, database] = [scriptedLibrary(), fresh(), fresh()];
    library.offline = true;
    const storage = device(library, user, database);
    const ids = Array.from({ length: 120 }, (_, n) => `0${n + 100}`);
    const others = ['conversation:c1', 'draft:d1', 'reference:r1'];
    // Ids that a gateway or a file brought: anything is one, wherever it stands between the kinds.
    const foreign = ['camel', 'deer', 'eagle', 'zebra'];
    await storage.putAll([...foreign, ...ids].map((id) => ({ key: id, record: finished(id, user) })));
    await storage.putAll(others.map((key) => ({ key, record: finished(key, user) })));
    const pages: string[][] = [];
    for await (const page of storage.pages('video')) pages.push(page.map(({ key }) => key));
    expect(pages[0]).to.have.members(ids.slice(-30));
    expect(pages.flat()).to.have.members([...ids, ...foreign]);
    for (const key of others) {
      const kind = key.slice(0, key.indexOf(':')) as RecordKind;
      expect((await storage.all(kind)).map((record) => record.key)).to.deep.equal([key]);
    }
    expect(await storage.all()).to.have.lengthOf(ids.length + foreign.length + others.length);
  });

  it('one tab exchanges for all, and the others hear of it', async () => {
    const [library, user, database] = [scriptedLibrary(), fresh(), fresh()];
    const here = queueOf(device(library, user, database), user);
    await here.ready;
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const address = new URL('tab.html', import.meta.url);
    address.search = new URLSearchParams({ user, database }).toString();
    frame.src = address.href;
    let tab: AccountTab | undefined;
    await whenTrue(() => (tab = frame.contentWindow?.accountTab) !== undefined);
    const { ids, asked, put } = tab as unknown as AccountTab;
    library.put('video/n1', finished('n1', user));
    await whenTrue(() => ids().includes('n1'));
    await put(finished('n2', user));
    await whenTrue(() => library.ids.includes('video/n2'));
    expect(asked).to.deep.equal([]);
    frame.remove();
  });

  it('is left with `forget`: nothing of it stays here, and all of it in the library', async () => {
    const [library, user, database] = [scriptedLibrary(), fresh(), fresh()];
    const storage = device(library, user, database);
    const queue = queueOf(storage, user);
    await queue.ready;
    await storage.put('n1', finished('n1', user));
    await storage.put('conversation:c1', { ...finished('c1', user), kind: 'conversation', events: [] } as unknown as VideoTask);
    await storage.synchronize();
    await queue.forget();
    expect(library.ids).to.deep.equal(['conversation/c1', 'video/n1']);
    expect((await indexedDB.databases()).map(({ name }) => name)).not.to.include(database);
    expect(idsOf(queue)).to.deep.equal([]);
    const again = device(library, user, database);
    await again.synchronize();
    expect((await again.all()).map(({ key }) => key).sort()).to.deep.equal(['conversation:c1', 'n1']);
  });

  it('is not left with edits that the library does not have, unless they are discarded', async () => {
    const [library, user, database] = [scriptedLibrary(), fresh(), fresh()];
    const storage = device(library, user, database);
    const queue = queueOf(storage, user);
    await queue.ready;
    library.offline = true;
    await storage.put('n1', finished('n1', user));
    expect(await codeOf(queue.forget())).to.equal('unsent');
    expect((await storage.all()).length).to.equal(1);
    await queue.forget({ discard: true });
    expect((await indexedDB.databases()).map(({ name }) => name)).not.to.include(database);
    library.offline = false;
    expect(library.ids).to.deep.equal([]);
  });

  it('takes along what was made here before the login, and keeps what is in this browser alone', async () => {
    const [library, user] = [scriptedLibrary(), fresh()];
    const [storage, from] = [device(library, user), closing(indexedDbStorage<VideoTask>(fresh()))];
    await from.put('n1', finished('n1', ''));
    await from.put(
      'n2',
      finished('n2', '', { outputs: [{ url: 'https://cdn.example/v.mp4', kept: { bytes: 3, type: 'video/mp4', poster: false } }] }),
    );
    await from.put('n3', finished('n3', 'somebody else'));
    await from.put('n4', finished('n4', '', { status: 'waiting', taskId: undefined }));
    expect([await storage.offerOnce(), await storage.offerOnce()]).to.deep.equal([true, false]);
    expect(await storage.takeAlong(from)).to.equal(2);
    await storage.synchronize();
    expect(library.ids).to.deep.equal(['video/n1', 'video/n2']);
    expect(library.record('video/n2')?.['user']).to.equal(user);
    expect((await from.all()).map(({ key }) => key).sort()).to.deep.equal(['n2', 'n3', 'n4']);
  });

  it('keeps what was said on two devices at once', async () => {
    const [library, user] = [scriptedLibrary(), fresh()];
    const said = (id: string) => ({ type: 'conversation.item.created', event_id: `kept_${id}`, item: { id } });
    const talk = (time: string, ...ids: string[]) =>
      ({ id: 'c1', kind: 'conversation', version: 2, user, time, times: {}, pending: [], events: ids.map(said) }) as unknown as VideoTask;
    const [one, other] = [device(library, user), device(library, user)];
    const heard = async (storage: AccountStorage<VideoTask>) => {
      const record = (await storage.all())[0]?.record as unknown as { events: { item: { id: string } }[] };
      return record.events.map(({ item }) => item.id);
    };
    await one.put('conversation:c1', talk('1', 'a'));
    await one.synchronize();
    await other.synchronize();
    library.offline = true;
    await one.put('conversation:c1', talk('2', 'a', 'b'));
    await other.put('conversation:c1', talk('3', 'a', 'c'));
    library.offline = false;
    for (const storage of [one, other, one]) await storage.synchronize();
    expect(await heard(one)).to.have.members(['a', 'b', 'c']);
    expect(await heard(other)).to.deep.equal(await heard(one));
    // A page that talks on has not read what came from the other device.
    await other.put('conversation:c1', talk('4', 'a', 'c', 'd'));
    await other.synchronize();
    expect(await heard(other)).to.have.members(['a', 'b', 'c', 'd']);
  });
});

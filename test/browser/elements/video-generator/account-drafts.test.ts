// Drafts with `persist="account"`: what one device writes, the other shows, pictures included. Before the real library of a gateway.
import { expect } from '@open-wc/testing';
import type { AccountStorage, VideoDraft } from 'voxreel';

import { until } from '../until.js';
import { accountOn, freshUser, libraryAnswers, offline, online, openedOn, type DeviceName } from './library-devices.js';
import { picture } from './picture.js';

const whenTrue = async (check: () => Promise<boolean>) => {
  while (!(await check())) await new Promise((resolve) => requestAnimationFrame(resolve));
};
/** What is in the form is kept on this device. */
const whenKept = async ({ draft }: { readonly draft: VideoDraft }, user: string, device: DeviceName): Promise<void> => {
  const account = await accountOn<{ draft: Partial<VideoDraft> }>(device, user);
  const isKept = async () =>
    (await account.all('draft')).some(({ record }) => record.draft.prompt === draft.prompt && record.draft.duration === draft.duration);
  await whenTrue(isKept);
  account.close();
};
const idsIn = async (account: AccountStorage) => (await account.all('draft')).map(({ key }) => key);

describe('drafts of an account', () => {
  const opened: { close(): void }[] = [];
  const account = async (...given: Parameters<typeof accountOn>) => {
    const storage = await accountOn(...given);
    opened.push(storage);
    return storage;
  };
  before(libraryAnswers);
  afterEach(() => {
    online('phone', 'laptop');
    opened.splice(0).forEach((one) => one.close());
  });

  it('appear on the other device, with their pictures and fields', async () => {
    const user = freshUser();
    const laptop = await openedOn('laptop', user);
    const phone = await openedOn('phone', user);
    await laptop.write('a heron over still water');
    const image = await picture();
    laptop.element.draft = { ...laptop.element.draft, image, seed: 7, model: 'kling-v2' };
    await phone.reads('a heron over still water');
    await phone.find('.tile.set .thumbnail');
    const { draft } = phone.element;
    expect([draft.seed, draft.model]).to.deep.equal([7, 'kling-v2']);
    const [one, other] = [draft.image as Blob, image];
    expect([one.type, new Uint8Array(await one.arrayBuffer())]).to.deep.equal([other.type, new Uint8Array(await other.arrayBuffer())]);
  });

  it('are there when the other device opens the page later', async () => {
    const user = freshUser();
    const laptop = await openedOn('laptop', user);
    await laptop.write('written yesterday');
    const left = await account('laptop', user);
    await whenTrue(async () => (await idsIn(left)).length === 1);
    laptop.element.remove();
    await left.synchronize();
    const phone = await openedOn('phone', user);
    await phone.reads('written yesterday');
  });

  it('keep what both have changed while they were offline: of each field the later', async () => {
    const user = freshUser();
    const [laptop, phone] = [await openedOn('laptop', user), await openedOn('phone', user)];
    await laptop.write('a heron');
    await phone.reads('a heron');
    offline('laptop');
    offline('phone');
    laptop.element.draft = { ...laptop.element.draft, seed: 7, duration: 4 };
    await laptop.write('a heron in the rain');
    await whenKept(laptop.element, user, 'laptop');
    phone.element.draft = { ...phone.element.draft, duration: 8 };
    await whenKept(phone.element, user, 'phone');
    online('laptop', 'phone');
    await phone.reads('a heron in the rain');
    await until(() => laptop.element.draft.duration === 8 || undefined, 'the later duration');
    await until(() => phone.element.draft.seed === 7 || undefined, 'the seed');
    expect([phone.element.draft.duration, laptop.element.draft.prompt]).to.deep.equal([8, 'a heron in the rain']);
  });

  it('are gone everywhere when one device removes them, whatever another has written meanwhile', async () => {
    const user = freshUser();
    const [laptop, phone] = [await openedOn('laptop', user), await openedOn('phone', user)];
    await laptop.write('the first');
    await phone.reads('the first');
    await laptop.press('New draft');
    await laptop.write('the second');
    await until(() => phone.titles().join() === 'the first,the second' || undefined, 'both on the phone');
    offline('phone');
    await phone.write('the first, longer');
    await whenKept(phone.element, user, 'phone');
    await laptop.press('the first');
    await laptop.press('Delete this draft');
    const kept = await account('laptop', user);
    await whenTrue(async () => (await idsIn(kept)).length === 1);
    await kept.synchronize();
    online('phone');
    await phone.reads('the second');
    expect(phone.titles()).to.deep.equal([]);
    // A draft does not fill the bin.
    expect((await kept.bin.list()).records).to.deep.equal([]);
  });

  it('keep what is being written when the other device removes the draft', async () => {
    const user = freshUser();
    const [laptop, phone] = [await openedOn('laptop', user), await openedOn('phone', user)];
    await laptop.write('shared');
    await phone.reads('shared');
    const kept = await account('laptop', user);
    await kept.synchronize();
    const [id = ''] = await idsIn(kept);
    await kept.remove(id);
    const typing = setInterval(() => void phone.write(`still writing ${performance.now()}`), 30);
    await kept.synchronize();
    const other = await account('phone', user);
    await whenTrue(async () => (await idsIn(other)).some((one) => one !== id) && !(await idsIn(other)).includes(id));
    clearInterval(typing);
    expect(phone.prompt()).to.contain('still writing');
  });

  it('stay on their device where the library has no room, and say so', async () => {
    const user = freshUser();
    const small = { small: true };
    const laptop = await openedOn('laptop', user, small);
    const kept = await account('laptop', user, small);
    const heard: (string | undefined)[] = [];
    kept.onSynchronized((error) => heard.push(error?.code));
    laptop.element.draft = { model: 'my-own', prompt: 'too large', image: await picture(300_000) };
    await until(() => heard.includes('quota_exceeded') || undefined, 'why');
    laptop.element.remove();
    const again = await openedOn('laptop', user, small);
    await again.reads('too large');
    await again.find('.tile.set .thumbnail');
    const phone = await account('phone', user, small);
    await phone.synchronize();
    expect(await idsIn(phone)).to.deep.equal([]);
    // Another picture fits.
    again.element.draft = { ...again.element.draft, image: await picture() };
    await whenTrue(async () => (await phone.synchronize(), (await idsIn(phone)).length === 1));
    const { total } = await phone.usage();
    expect(total.bytes).to.be.lessThan(10_000);
  });

  it('are nobody else’s, and leave this device with `forget`', async () => {
    const user = freshUser();
    const laptop = await openedOn('laptop', user);
    laptop.element.draft = { model: 'my-own', prompt: 'of the first', image: await picture() };
    await whenKept(laptop.element, user, 'laptop');
    await laptop.element.forget();
    expect(laptop.prompt()).to.equal('');
    const other = freshUser();
    Object.assign(laptop.element, { user: other, headers: { authorization: other } });
    const theirs = await account('laptop', other);
    await theirs.synchronize();
    expect(await idsIn(theirs)).to.deep.equal([]);
    expect([laptop.prompt(), laptop.titles()]).to.deep.equal(['', []]);
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    expect(names.filter((name) => name.includes(user))).to.deep.equal([]);
    laptop.element.remove();
    const phone = await openedOn('phone', user);
    await phone.reads('of the first');
    await phone.find('.tile.set .thumbnail');
  });

  it('take the files of their pictures with them when they are removed', async () => {
    const user = freshUser();
    const laptop = await openedOn('laptop', user);
    laptop.element.draft = { model: 'my-own', prompt: 'with a picture', image: await picture(5000) };
    const kept = await account('laptop', user);
    await whenTrue(async () => (await kept.usage()).total.bytes > 5000);
    laptop.element.draft = { ...laptop.element.draft, image: await picture(9000) };
    const isReplaced = (bytes: number) => bytes > 9000 && bytes < 12_000;
    await whenTrue(async () => isReplaced((await kept.usage()).total.bytes));
    await laptop.write('');
    laptop.element.draft = { model: 'my-own', prompt: '' };
    await whenTrue(async () => (await kept.usage()).total.bytes === 0);
  });
});

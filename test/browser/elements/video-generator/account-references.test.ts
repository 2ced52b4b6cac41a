// The library of references with `persist="account"`: on every device of its user. Before the real library of a gateway.
import { expect } from '@open-wc/testing';
import { createReferenceLibrary, defineProvider, type ReferenceLibrary, type VideoReference } from 'voxreel';

import { until } from '../until.js';
import { accountOn, freshUser, libraryAnswers, offline, online, openedOn, type DeviceName } from './library-devices.js';
import { picture } from './picture.js';

const referring = defineProvider({
  id: 'referring',
  models: ['ref-1'],
  limits: { images: { encoding: 'data-url', max: 1, maxBytes: 100_000 }, references: { max: 2, roles: ['person', 'style'] } },
});

const whenTrue = async (check: () => Promise<boolean>) => {
  while (!(await check())) await new Promise((resolve) => requestAnimationFrame(resolve));
};
const brief = async (library: ReferenceLibrary) => (await library.all()).map(({ name, role }) => `${name} ${role}`).join();
const bytesOf = async ({ image }: VideoReference) => (image instanceof Blob ? [...new Uint8Array(await image.arrayBuffer())] : image);

describe('references of an account', () => {
  const opened: { close(): void }[] = [];
  const on = async (device: DeviceName, user: string) => {
    const account = await accountOn(device, user);
    const library = createReferenceLibrary({ user, storage: account });
    opened.push(library, account);
    return { account, library };
  };
  before(libraryAnswers);
  afterEach(() => {
    online('phone', 'laptop');
    opened.splice(0).forEach((one) => one.close());
  });

  it('appear on the other device with their pictures, also those that were added offline', async () => {
    const user = freshUser();
    const [laptop, phone] = [await on('laptop', user), await on('phone', user)];
    const heard: string[] = [];
    phone.library.subscribe(() => void brief(phone.library).then((names) => heard.push(names)));
    const image = await picture(2000);
    offline('laptop');
    await laptop.library.put({ name: '小明-的猫', role: 'person', image });
    await laptop.library.put({ name: 'ink', role: 'style', image: 'https://example.org/ink.png' });
    expect(await brief(phone.library)).to.equal('');
    online('laptop');
    await until(() => heard.includes('ink style,小明-的猫 person') || undefined, 'both on the phone');
    const [, cat] = await phone.library.all();
    expect(cat && (await bytesOf(cat))).to.deep.equal([...new Uint8Array(await image.arrayBuffer())]);
  });

  it('keep of each field the later, and are gone when one device removes them', async () => {
    const user = freshUser();
    const [laptop, phone] = [await on('laptop', user), await on('phone', user)];
    await laptop.library.put({ name: 'ada', role: 'person', image: await picture(1000) });
    await laptop.account.synchronize();
    await whenTrue(async () => (await brief(phone.library)) === 'ada person');
    offline('laptop');
    const newer = await picture(3000);
    const [kept] = await laptop.library.all();
    await laptop.library.put({ name: 'Ada', role: 'style', image: kept?.image ?? '' });
    await phone.library.put({ name: 'ada', role: 'person', image: newer });
    online('laptop');
    await laptop.account.synchronize();
    await phone.account.synchronize();
    for (const { library } of [laptop, phone])
      await whenTrue(async () => {
        const [ada] = await library.all();
        return ada?.name === 'Ada' && ada.role === 'style' && ada.image instanceof Blob && ada.image.size === newer.size;
      });
    // Of two pictures one is left.
    await whenTrue(async () => (await phone.account.usage()).total.bytes < 6000);

    offline('phone');
    await phone.library.put({ name: 'ada', role: 'person', image: newer });
    await laptop.library.remove('ada');
    await laptop.account.synchronize();
    online('phone');
    await phone.account.synchronize();
    expect(await brief(phone.library)).to.equal('');
    const { records } = await phone.account.bin.list();
    expect(records.map(({ kind, record }) => [kind, record['name']])).to.deep.equal([['reference', 'Ada']]);
    await phone.account.bin.restore(records[0]?.key ?? '');
    await whenTrue(async () => (await brief(phone.library)) !== '');
  });

  it('are nobody else’s', async () => {
    const [user, other] = [freshUser(), freshUser()];
    const [mine, theirs] = [await on('laptop', user), await on('laptop', other)];
    await mine.library.put({ name: 'ada', image: await picture() });
    await Promise.all([mine.account.synchronize(), theirs.account.synchronize()]);
    expect(await brief(theirs.library)).to.equal('');
    await mine.account.forget();
    expect(await brief(mine.library)).to.equal('');
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    expect(names.filter((name) => name.includes(user))).to.deep.equal([]);
  });

  it('come along with what was made before the login', async () => {
    const [user, name] = [freshUser(), freshUser()];
    const before = createReferenceLibrary({ name });
    opened.push(before);
    await before.put({ name: 'ada', role: 'person', image: await picture() });
    await before.put({ name: 'ink', role: 'style', image: 'https://example.org/ink.png' });
    const account = await accountOn('laptop', user, { name });
    const library = createReferenceLibrary({ user, name, storage: account });
    opened.push(library, account);
    await library.put({ name: 'INK', role: 'object', image: 'https://example.org/other.png' });
    const { element } = await openedOn('laptop', user, { name });
    await element.takeAlong();
    // Which of them comes first depends on the browser's language.
    expect([(await brief(library)).split(',').toSorted(), await brief(before)]).to.deep.equal([['INK object', 'ada person'], 'ink style']);
  });

  it('are shown by the element, as soon as another device adds one', async () => {
    const user = freshUser();
    const set = { providers: [referring], models: 'ref-1', model: 'ref-1' };
    const phone = await openedOn('phone', user, { set });
    (await phone.find('[data-opens="references"]')).click();
    await phone.find('#panel .frame-choice');
    const laptop = await on('laptop', user);
    await laptop.library.put({ name: 'ada', role: 'person', image: await picture() });
    await phone.find('#panel .kept .tile');
    await phone.element.forget();
    const theirs = freshUser();
    Object.assign(phone.element, { user: theirs, headers: { authorization: theirs } });
    await phone.element.updateComplete;
    await until(() => phone.all('#panel .kept .tile').length === 0 || undefined, 'nothing of the first user');
    expect(await brief(laptop.library)).to.equal('ada person');
  });
});

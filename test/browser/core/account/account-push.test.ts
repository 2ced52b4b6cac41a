// Web Push of an account: this browser is added to those that the gateway tells, and taken back, at a sign-out too.
import { expect } from '@open-wc/testing';
import { accountStorage, isVoxreelError } from 'voxreel';

import { scriptedLibrary } from './scripted-library.js';

const subscription = { endpoint: 'https://push.example/x', keys: { p256dh: 'a key', auth: 'a secret' } };
const words = { succeeded: 'Fertig', failed: 'Nichts geworden' };

describe('the push of an account', () => {
  let users = 0;
  const opened: { close(): void }[] = [];
  afterEach(() => opened.splice(0).forEach((one) => one.close()));
  const signedIn = (publicKey?: string) => {
    const [library, user] = [scriptedLibrary(), `pushed-${Date.now()}-${users++}`];
    if (publicKey !== undefined) library.publicKey = publicKey;
    const storage = accountStorage({ baseUrl: 'https://gateway.example', user, database: user, fetch: library.fetch });
    opened.push(storage);
    return { library, storage };
  };

  it('gives the key of the gateway, and adds this browser as it speaks', async () => {
    const { library, storage } = signedIn('the key');
    expect(await storage.push.key()).to.equal('the key');
    await storage.push.add({ ...subscription, expirationTime: null }, { url: '/studio', lang: 'de', words });
    expect([...library.browsers.values()]).to.deep.equal([{ ...subscription, url: '/studio', lang: 'de', words }]);
  });

  it('takes it back', async () => {
    const { library, storage } = signedIn('the key');
    await storage.push.remove();
    expect(library.asked.filter((asked) => asked.includes('push'))).to.deep.equal([]);
    await storage.push.add(subscription);
    await storage.push.remove();
    expect(library.browsers.size).to.equal(0);
  });

  it('ends with the sign-out', async () => {
    const { library, storage } = signedIn('the key');
    await storage.push.add(subscription);
    await storage.forget();
    expect(library.browsers.size).to.equal(0);
  });

  it('keeps nobody signed in without a connection', async () => {
    const { library, storage } = signedIn('the key');
    await storage.push.add(subscription);
    library.offline = true;
    await storage.forget({ discard: true });
    expect(await storage.all()).to.deep.equal([]);
  });

  it('rejects where the gateway sends nothing, and for what is no subscription', async () => {
    const { storage } = signedIn();
    const codes = [storage.push.key(), storage.push.add({ endpoint: 'https://push.example/x' })].map((work) =>
      work.then(
        () => undefined,
        (error: unknown) => (isVoxreelError(error) ? error.code : error),
      ),
    );
    expect(await Promise.all(codes)).to.deep.equal(['unsupported', 'invalid_input']);
  });
});

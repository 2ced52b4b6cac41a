// Web Push of an account: this browser is added to those that the gateway tells, and taken back, at a sign-out too.
import { expect } from '@open-wc/testing';
import { accountStorage, isVoxreelError } from 'voxreel';

import { waitUntil } from '../../elements/until.js';
import { scriptedLibrary } from './scripted-library.js';

const subscription = { endpoint: 'https://push.example/x', keys: { p256dh: 'a key', auth: 'a secret' } };
const words = { succeeded: 'Fertig', failed: 'Nichts geworden' };

describe('the push of an account', () => {
  let users = 0;
  const opened: { close(): void }[] = [];
  afterEach(() => opened.splice(0).forEach((one) => one.close()));
  const signedIn = (publicKey?: string, through = (library: typeof fetch) => library) => {
    const [library, user] = [scriptedLibrary(), `pushed-${Date.now()}-${users++}`];
    if (publicKey !== undefined) library.publicKey = publicKey;
    const storage = accountStorage({ baseUrl: 'https://gateway.example', user, database: user, fetch: through(library.fetch) });
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

  it('ends with a sign-out that comes while this browser is being added', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { library, storage } = signedIn('the key', (answer) => async (input, init) => {
      if (init?.method === 'POST') await held;
      return answer(input, init);
    });
    const adding = storage.push.add(subscription);
    const isWaiting = async () => ((await navigator.locks.query()).pending ?? []).some(({ name }) => name?.endsWith('push'));
    const leaving = storage.forget();
    await waitUntil(
      async () => library.asked.some((asked) => asked.startsWith('DELETE /push')) || isWaiting(),
      'the sign-out is at the push',
    );
    release();
    await Promise.all([adding, leaving]);
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

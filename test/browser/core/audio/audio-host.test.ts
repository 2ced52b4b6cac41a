import { expect } from '@open-wc/testing';

import { createAudioHost } from '../../../../src/core/audio/audio-host.js';

describe('unlocking an audio context', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'getAutoplayPolicy');
  });

  /** Whether it runs when `unlock` is done, of a context that starts after `ms` in a browser that says `policy`. */
  async function unlocked(policy: string, ms: number): Promise<boolean> {
    Object.defineProperty(navigator, 'getAutoplayPolicy', { value: () => policy, configurable: true });
    const context = new AudioContext();
    await context.suspend();
    context.resume = async () => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      await AudioContext.prototype.resume.call(context);
    };
    const host = createAudioHost(undefined, context);
    try {
      return await host.unlock();
    } finally {
      host.close();
    }
  }

  it('waits for a device that opens slowly where sound is allowed', async () => {
    expect(await unlocked('allowed', 2500)).to.equal(true);
  });

  it('tells soon where sound may be held back', async () => {
    expect(await unlocked('disallowed', 4000)).to.equal(false);
  });
});

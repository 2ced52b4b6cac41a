import { expect } from '@open-wc/testing';
import { selfCheck } from 'voxreel/testing';
import type { SelfCheckResult } from 'voxreel/testing';

import { needing } from '../../engines/lacks.js';

const { gateway: baseUrl } = (await (await fetch('/test-service.json')).json()) as { gateway: string };
const model = 'rehearsal';
/** On codecs and permissions of the browser under test. */
const depending = ['video-formats', 'notifications'];

async function resultOf(id: string): Promise<SelfCheckResult | undefined> {
  const { results } = await selfCheck({ baseUrl, model, only: [id] });
  return results[0];
}

/** Puts `value` in the place of a member while `during` runs. */
async function instead<T extends object, K extends keyof T>(of: T, name: K, value: T[K], during: () => Promise<void>): Promise<void> {
  const before = Object.getOwnPropertyDescriptor(of, name);
  Object.defineProperty(of, name, { configurable: true, writable: true, value });
  try {
    await during();
  } finally {
    if (before === undefined) Reflect.deleteProperty(of, name);
    else Object.defineProperty(of, name, before);
  }
}

const answering =
  (path: string, answer: () => Promise<Response>): typeof fetch =>
  (input, init) => {
    const { href } = new URL(input instanceof Request ? input.url : input, location.href);
    return href.includes(path) ? answer() : originalFetch(input, init);
  };
const originalFetch = globalThis.fetch;

describe('selfCheck', () => {
  it('reports every result as it comes, and in a text without an address', async function () {
    this.timeout(60_000);
    const heard: string[] = [];
    const { results, text } = await selfCheck({ baseUrl, model, onResult: ({ id }) => heard.push(id) });
    expect(heard).to.deep.equal(results.map(({ id }) => id));
    expect(heard).to.include.members(['gateway', 'websocket', 'webrtc', 'microphone', 'worklets', 'playback', 'interruption', 'storage']);
    expect(text.split('\n')).to.have.lengthOf(results.length + 1);
    expect(text).not.to.include(new URL(baseUrl).host);
    for (const { title, meaning } of results) expect(meaning, title).to.match(/\.$/);
  });

  for (const id of ['gateway', 'websocket', 'storage', 'worklets', 'notifications', 'video-formats'])
    it(`finds that ${id} works where it does`, async () => {
      expect((await resultOf(id))?.status).to.be.oneOf(depending.includes(id) ? ['works', 'limited'] : ['works']);
    });

  needing('webrtc').it('finds that calls over WebRTC work where they do', async () => {
    expect((await resultOf('webrtc'))?.status).to.equal('works');
  });

  it('hears the microphone, plays a tone and interrupts one', async function () {
    this.timeout(60_000);
    const { results } = await selfCheck({ baseUrl, model, only: ['microphone', 'playback', 'interruption'] });
    // A busy machine may stutter; it does not miss any of them.
    for (const { id, status, facts } of results) expect(status, `${id}: ${facts}`).to.be.oneOf(['works', 'limited']);
  });

  it('says that there is no microphone', () =>
    instead(
      navigator.mediaDevices,
      'getUserMedia',
      () => Promise.reject(new DOMException('none', 'NotFoundError')),
      async () => {
        const { status, facts, meaning } = (await resultOf('microphone')) ?? {};
        expect({ status, facts }).to.deep.equal({ status: 'missing', facts: 'microphone_missing' });
        expect(meaning).to.include('No microphone was found');
      },
    ));

  it('says that a visitor did not allow the microphone', () =>
    instead(
      navigator.mediaDevices,
      'getUserMedia',
      () => Promise.reject(new DOMException('no', 'NotAllowedError')),
      async () => {
        expect((await resultOf('microphone'))?.meaning).to.include('until they allow the microphone');
      },
    ));

  it('says that WebSocket is blocked', async () => {
    class Blocked extends EventTarget {
      readonly readyState = 3;
      constructor() {
        super();
        setTimeout(() => this.dispatchEvent(new CloseEvent('close', { code: 1006 })));
      }
      close(): void {}
    }
    await instead(globalThis, 'WebSocket', Blocked as unknown as typeof WebSocket, async () => {
      const { status, meaning } = (await resultOf('websocket')) ?? {};
      expect(status).to.equal('missing');
      expect(meaning).to.include('cannot use WebSocket');
    });
  });

  it('says that the path of WebRTC is refused', () =>
    instead(
      globalThis,
      'fetch',
      answering('/v1/realtime?', async () => new Response('', { status: 502 })),
      async () => {
        const { status, meaning } = (await resultOf('webrtc')) ?? {};
        expect(status).to.equal('missing');
        expect(meaning).to.include('cannot use WebRTC');
      },
    ));

  it('says that the disk is full', () =>
    instead(
      IDBObjectStore.prototype,
      'put',
      () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      async () => {
        const { status, facts, meaning } = (await resultOf('storage')) ?? {};
        expect({ status, facts }).to.deep.equal({ status: 'limited', facts: 'storage_full' });
        expect(meaning).to.include('The disk is full');
      },
    ));

  it('says that visitors have to sign in, and blames no path for it', () =>
    instead(
      globalThis,
      'fetch',
      answering('/v1/', async () => Response.json({ error: { message: 'Who are you?' } }, { status: 401 })),
      async () => {
        const { results } = await selfCheck({ baseUrl, model, only: ['gateway', 'websocket'] });
        expect(results.map(({ status }) => status)).to.deep.equal(['limited', 'limited']);
        for (const { meaning } of results) expect(meaning).to.include('sign in');
      },
    ));

  it('tries no call without a model', async () => {
    const { results } = await selfCheck({ baseUrl, only: ['websocket'] });
    expect(results[0]?.meaning).to.equal('Not tried: the gateway offers no voice model.');
  });

  it('leaves nothing in the browser', async () => {
    await resultOf('storage');
    expect((await indexedDB.databases()).map(({ name }) => name)).not.to.include('voxreel-self-check');
  });

  it('refuses the name of something it cannot try', async () => {
    const error = await selfCheck({ only: ['printer'] }).catch((cause: unknown) => cause);
    expect(error).to.include({ code: 'invalid_input', param: 'only' });
  });

  it('stops on a signal', async () => {
    const stop = new AbortController();
    const error = await selfCheck({ baseUrl, model, signal: stop.signal, onResult: () => stop.abort() }).catch((cause: unknown) => cause);
    expect(error).to.include({ code: 'aborted' });
  });
});

// Where a call's sockets are: in a worker that the page starts for it, or on the page where it may have none.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

import { vendor } from 'voxreel/dialects/vendor';

import { createSoundThreads, prefetchSound, type ThreadsOptions } from '../../../../../src/core/realtime/thread/sound-threads.js';
import type { ThreadCommand, ThreadReport } from '../../../../../src/core/realtime/thread/messages.js';
import type { TransportTarget } from '../../../../../src/core/transports/transport.js';
import { websocket } from '../../../../../src/core/transports/websocket.js';
import { installGraph, settled } from '../../audio/scripted-graph.js';

class PageSocket extends EventTarget {
  static readonly made: PageSocket[] = [];
  readonly readyState = 1;
  readonly bufferedAmount = 0;
  binaryType = '';
  constructor() {
    super();
    PageSocket.made.push(this);
    queueMicrotask(() => this.dispatchEvent(new Event('open')));
  }
  close(): void {}
}

class ScriptedWorker extends EventTarget {
  static readonly made: ScriptedWorker[] = [];
  /** What its file does as it is loaded. */
  static load: (worker: ScriptedWorker) => void = (worker) => worker.say({ kind: 'ready' });
  /** Whether the policy of its file lets it connect. */
  static isForbidden = false;
  readonly url: URL;
  readonly type: string | undefined;
  readonly commands: ThreadCommand[] = [];
  terminated = false;
  constructor(url: URL, { type }: WorkerOptions = {}) {
    super();
    [this.url, this.type] = [url, type];
    ScriptedWorker.made.push(this);
    // Its file takes a while.
    setImmediate(() => ScriptedWorker.load(this));
  }
  say(data: ThreadReport): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  postMessage(command: ThreadCommand): void {
    this.commands.push(command);
    if (command.kind !== 'open') return;
    const { socket } = command;
    const error = { code: 'forbidden', message: 'no', retryable: false };
    queueMicrotask(() =>
      this.say(ScriptedWorker.isForbidden ? { kind: 'refused', socket, error, isForbidden: true } : { kind: 'opened', socket }),
    );
  }
  terminate(): void {
    this.terminated = true;
  }
}

describe('the sockets of a call', () => {
  let installed: ReturnType<typeof installGraph>;
  const before = Object.getOwnPropertyDescriptors({ Worker: globalThis.Worker, WebSocket: globalThis.WebSocket });
  const put = (name: 'Worker' | 'WebSocket', value: unknown) => Object.defineProperty(globalThis, name, { configurable: true, value });

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    installed = installGraph();
    Object.assign(installed.page, { baseURI: 'https://page.test/call/' });
    put('Worker', ScriptedWorker);
    put('WebSocket', PageSocket);
    const { toString } = Function.prototype;
    // As a browser's own is written out.
    mock.method(Function.prototype, 'toString', function text(this: unknown) {
      return this === PageSocket ? 'function WebSocket() { [native code] }' : toString.call(this);
    });
  });
  afterEach(() => {
    mock.restoreAll();
    mock.timers.reset();
    installed.remove();
    put('WebSocket', before.WebSocket.value);
    if (before.Worker.value === undefined) Reflect.deleteProperty(globalThis, 'Worker');
    ScriptedWorker.made.length = PageSocket.made.length = 0;
    ScriptedWorker.load = (worker) => worker.say({ kind: 'ready' });
    ScriptedWorker.isForbidden = false;
  });

  const target = {
    baseUrl: 'https://service.test',
    model: 'm',
    token: 't',
    names: vendor.names(undefined),
    handlers: { message: () => undefined, closed: () => undefined },
  } as unknown as TransportTarget;
  const threadsOf = (more: Partial<ThreadsOptions> = {}) =>
    createSoundThreads({ dialect: vendor, transports: () => [websocket], folder: undefined, mayHaveSound: () => true, ...more });
  const opened = async (threads = threadsOf()) => {
    const [transport = assert.fail('no transport')] = threads.transports();
    return transport.open(target, new AbortController().signal);
  };
  const places = () => ({ workers: ScriptedWorker.made.filter(({ terminated }) => !terminated).length, page: PageSocket.made.length });

  it('are in one worker, which is started with the first of them', async () => {
    const threads = threadsOf();
    await opened(threads);
    await opened(threads);
    assert.deepEqual(places(), { workers: 1, page: 0 });
    const [worker] = ScriptedWorker.made;
    assert.deepEqual([worker?.type, worker?.url.pathname.split('/').at(-1)], ['module', 'sound.worker.js']);
    assert.deepEqual(
      worker?.commands.map(({ kind }) => kind),
      ['open', 'open'],
    );
  });

  it('leave their worker a second to close when the call is over, and the next call has another', async () => {
    const threads = threadsOf();
    threads.finish();
    await opened(threads);
    threads.finish();
    await settled();
    mock.timers.tick(999);
    assert.equal(places().workers, 1);
    mock.timers.tick(1);
    assert.equal(places().workers, 0);
    await opened(threads);
    assert.deepEqual([ScriptedWorker.made.length, places()], [2, { workers: 1, page: 0 }]);
  });

  it('have their worker from the folder that the page names', async () => {
    await opened(threadsOf({ folder: '../worklets//' }));
    assert.equal(ScriptedWorker.made[0]?.url.href, 'https://page.test/worklets/sound.worker.js');
  });

  for (const [where, prepare, more] of [
    ['there is no Web Audio', () => Reflect.deleteProperty(globalThis, 'AudioWorkletNode'), {}],
    ['the page has a WebSocket of its own', () => put('WebSocket', class extends PageSocket {}), {}],
    ['the conversation is text alone', () => undefined, { mayHaveSound: () => false }],
    ['the dialect is the page’s own', () => undefined, { dialect: { ...vendor } }],
  ] as const)
    it(`are on the page, and no worker is started, where ${where}`, async () => {
      prepare();
      await opened(threadsOf(more));
      assert.deepEqual([ScriptedWorker.made.length, PageSocket.made.length], [0, 1]);
    });

  it('are on the page where the browser has no workers', async () => {
    Reflect.deleteProperty(globalThis, 'Worker');
    await opened();
    assert.equal(PageSocket.made.length, 1);
  });

  it('are on the page where the worker may not connect', async () => {
    ScriptedWorker.isForbidden = true;
    await opened();
    assert.deepEqual(places(), { workers: 1, page: 1 });
  });

  it('are on the page where the worker cannot be loaded, which ends then', async () => {
    const failed = new Event('error', { cancelable: true });
    ScriptedWorker.load = (worker) => worker.dispatchEvent(failed);
    const threads = threadsOf();
    await opened(threads);
    threads.finish();
    await settled();
    assert.deepEqual([ScriptedWorker.made.length, places(), failed.defaultPrevented], [1, { workers: 0, page: 1 }, true]);
  });

  it('are on the page after 5 seconds in which the worker says nothing', async () => {
    ScriptedWorker.load = () => undefined;
    const opening = opened();
    await settled();
    mock.timers.tick(4999);
    await settled();
    assert.deepEqual(places(), { workers: 1, page: 0 });
    mock.timers.tick(1);
    await opening;
    assert.deepEqual(places(), { workers: 0, page: 1 });
  });

  it('stay with a worker that said something in time', async () => {
    await opened();
    mock.timers.tick(5000);
    assert.deepEqual(places(), { workers: 1, page: 0 });
  });

  it('are on the page once their worker has failed', async () => {
    const threads = threadsOf();
    await opened(threads);
    ScriptedWorker.made[0]?.dispatchEvent(new Event('error'));
    await opened(threads);
    assert.deepEqual([ScriptedWorker.made.length, places()], [1, { workers: 0, page: 1 }]);
  });

  it('have their worker before they are opened where the first of the transports needs it', async () => {
    const other = { ...websocket, id: 'other' };
    const second = threadsOf({ transports: () => [other, websocket] });
    second.prepare();
    assert.deepEqual(
      second.transports().map((one) => one === other),
      [true, false],
    );
    const first = threadsOf();
    first.prepare();
    await settled();
    assert.equal(ScriptedWorker.made.length, 1);
    await opened(first);
    assert.equal(ScriptedWorker.made.length, 1);
  });

  it('find the files of sound in the cache, which a page fetches once from each place', async () => {
    const links: { readonly rel?: string; readonly href?: string }[] = [];
    Object.assign(installed.page, { createElement: () => ({}), head: { append: (link: object) => void links.push(link) } });
    for (const folder of [undefined, undefined, '/sound', '/sound/']) await prefetchSound(folder);
    assert.ok(links.every(({ rel }) => rel === 'modulepreload'));
    const files = ['sound.worker.js', 'capture.worklet.js', 'playback.worklet.js'];
    assert.deepEqual(
      links.slice(0, 3).map(({ href = '' }) => new URL(href).pathname.split('/').at(-1)),
      files,
    );
    assert.deepEqual(
      links.slice(3).map(({ href = '' }) => href),
      ['https://page.test/sound/sound.worker.js', '/sound/capture.worklet.js', '/sound/playback.worklet.js'],
    );
    // As in a script that does not know where it came from: no reason to stop what is prepared beside it.
    Object.assign(installed.page, { baseURI: undefined });
    await prefetchSound('/elsewhere').then(
      () => assert.fail('It found a place.'),
      (error: unknown) => assert.ok(error instanceof TypeError),
    );
  });
});

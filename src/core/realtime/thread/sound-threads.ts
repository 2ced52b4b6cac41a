// The built-in WebSocket transport with its sockets in a worker, one for each call. Where a page may have none, sockets are on the page.
import { workletUrlOf } from '../../audio/audio-host.js';
import type { AnyDialect } from '../../dialects/dialect.js';
import type { Transport } from '../../transports/transport.js';
import { websocket } from '../../transports/websocket.js';
import { isOwnDialect } from '../../wire/own-dialects.js';
import { startWorker, workerUrl } from './start-worker.js';
import { createThreadLink, type ThreadLink } from './thread-link.js';
import { createThreadWires, type ThreadWires } from './thread-wires.js';

export interface SoundThreads {
  /** Those of the page, with the built-in WebSocket transport in a thread. */
  transports(): readonly Transport[];
  /** Fetches what a connection by the first of them needs. */
  prepare(): void;
  /** The call is over, and so is its worker. */
  finish(): void;
}

export interface ThreadsOptions {
  readonly dialect: AnyDialect;
  readonly transports: () => readonly Transport[];
  /** Of the worker's file, where it is not beside this module. */
  readonly folder: string | undefined;
  /** A conversation that is text alone needs no worker. */
  readonly mayHaveSound: () => boolean;
}

interface Thread {
  readonly link: ThreadLink;
  readonly wires: ThreadWires;
}

export function createSoundThreads({ dialect, transports, folder, mayHaveSound }: ThreadsOptions): SoundThreads {
  let starting: Promise<Thread | undefined> | undefined;
  const start = async (): Promise<Thread | undefined> => {
    const worker = await startWorker(folder);
    if (worker === undefined) return undefined;
    const link = createThreadLink(worker);
    link.onLost(() => (starting = Promise.resolve(undefined)));
    return { link, wires: createThreadWires(link, dialect.id) };
  };
  const isWanted = () => isOwnDialect(dialect) && canHaveThreads() && mayHaveSound();
  const thread = async () => (isWanted() ? (starting ??= start()) : undefined);
  const carried: Transport = {
    ...websocket,
    open: async (target, signal) => (await (await thread())?.wires.open(target, signal)) ?? websocket.open(target, signal),
  };
  return {
    transports: () => transports().map((one) => (one === websocket ? carried : one)),
    prepare() {
      if (transports()[0] === websocket) void thread();
    },
    finish() {
      void starting?.then((started) => started?.link.finish());
      starting = undefined;
    },
  };
}

/** A page that has put another WebSocket in the place of the browser's wants that one, which a worker does not have. */
const canHaveThreads = (): boolean =>
  typeof AudioWorkletNode !== 'undefined' &&
  /^function WebSocket\(\)\s*\{\s*\[native code\]/.test(Function.prototype.toString.call(WebSocket));

/** By this page. An element that is moved about its document prepares itself each time. */
const prefetched = new Set<string>();

/**
 * Has the browser fetch the files that sound needs beside the code, long before they are needed: a worker whose file is there is ready before the
 * token is. `folder`: as of a session. What fails is fetched again when it is needed. Rejects in a classic script without `folder`: it has no address of
 * its own to find them beside.
 */
export async function prefetchSound(folder: string | undefined): Promise<void> {
  for (const url of [workerUrl(folder), workletUrlOf('capture', folder), workletUrlOf('playback', folder)]) {
    const href = String(url);
    if (prefetched.has(href)) continue;
    prefetched.add(href);
    // Nothing is preloaded as a worker by name; workers and worklets find in the cache what was fetched as a script.
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}

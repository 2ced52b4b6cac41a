// The built-in WebSocket transport with its sockets in a worker, one for each call. Where a page may have none, sockets are on the page.
import type { AnyDialect } from '../../dialects/dialect.js';
import type { Transport } from '../../transports/transport.js';
import { websocket } from '../../transports/websocket.js';
import { isOwnDialect } from '../../wire/own-dialects.js';
import { startWorker } from './start-worker.js';
import { createThreadLink, type ThreadLink } from './thread-link.js';
import { createThreadWires, type ThreadWires } from './thread-wires.js';

export interface SoundThreads {
  /** What carries events in place of this transport. */
  carry(transport: Transport): Transport;
  /** Fetches what a connection by this transport needs. */
  prepare(transport: Transport): void;
  /** The call is over: the worker ends once its sockets are closed. */
  finish(): void;
}

export interface ThreadsOptions {
  readonly dialect: AnyDialect;
  /** Of the worker's file, where it is not beside this module. */
  readonly folder: string | undefined;
  readonly wantsSound: () => boolean;
}

interface Thread {
  readonly link: ThreadLink;
  readonly wires: ThreadWires;
}

export function createSoundThreads({ dialect, folder, wantsSound }: ThreadsOptions): SoundThreads {
  let starting: Promise<Thread | undefined> | undefined;
  const start = async (): Promise<Thread | undefined> => {
    const worker = await startWorker(folder);
    if (worker === undefined) return undefined;
    const link = createThreadLink(worker);
    link.onLost(() => (starting = Promise.resolve(undefined)));
    return { link, wires: createThreadWires(link, dialect.id) };
  };
  const isWanted = () => isOwnDialect(dialect) && canHaveThreads() && wantsSound();
  const thread = async () => (isWanted() ? (starting ??= start()) : undefined);
  const carried: Transport = {
    ...websocket,
    open: async (target, signal) => (await (await thread())?.wires.open(target, signal)) ?? websocket.open(target, signal),
  };
  return {
    carry: (transport) => (transport === websocket ? carried : transport),
    prepare(transport) {
      if (transport === carried) void thread();
    },
    finish() {
      void starting?.then((started) => started?.link.finish());
      starting = undefined;
    },
  };
}

/** A page that has put another WebSocket in the place of the browser's wants that one, which a worker does not have. */
const canHaveThreads = (): boolean =>
  typeof Worker !== 'undefined' && typeof AudioWorkletNode !== 'undefined' && /\[native code\]/.test(`${globalThis.WebSocket}`);

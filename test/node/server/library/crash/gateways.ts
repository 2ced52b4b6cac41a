// Gateways in processes of their own, one at each place, which can be killed and started again.
import { fork, type ChildProcess } from 'node:child_process';

import type { CrashGatewaySettings, Started } from './crash-gateway.js';

export interface Gateways {
  start(place: number): Promise<void>;
  /** False while the one at this place is dead. */
  isAlive(place: number): boolean;
  /** At once: nothing that it has still sent is of it. Resolves when the process is gone. */
  kill(place: number): Promise<void>;
  /** Of one that is up, another one each time; waits where none is. Rejects once all are closed. */
  address(): Promise<string>;
  /** Waits until two are up: one can be killed, and another goes on with what it did. */
  enough(): Promise<void>;
  close(): Promise<void>;
}

export function createGateways(places: readonly number[], settingsOf: (place: number) => CrashGatewaySettings): Gateways {
  const children: (ChildProcess | undefined)[] = [];
  const addresses: (string | undefined)[] = [];
  const waiting = new Set<() => void>();
  const spare = createSpare();
  let isClosed = false;
  let turn = 0;

  const changed = (): void => {
    for (const wait of waiting) wait();
    waiting.clear();
  };
  const change = (): Promise<void> => new Promise((resolve) => waiting.add(resolve));
  const up = (): readonly string[] => addresses.filter((address) => address !== undefined);
  const kill = async (place: number): Promise<void> => {
    const child = children[place];
    children[place] = undefined;
    addresses[place] = undefined;
    await ended(child);
  };
  return {
    async start(place) {
      const child = spare.take();
      children[place] = child;
      child.send(settingsOf(place));
      const url = await startedBy(child, () => children[place] === child);
      if (children[place] === child) addresses[place] = url;
      changed();
    },
    isAlive: (place) => children[place] !== undefined,
    kill,
    async address() {
      for (;;) {
        if (isClosed) throw new Error('The site is closed.');
        turn += 1;
        const found = up()[turn % Math.max(1, up().length)];
        if (found !== undefined) return found;
        await change();
      }
    },
    async enough() {
      while (up().length < 2) await change();
    },
    async close() {
      isClosed = true;
      changed();
      await Promise.all([...places.map(kill), ...spare.end().map(ended)]);
    },
  };
}

/** Undefined for one that was killed while it began: another follows. */
function startedBy(child: ChildProcess, isMeant: () => boolean): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    child.once('message', ({ url }: Started) => resolve(url));
    child.once('exit', (code) => (isMeant() ? reject(new Error(`A gateway ended by itself: ${code}.`)) : resolve(undefined)));
    child.once('error', reject);
  });
}

/** Processes that have begun, and wait until they are needed: to begin one takes longer than all that follows. */
function createSpare() {
  const begin = (): ChildProcess => fork(new URL('crash-gateway.js', import.meta.url), { env: { PATH: process.env['PATH'] ?? '' } });
  const waiting = [begin(), begin()];
  return {
    take(): ChildProcess {
      waiting.push(begin());
      return waiting.shift() ?? begin();
    },
    end: (): readonly ChildProcess[] => waiting.splice(0),
  };
}

const ended = (child: ChildProcess | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (child === undefined) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

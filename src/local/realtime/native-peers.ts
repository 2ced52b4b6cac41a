// The native WebRTC stack: loaded with the first call, let go with the last. The only file that knows that its threads keep a process alive.
import type { PeerConnection, RtcConfig } from 'node-datachannel';

export type Native = typeof import('node-datachannel');

let loaded: Promise<Native> | undefined;
const open = new Map<PeerConnection, Promise<void>>();
const closing = new Set<Promise<void>>();

/** Longest wait for a peer to say that it is closed. */
const closeTimeoutMs = 1000;

/** Rejects where the stack has no build for this machine. */
export function loadNative(): Promise<Native> {
  loaded ??= import('node-datachannel');
  return loaded;
}

export function createPeer(native: Native, config: Partial<RtcConfig>, onState: (state: string) => void): PeerConnection {
  const peer = new native.PeerConnection('voxreel', { iceServers: [], ...config });
  const closed = new Promise<void>((resolve) => {
    peer.onStateChange((state) => {
      if (state === 'closed') resolve();
      onState(state);
    });
  });
  open.set(peer, closed);
  return peer;
}

export function closePeer(peer: PeerConnection): void {
  const closed = open.get(peer);
  if (closed === undefined) return;
  open.delete(peer);
  peer.close();
  const gone = Promise.race([closed, timeout()]).then(() => void closing.delete(gone));
  closing.add(gone);
}

const timeout = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, closeTimeoutMs).unref());

/** Waits for closing peers, then stops the threads of the stack, unless another service still holds calls. A later call starts them again. */
export async function releaseNative(): Promise<void> {
  const native = await loaded?.catch(() => undefined);
  await Promise.all(closing);
  if (open.size === 0) native?.cleanup();
}

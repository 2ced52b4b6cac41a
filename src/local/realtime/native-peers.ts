// The native WebRTC stack, loaded with the first call. The only file that knows what its objects need to be let go without keeping the process alive or crashing it.
import type * as native from 'node-datachannel';
import type { DataChannel, PeerConnection, RtcConfig, Track } from 'node-datachannel';

export type Native = typeof native;

let loaded: Promise<Native> | undefined;

/**
 * Objects that have not yet said that they are closed. One that is collected before is used after it is freed; one that nobody
 * listens to for its end keeps the process alive; and the stack's own `cleanup()` crashes once anything was collected.
 */
const held = new Set<object>();

/** Rejects where the stack has no build for this machine. */
export function loadNative(): Promise<Native> {
  loaded ??= import('node-datachannel');
  return loaded;
}

export function createPeer({ PeerConnection: Peer }: Native, config: Partial<RtcConfig>, onState: (state: string) => void): PeerConnection {
  const peer = new Peer('voxreel', { iceServers: [], ...config });
  held.add(peer);
  peer.onStateChange((state) => {
    if (state === 'closed') held.delete(peer);
    onState(state);
  });
  return peer;
}

/**
 * What is sent on a medium that ends is lost: the stack's own threads end it between the question and the message, or know of its end before
 * it says that it is closed. A message longer than its channel takes would be lost too: ask `maxMessageSize` first.
 */
export function sendIfOpen(medium: DataChannel | Track, send: () => void): void {
  if (!medium.isOpen()) return;
  try {
    send();
  } catch {
    // It says so itself: see `hold`.
  }
}

/** Every track and channel goes through here once. `closed` is called when it has ended, for whatever reason. */
export function hold(medium: DataChannel | Track, closed: () => void = () => {}): void {
  held.add(medium);
  medium.onClosed(() => {
    held.delete(medium);
    // Lets go of a track's listeners, which keep the process alive.
    medium.close();
    closed();
  });
}

/**
 * A channel that the other side opened. False where it has closed again before it was announced: it never says so, and is left to be collected,
 * which alone lets the process end.
 */
export function holdAnnounced(channel: DataChannel, closed?: () => void): boolean {
  const open = channel.isOpen();
  if (open) hold(channel, closed);
  return open;
}

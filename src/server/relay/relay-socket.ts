// What a relay needs of a socket, and what it knows of each of its two sides. That of `ws` fits; nothing here needs it.
export interface RelaySocket {
  /** Bytes given to `send` that have not left yet. */
  readonly bufferedAmount: number;
  readonly isPaused: boolean;
  send(data: Uint8Array | string, options: { binary: boolean }, sent: () => void): void;
  ping(): void;
  close(code?: number, reason?: string): void;
  terminate(): void;
  pause(): void;
  resume(): void;
  on(event: 'message', listener: (data: Uint8Array, isBinary: boolean) => void): unknown;
  on(event: 'close', listener: (code: number, reason: Uint8Array) => void): unknown;
  on(event: 'ping' | 'pong' | 'error', listener: () => void): unknown;
}

export interface RelaySide {
  readonly socket: RelaySocket;
  /** Something was heard of it, or has left for it, since the last ping. */
  alive: boolean;
  open: boolean;
}

export function relaySide(socket: RelaySocket): RelaySide {
  const side = { socket, alive: true, open: true };
  socket.on('pong', () => void (side.alive = true));
  return side;
}

/** Sends to one side what came from the other, which is not read while more than `bufferBytes` wait: until half of them have left. */
export function forward(from: RelaySide, to: RelaySide, data: Uint8Array | string, binary: boolean, bufferBytes: number): void {
  to.socket.send(data, { binary }, () => {
    to.alive = true;
    if (from.socket.isPaused && to.socket.bufferedAmount <= bufferBytes / 2) from.socket.resume();
  });
  if (to.socket.bufferedAmount > bufferBytes) from.socket.pause();
}

/** One beat: cuts off a side that has shown no sign of life since the last one, and pings the others. */
export function beat(sides: readonly [RelaySide, RelaySide]): void {
  const [one, other] = sides;
  // What is not read cannot be heard: it is held up by the other side, which is judged by what leaves for it.
  const lives = (side: RelaySide, across: RelaySide): boolean => side.alive || (side.socket.isPaused && across.alive);
  const dead = sides.filter((side) => side.open && !lives(side, side === one ? other : one));
  for (const side of dead) side.socket.terminate();
  for (const side of sides) {
    side.alive = false;
    if (side.open && !dead.includes(side)) side.socket.ping();
  }
}

// Counts what `ws` reports no event for: the frames of a WebSocket that are not the last of their message.
import type { Duplex } from 'node:stream';

/** The bytes behind a header of RFC 6455, its mask included; undefined for an incomplete header. */
function bytesBehind(header: readonly number[]): number | undefined {
  const [, second] = header;
  if (second === undefined) return undefined;
  const [short, mask] = [second & 0x7f, second & 0x80 ? 4 : 0];
  const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0;
  if (header.length < 2 + lengthBytes) return undefined;
  return mask + (lengthBytes === 0 ? short : header.slice(2).reduce((length, byte) => length * 256 + byte, 0));
}

/** Calls `found` for each fragment that `socket` receives from now on. */
export function onFragment(socket: Duplex, found: () => void): void {
  let header: number[] = [];
  let behind = 0;
  socket.on('data', (piece: Buffer) => {
    for (let at = 0; at < piece.length;) {
      if (behind > 0) {
        const passed = Math.min(behind, piece.length - at);
        behind -= passed;
        at += passed;
        continue;
      }
      header.push(piece[at] ?? 0);
      at += 1;
      const length = bytesBehind(header);
      if (length === undefined) continue;
      if ((header[0] ?? 0) < 0x80) found();
      behind = length;
      header = [];
    }
  });
}

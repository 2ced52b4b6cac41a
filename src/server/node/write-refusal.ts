// Refusals on a socket that Node's HTTP server does not answer itself: a request that cannot be read, an upgrade, a connection too many.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

import { textOf } from '../answers/buffered-response.js';

const usualLingerMs = 1000;

/** A refusal as the bytes of one HTTP answer, after which the connection ends. */
function refusalText({ status, headers }: Response, body: string): string {
  const all = { ...Object.fromEntries(headers), 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\n${lines.join('')}\r\n${body}`;
}

/** Writes the whole refusal, then cuts off a client that does not hang up within `lingerMs`. */
export async function writeRefusal(socket: Duplex, refusal: Response, lingerMs = usualLingerMs): Promise<void> {
  const text = refusalText(refusal, await textOf(refusal));
  if (lingerMs === 0) return void socket.end(text, () => socket.destroy());
  socket.end(text);
  const cut = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cut));
  // What the client still sends is discarded.
  socket.resume();
}

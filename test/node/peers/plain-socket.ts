// The `openai` package opens `wss:` addresses only. Here its sockets are led over plain TCP to the local service; all above them is its own.
import { connect } from 'node:net';
import type { Socket, TcpNetConnectOpts } from 'node:net';
import { WebSocket } from 'ws';

function createConnection(target: unknown): Socket {
  const { host, port } = target as TcpNetConnectOpts;
  return connect(port, host);
}

/** Options of the `ws` package. */
export const plainSocket = { createConnection };

/** What a page has as `WebSocket`. */
export class PlainWebSocket extends WebSocket {
  constructor(url: string | URL, protocols?: string | string[]) {
    super(url, protocols, plainSocket);
  }
}

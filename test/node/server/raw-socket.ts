// A caller that keeps to no rule of HTTP or WebSocket: bytes out, status line, body and frames in.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface Handshake {
  readonly path?: string | undefined;
  readonly method?: string | undefined;
  readonly protocols?: string | undefined;
  /** In place of those of a good handshake; an empty one is left out. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent right behind the handshake. */
  readonly behind?: Buffer | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export class RawSocket {
  readonly socket: Socket;
  #bytes = Buffer.alloc(0);
  #ended = false;
  #changed = (): void => {};

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('data', (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#changed();
    });
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.#ended = true;
      this.#changed();
    });
  }

  write(data: string | Buffer): void {
    if (!this.socket.destroyed) this.socket.write(data);
  }

  async #until<T>(found: () => T | undefined): Promise<T | undefined> {
    for (;;) {
      const result = found();
      if (result !== undefined || this.#ended) return result;
      await new Promise<void>((resolve) => (this.#changed = resolve));
    }
  }

  /** The head of the answer, and its body where it says how long that is. */
  async answer(): Promise<RawAnswer | undefined> {
    return this.#until(() => {
      const end = this.#bytes.indexOf('\r\n\r\n');
      if (end < 0) return undefined;
      const [first = '', ...lines] = this.#bytes.subarray(0, end).toString('latin1').split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
      );
      const length = Number(headers['content-length'] ?? 0);
      if (this.#bytes.length < end + 4 + length) return undefined;
      const body = this.#bytes.subarray(end + 4, end + 4 + length).toString();
      this.#bytes = this.#bytes.subarray(end + 4 + length);
      return { status: Number(first.split(' ')[1]), headers, body };
    });
  }

  /** The next frame of the server, or undefined when the line was cut. */
  frame(): Promise<{ readonly opcode: number; readonly payload: Buffer } | undefined> {
    return this.#until(() => {
      const bytes = this.#bytes;
      if (bytes.length < 2) return undefined;
      const short = (bytes[1] ?? 0) & 0x7f;
      const from = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (bytes.length < from) return undefined;
      const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
      if (bytes.length < from + length) return undefined;
      this.#bytes = bytes.subarray(from + length);
      return { opcode: (bytes[0] ?? 0) & 0x0f, payload: bytes.subarray(from, from + length) };
    });
  }

  /** How the server ends: its close code and reason, or `cut` where it gives none. */
  async farewell(): Promise<{ readonly code: number | 'cut'; readonly reason: string }> {
    for (;;) {
      const frame = await this.frame();
      if (frame === undefined) return { code: 'cut', reason: '' };
      if (frame.opcode !== 8) continue;
      this.socket.end();
      return { code: frame.payload.readUInt16BE(0), reason: frame.payload.subarray(2).toString() };
    }
  }

  /** The server has let go of the line. */
  async closed(): Promise<void> {
    await this.#until(() => undefined);
  }
}

export function handshake(
  url: string,
  { path = '/v1/realtime?model=m', method = 'GET', protocols, headers = {}, behind }: Handshake = {},
): RawSocket {
  const raw = new RawSocket(url);
  const all = {
    Host: new URL(url).host,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    'Sec-WebSocket-Protocol': protocols ?? '',
    ...headers,
  };
  const lines = Object.entries(all).filter(([, value]) => value !== '');
  const text = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  raw.write(Buffer.concat([Buffer.from(text, 'latin1'), behind ?? Buffer.alloc(0)]));
  return raw;
}

export interface FrameOptions {
  readonly opcode?: number;
  readonly isLast?: boolean;
  readonly isCompressed?: boolean;
  readonly isMasked?: boolean;
}

/** One frame of a client. */
export function frame(
  data: string | Buffer,
  { opcode = 1, isLast = true, isCompressed = false, isMasked = true }: FrameOptions = {},
): Buffer {
  const payload = Buffer.from(data);
  const head = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 65_536 ? 4 : 10);
  head[0] = (isLast ? 0x80 : 0) | (isCompressed ? 0x40 : 0) | opcode;
  if (head.length === 2) head[1] = payload.length;
  else if (head.length === 4) {
    head[1] = 126;
    head.writeUInt16BE(payload.length, 2);
  } else {
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(payload.length), 2);
  }
  if (!isMasked) return Buffer.concat([head, payload]);
  head[1] = (head[1] ?? 0) | 0x80;
  // Masked with zeros, the payload is itself.
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}

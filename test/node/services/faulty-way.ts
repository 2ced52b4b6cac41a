// A way to a maker that breaks on command, and remembers what was sent over it: the same faults for every service.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `401`... is answered in place of the maker, in its usual shape; `silent` and `cut` break the line, `garbled` is half an answer that looks whole. */
export type Fault = 401 | 429 | 500 | 503 | 'silent' | 'cut' | 'garbled' | undefined;

export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface FaultyWay {
  readonly url: string;
  fault: Fault;
  readonly passed: Passed[];
  close(): Promise<void>;
}

const complaints: Readonly<Record<number, string>> = {
  401: '{"detail":"No user found for this key."}',
  // Some makers repeat what they were sent.
  429: '{"error":{"message":"Too many at once for {key}","code":"rate_limit_exceeded"}}',
  500: '{"error":{"message":"The machine stumbled over {key}"}}',
  503: '<html>Down for repairs</html>',
};

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Whatever a service logs in with. */
const loginOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .filter(([name]) => /auth|key|token|secret/.test(name))
    .map(([, value]) => `${value} `)
    .join('');

function breakOff(
  response: ServerResponse,
  fault: Exclude<Fault, undefined>,
  { key, retryAfterS }: { readonly key: string; readonly retryAfterS: number },
): void {
  if (fault === 'silent') return;
  if (fault === 'garbled') return void response.end('{"id":"task_1","request_id":');
  if (fault === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"id":"task_1","request_id":');
    setImmediate(() => response.destroy());
    return;
  }
  response.writeHead(fault, {
    'content-type': fault === 503 ? 'text/html' : 'application/json',
    ...(fault === 429 ? { 'retry-after': String(retryAfterS) } : {}),
  });
  response.end(complaints[fault]?.replace('{key}', key));
}

export interface Said {
  readonly status: number;
  readonly json?: object;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WayOptions {
  /** What a maker's emulator wants beside what the service sends. */
  readonly headers?: (path: string) => Record<string, string>;
  /** Of a 429. */
  readonly retryAfterS?: number;
  /** What the emulator does not know, said in its place. */
  readonly instead?: (request: Passed) => Said | undefined;
}

export async function faultyWay(target: string, { headers = () => ({}), retryAfterS = 7, instead }: WayOptions = {}): Promise<FaultyWay> {
  const passed: Passed[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      const { method = 'GET', url: path = '/' } = request;
      const sent = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      passed.push({ method, path, headers: sent, body: body.toString('latin1') });
      if (way.fault !== undefined) return breakOff(response, way.fault, { key: loginOf(sent) + path, retryAfterS });
      const said = instead?.({ method, path, headers: sent, body: body.toString('latin1') });
      if (said !== undefined) {
        const type = said.json === undefined ? {} : { 'content-type': 'application/json' };
        response.writeHead(said.status, { ...type, ...said.headers });
        return void response.end(said.json === undefined ? said.bytes : JSON.stringify(said.json));
      }
      const { host: _host, connection: _connection, 'content-length': _length, ...kept } = sent;
      const answer = await fetch(target + path, {
        method,
        headers: { ...kept, ...headers(path) },
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
        redirect: 'manual',
      });
      const text = Buffer.from(await answer.arrayBuffer());
      const { 'content-encoding': _encoding, 'transfer-encoding': _transfer, ...back } = Object.fromEntries(answer.headers);
      response.writeHead(answer.status, { ...back, 'content-length': String(text.length) });
      response.end(text);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const way: FaultyWay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: undefined,
    passed,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return way;
}

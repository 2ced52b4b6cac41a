// A service that has been told the standard key and tells it to everybody, in every place and writing it can.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { WebSocketServer } from 'ws';

/** The key as it may be recognized again by anybody who reads it. */
export function writings(key: string): readonly string[] {
  const bytes = Buffer.from(key);
  return [
    key,
    encodeURIComponent(key),
    [...bytes].map((byte) => `%${byte.toString(16)}`).join(''),
    bytes.toString('hex'),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    Buffer.from(`Bearer ${key}`).toString('base64'),
    Buffer.from(`x${key}`).toString('base64'),
    Buffer.from(`{"authorization":"Bearer ${key}"}`).toString('base64'),
  ];
}

export const modes = [
  'ok',
  'error',
  'wrapped',
  'odd',
  'html',
  'page',
  'headers',
  'redirect',
  'status line',
  'pieces',
  'cut',
  'unauthorized',
  'empty',
] as const;
export type Mode = (typeof modes)[number];

export async function startKeyEchoingService(key: string) {
  const said = writings(key).join(' ');
  const escaped = Array.from(key, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  let mode: Mode = 'ok';
  let heard = 0;
  let tokens = 0;

  const taskWith = () => ({
    task_id: 'task_1',
    status: 'succeeded',
    format: said,
    url: `${url}/files/1?key=${encodeURIComponent(key)}`,
    metadata: { duration: 1, note: said, [`x ${key}`]: [said, { deep: said }] },
    error: { code: key, message: said },
    fail_reason: said,
    client_secret: { value: `token_${(tokens += 1)}`, note: said },
  });
  const error = { code: key, message: `No good: ${said}`, param: key, type: key };

  const answers: Readonly<Record<Mode, (response: ServerResponse) => void>> = {
    ok: (response) => json(response, 200, taskWith()),
    error: (response) => json(response, 400, error),
    wrapped: (response) => json(response, 500, { error: { message: said, type: said, code: said } }),
    odd: (response) => json(response, 403, { code: said, message: said, data: null }),
    html: (response) => response.writeHead(502, { 'content-type': 'text/html' }).end(`<h1>${said}</h1><!-- ${key} -->`),
    page: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${said}</title>`),
    headers(response) {
      for (const name of [
        'x-key',
        'retry-after',
        'etag',
        'content-language',
        'last-modified',
        'server',
        'www-authenticate',
        'x-request-id',
      ])
        response.setHeader(name, key);
      response.setHeader('set-cookie', `key=${key}`);
      json(response, 429, error);
    },
    redirect: (response) => response.writeHead(302, { location: `${url}/elsewhere?key=${key}` }).end(said),
    'status line': (response) => response.writeHead(500, key, { 'content-type': 'text/plain' }).end(said),
    pieces(response) {
      response.writeHead(200, { 'content-type': 'application/json' });
      const text = JSON.stringify(taskWith()).replace('"succeeded"', `"succeeded","escaped":"${escaped}"`);
      pieceByPiece(response, text);
    },
    cut(response) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
      response.write(JSON.stringify(taskWith()), () => response.destroy());
    },
    unauthorized: (response) => json(response, 401, error),
    empty: (response) => response.writeHead(500, key).end(),
  };

  const server = createServer((request: IncomingMessage, response) => {
    if (request.headers.authorization?.includes(key) === true) heard += 1;
    request.resume().once('end', () => {
      if (request.url?.startsWith('/files/') === true) {
        for (const name of ['etag', 'last-modified', 'content-disposition', 'x-key']) response.setHeader(name, `"${key}"`);
        response
          .writeHead(mode === 'html' ? 403 : 200, { 'content-type': mode === 'ok' ? 'video/mp4' : 'text/plain' })
          .end(mode === 'ok' ? 'film' : said);
      } else if (request.headers['content-type'] === 'application/sdp' && mode === 'ok') {
        response.writeHead(200, { 'content-type': 'application/sdp' }).end(`v=0\r\ns=${said}\r\n`);
      } else answers[mode](response);
    });
  });
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'realtime' });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head) => {
    if (request.headers.authorization?.includes(key) === true) heard += 1;
    if (mode !== 'ok') {
      socket.end(
        `HTTP/1.1 403 ${key}\r\ncontent-type: text/html\r\nx-key: ${key}\r\ncontent-length: ${Buffer.byteLength(said)}\r\n\r\n${said}`,
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.send(JSON.stringify({ type: 'error', error: { message: said } }));
      opened.send(Buffer.from(said), { binary: true });
      opened.on('message', (data: Buffer) => {
        opened.send(`{"type":"echo","key":"${key}","of":${data.toString()}}`);
        opened.close(4001, key);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    speak: (next: Mode) => void (mode = next),
    /** How often the key has come here: the scan is worth something only where it has. */
    get heard() {
      return heard;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Three bytes at a time at first, so that the key is never whole in one of them. */
function pieceByPiece(response: ServerResponse, text: string): void {
  const bytes = Buffer.from(text);
  let at = 0;
  const next = (): void => {
    if (at >= bytes.length) return void response.end();
    const piece = bytes.subarray(at, at + 40);
    at += piece.length;
    response.write(piece, () => setImmediate(next));
  };
  next();
}

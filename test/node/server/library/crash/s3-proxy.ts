// Stands between a gateway and its S3 server: a gateway can be killed before a request arrives, while it does, or after it was done.
import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Proxy } from './database-proxy.js';

/** `target`: address of the server. The name by which the gateway knows this proxy goes on with the request: it is signed. */
export async function startS3Proxy(target: string, reached: (step: string) => boolean): Promise<Proxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((request, response): void => {
    const step = stepOf(request);
    if (reached(`before: ${step}`)) return void request.destroy();
    const { method, url: path, headers } = request;
    const passed = send({ hostname, port, method, path, headers, agent: false }, (answer): void => {
      answer.once('error', () => response.destroy());
      if (reached(`after: ${step}`)) return void answer.destroy();
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.destroy());
    request.once('error', () => passed.destroy());
    response.once('close', () => passed.destroy());
    passOn(request, passed, () => reached(`within: ${step}`));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Once more than a little of a body has gone on, the gateway is in the middle of it. */
function passOn(request: IncomingMessage, passed: NodeJS.WritableStream & { destroy(): void }, isWithin: () => boolean): void {
  let bytes = 0;
  let isTold = false;
  request.on('data', (piece: Buffer) => {
    bytes += piece.byteLength;
    if (isTold || bytes < 200_000) return;
    isTold = true;
    if (isWithin()) passed.destroy();
  });
  request.pipe(passed);
}

function stepOf({ method = '', url = '' }: IncomingMessage): string {
  const { searchParams } = new URL(url, 'http://s3.invalid');
  if (searchParams.has('uploads')) return 'S3 POST uploads';
  if (searchParams.has('partNumber')) return 'S3 PUT part';
  return searchParams.has('uploadId') ? `S3 ${method === 'POST' ? 'POST complete' : 'abort'}` : `S3 ${method}`;
}

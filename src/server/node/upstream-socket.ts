// The relay's own WebSocket to the service.
import type { IncomingMessage } from 'node:http';

import { WebSocket } from 'ws';

import { refuse } from '../answers/answers.js';
import type { ServicePlace } from '../relay/translated-socket.js';

/** The most of a refusal that is read, in bytes. */
const refusalBytes = 64 * 1024;
/** One message of the service: common servers send no larger one. */
const serviceMessageBytes = 16 * 1024 * 1024;

export function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

/** An open socket to the service, or the refusal to answer with. */
export function openUpstream(place: ServicePlace, timeoutMs: number, gone: AbortSignal): Promise<WebSocket | Response> {
  const { url, headers, protocols = [], other, refusal } = place;
  return new Promise((resolve) => {
    const socket = new WebSocket(url, [...protocols], {
      headers: { ...headers },
      followRedirects: false,
      perMessageDeflate: false,
      maxPayload: serviceMessageBytes,
    });
    const settle = (result: WebSocket | Response | Promise<WebSocket | Response>): void => {
      clearTimeout(timer);
      gone.removeEventListener('abort', leave);
      resolve(result);
      if (result !== socket) socket.terminate();
    };
    const leave = (): void => settle(refuse(502, 'upstream_unreachable', 'The service could not be reached.'));
    const timer = setTimeout(() => settle(refuse(504, 'upstream_timeout', 'The service did not answer in time.')), timeoutMs);
    gone.addEventListener('abort', leave);
    socket.once('open', () => {
      // The first messages may come with the handshake: none is read before the relay stands.
      socket.pause();
      settle(socket);
    });
    socket.once('unexpected-response', (_request, answer: IncomingMessage) => {
      const again = other?.(answer.statusCode ?? 502, headersOf(answer));
      if (again !== undefined) return settle(openUpstream({ ...place, headers: again }, timeoutMs, gone));
      const chunks: Buffer[] = [];
      const refuse = (): void => settle(refusal(answer.statusCode ?? 502, Buffer.concat(chunks).toString(), headersOf(answer)));
      let length = 0;
      answer.on('data', (chunk: Buffer) => {
        length += chunk.byteLength;
        if (length <= refusalBytes) chunks.push(chunk);
        else refuse();
      });
      answer.once('end', refuse);
      answer.once('error', refuse);
    });
    socket.on('error', leave);
  });
}

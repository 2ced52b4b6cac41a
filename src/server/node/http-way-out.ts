// Requests sent by Node's own HTTP client: several times quicker than its fetch, and it can be told which address to connect to. Follows no redirect, repeats nothing.
import { Agent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';

import { AddressNotPublic, type ServiceAnswer, type WayOut, type WayOutInit } from '../way-out.js';
import { joined } from '../requests/read-capped.js';
import { TooSlow } from '../too-slow.js';
import { publicLookup, type LookUpAll } from './public-lookup.js';

/** Beyond this an answer is handed on piece by piece. */
const bufferedBytes = 1024 * 1024;
const streamedAheadBytes = 64 * 1024;

// A connection is let go before most servers let go of it (5 s): a request must not meet its end. It is not repeated here.
const connections = { keepAlive: true, scheduling: 'lifo', timeout: 4000, maxFreeSockets: 256 } as const;
const agentsFor = (lookup?: LookupFunction) => {
  const options = { ...connections, ...(lookup === undefined ? {} : { lookup }) };
  return { http: new Agent(options), https: new SecureAgent(options) };
};

/** `lookup`: how the name of a host that a stranger has named is resolved. */
export function createHttpWayOut(lookup?: LookUpAll): WayOut {
  // Each with connections of its own: one that was made without the check is not used again for a stranger's host.
  const trusted = agentsFor();
  const checked = agentsFor(publicLookup(lookup));
  return (url, init) => send(url, init, init.publicOnly === true ? checked : trusted);
}

export const httpWayOut: WayOut = createHttpWayOut();

const send = (
  url: string,
  { method, headers, body, signal, timeoutMs, streamed = false }: WayOutInit,
  agents: ReturnType<typeof agentsFor>,
): Promise<ServiceAnswer> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array))
      return reject(new TypeError('The body must be a string or bytes.'));
    const { protocol, hostname, port, pathname, search } = new URL(url);
    const secure = protocol === 'https:';
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = (secure ? requestHttps : requestHttp)({
      agent: secure ? agents.https : agents.http,
      method,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      path: pathname + search,
      headers: { accept: '*/*', ...headers, ...length },
    });
    const leave = (): void => void sent.destroy(signal?.reason instanceof Error ? signal.reason : new Error('The caller has left.'));
    const late = (): void => {
      reject(new TooSlow('The service did not answer.'));
      sent.destroy();
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(late, timeoutMs);
    signal?.addEventListener('abort', leave);
    sent.once('close', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    });
    sent.once('error', (cause) =>
      // As fetch says it.
      reject(cause instanceof AddressNotPublic ? cause : new TypeError('The service could not be reached.', { cause })),
    );
    sent.once('response', (incoming) => {
      answerOf(incoming, streamed)
        .finally(() => clearTimeout(timer))
        .then(resolve, reject);
    });
    sent.end(body);
  });

async function answerOf(incoming: IncomingMessage, streamed: boolean): Promise<ServiceAnswer> {
  const status = incoming.statusCode ?? 502;
  // What informs only, below 200, comes by another event.
  const init = { status, ok: status < 300, headers: headersOf(incoming) };
  const body = unpacked(incoming);
  if (init.status === 204 || init.status === 205 || init.status === 304) {
    incoming.resume();
    return { ...init, body: null };
  }
  const length = Number(incoming.headers['content-length'] ?? Number.NaN);
  if (streamed || body !== incoming || !(length <= bufferedBytes)) {
    // Counted in bytes: counted in pieces it would take in a whole file that nobody reads.
    return new Response(
      Readable.toWeb(body, {
        strategy: { highWaterMark: streamedAheadBytes, size: ({ byteLength }) => byteLength },
      }) as ReadableStream<Uint8Array>,
      init,
    );
  }
  return { ...init, body: null, buffered: await bytesOf(incoming) };
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

/** No packed answer is asked for; what comes packed all the same is unpacked, as fetch does. */
function unpacked(incoming: IncomingMessage): Readable {
  const encoding = incoming.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return incoming;
  const unpack = encoding === 'br' ? createBrotliDecompress() : createUnzip();
  incoming.once('error', (error) => unpack.destroy(error));
  return incoming.pipe(unpack);
}

function bytesOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('error', reject);
    // Cut off in the middle it only closes.
    incoming.once('close', () => {
      if (!incoming.complete) reject(new Error('The answer broke off.'));
    });
    incoming.once('end', () => {
      if (incoming.complete) resolve(joined(chunks));
    });
  });
}

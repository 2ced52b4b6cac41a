// A service that answers as the documents have it, with anything a test wants, and writes down whatever reaches it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface RecordingService {
  readonly url: string;
  /** Connections count too: nothing at all may have been opened. */
  readonly connections: number;
  readonly requests: readonly Recorded[];
  /** Answers the next request; undefined leaves it without an answer. */
  answerNext(answer: Answering): void;
  close(): Promise<void>;
}

export type Answering = (
  request: Recorded,
) => { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string | Buffer } | undefined;

const usual: Answering = ({ method, url }) => {
  if (method === 'POST' && url === '/v1/video/generations') return { body: '{"task_id":"task_1","status":"processing"}' };
  if (method === 'POST' && /^\/v1\/realtime(?:\/calls)?\?/.test(url))
    return { headers: { 'content-type': 'application/sdp' }, body: 'v=0\r\n' };
  if (method === 'POST') return { body: '{"value":"ek_made_by_the_service","client_secret":{"value":"ek_made_by_the_service"}}' };
  return { body: '{"task_id":"task_1","status":"processing"}' };
};

export async function startRecordingService(): Promise<RecordingService> {
  const requests: Recorded[] = [];
  const armed: Answering[] = [];
  let connections = 0;
  const server: Server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
      requests.push(request);
      const answer = (armed.shift() ?? usual)(request);
      if (answer === undefined) return;
      outgoing.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
      outgoing.end(answer.body);
    });
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return connections;
    },
    requests,
    answerNext: (answer) => void armed.push(answer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

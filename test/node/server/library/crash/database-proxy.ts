// Stands between a gateway and Postgres, and knows what is asked: a gateway can be killed before a statement arrives, or after it was done.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { endingName, isEnding, statementIn } from './steps.js';

export interface Proxy {
  readonly port: number;
  close(): Promise<void>;
}

/** `path`: the socket of the server. `reached`: true where the gateway is dead by now. */
export async function startDatabaseProxy(path: string, reached: (step: string) => boolean): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const server = createServer((page) => {
    const database = connect(path);
    for (const socket of [page, database]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      // What one side does to the other is all that happens here.
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        page.destroy();
        database.destroy();
      });
    }
    const heard = createListener(reached);
    page.on('data', (bytes: Buffer) => {
      const passed = heard.asked(bytes);
      if (passed !== undefined) database.write(passed);
    });
    database.on('data', (bytes: Buffer) => {
      if (heard.answered(bytes)) page.write(bytes);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One connection. The first message of a client has no type, and neither side asks for TLS. */
function createListener(reached: (step: string) => boolean) {
  const asking = createMessages(4);
  const answering = createMessages(5);
  let transaction: string | undefined;
  let current: string | undefined;
  let isDead = false;
  const come = (step: string): boolean => (isDead ||= reached(step));

  const statement = (text: string): boolean => {
    if (text === 'BEGIN') transaction = undefined;
    if (text === 'COMMIT') current = transaction === undefined ? undefined : `commit: ${transaction}`;
    else {
      const found = statementIn(text);
      if (found?.commits === true) transaction ??= found.name;
      current = found === undefined || found.commits === true ? undefined : found.name;
    }
    return current !== undefined && come(`before: ${current}`);
  };
  const message = (type: string, body: Buffer): boolean => {
    // Parse: the name of the statement, which is empty, then its text.
    if (type === 'P') return statement(textAt(body, body.indexOf(0) + 1));
    if (type === 'Q') return statement(textAt(body, 0));
    if (type === 'B' && transaction !== undefined && isEnding(transaction, body.toString())) transaction = endingName;
    return false;
  };
  return {
    /** What goes on to the database; undefined where the gateway is dead. */
    asked(bytes: Buffer): Buffer | undefined {
      const found = asking.take(bytes);
      for (const [type, body] of found) if (message(type, body)) return undefined;
      return isDead ? undefined : bytes;
    },
    answered(bytes: Buffer): boolean {
      for (const [type] of answering.take(bytes))
        if (type === 'Z' && current !== undefined) {
          const done = current;
          current = undefined;
          if (come(`after: ${done}`)) return false;
        }
      return !isDead;
    },
  };
}

const textAt = (body: Buffer, start: number): string => body.toString('utf8', start, body.indexOf(0, start));

/** Cuts a stream into messages: a type of one byte, a length of four that counts itself, and so much. `headBytes` of the first: 4 where it has no type. */
function createMessages(headBytes: 4 | 5) {
  let rest: Buffer = Buffer.alloc(0);
  let typed = headBytes === 5;
  return {
    take(bytes: Buffer): readonly (readonly [type: string, body: Buffer])[] {
      const found: [string, Buffer][] = [];
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        const head = typed ? 1 : 0;
        if (rest.byteLength < head + 4) return found;
        const end = head + rest.readUInt32BE(head);
        if (rest.byteLength < end) return found;
        if (typed) found.push([String.fromCharCode(rest[0] ?? 0), rest.subarray(5, end)]);
        typed = true;
        rest = rest.subarray(end);
      }
    },
  };
}

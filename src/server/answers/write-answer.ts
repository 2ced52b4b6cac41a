// An answer written out to a caller of HTTP on Node, whose response is known by its shape only.
import { refuse } from './answers.js';
import { BufferedResponse } from './buffered-response.js';

export interface Outgoing {
  readonly destroyed: boolean;
  readonly headersSent: boolean;
  writeHead(status: number, headers: Record<string, string | string[]>): unknown;
  write(chunk: Uint8Array, written?: () => void): boolean;
  end(chunk?: Uint8Array | string): unknown;
  destroy(): unknown;
  once(event: 'drain' | 'close', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
}

type GiveBack = (piece: Uint8Array) => void;

const reused = new WeakMap<object, GiveBack>();

/**
 * Notes what takes back the pieces of `stream`, once each is written: the garbage of a film would otherwise be as long as the film.
 * Other readers keep what they read.
 */
export const noteReuse = (stream: object, giveBack: GiveBack | undefined): void => void (giveBack && reused.set(stream, giveBack));
export const reuseOf = (stream: object): GiveBack | undefined => reused.get(stream);

/**
 * Writes `response`. One whose body breaks off before its first byte becomes a documented 502; after that the line is cut,
 * so that nobody takes a part for the whole. A caller that reads slowly is waited for, and nothing is read ahead for it.
 */
export async function writeAnswer(response: Response, outgoing: Outgoing): Promise<void> {
  if (response instanceof BufferedResponse) {
    const { status, fields, byteLength, content } = response;
    outgoing.writeHead(status, { ...fields, 'content-length': String(byteLength) });
    // Text goes out in one write together with its head; bytes would take two.
    return void outgoing.end(content);
  }
  const { body } = response;
  if (!body) {
    head(response, outgoing, 0);
    return void outgoing.end();
  }
  const reader = body.getReader();
  const giveBack = reuseOf(body);
  // The wait for room below ends when the caller has left.
  outgoing.once('close', () => void reader.cancel().catch(() => {}));
  try {
    const first = await reader.read();
    const next = first.done ? undefined : reader.read();
    // A body of one piece says how long it is.
    const rest = next && (await Promise.race([next, immediately()]));
    if (outgoing.destroyed) return void next?.catch(() => {});
    if (first.done || rest?.done === true) {
      head(response, outgoing, first.value?.byteLength ?? 0);
      return void outgoing.end(first.value);
    }
    head(response, outgoing);
    let chunk: ReadableStreamReadResult<Uint8Array> = first;
    let following = next;
    while (!chunk.done && !outgoing.destroyed) {
      const { value } = chunk;
      if (!outgoing.write(value, giveBack && (() => giveBack(value)))) await roomIn(outgoing);
      chunk = await (following ?? reader.read());
      following = undefined;
    }
    outgoing.end();
  } catch {
    if (outgoing.headersSent) return void outgoing.destroy();
    await writeAnswer(refuse(502, 'upstream_closed', 'The service broke off.'), outgoing);
  }
}

const immediately = (): Promise<undefined> => new Promise((resolve) => setImmediate(resolve, undefined));

const roomIn = (outgoing: Outgoing): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      outgoing.off('drain', go);
      outgoing.off('close', go);
      resolve();
    };
    outgoing.once('drain', go);
    outgoing.once('close', go);
  });

function head(response: Response, outgoing: Outgoing, length?: number): void {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers['set-cookie'] = cookies;
  const mayHaveBody = response.status !== 204 && response.status !== 304;
  if (length !== undefined && mayHaveBody && headers['content-length'] === undefined) headers['content-length'] = String(length);
  outgoing.writeHead(response.status, headers);
}

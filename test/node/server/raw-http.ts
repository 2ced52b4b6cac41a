// HTTP spoken byte by byte over a socket, for what no client would send.
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Writes `said` piece by piece and leaves the line open. Gives the answers until the other side hangs up; rejects when it never does. */
export function speak(
  port: number,
  said: string | Buffer | readonly (string | Buffer)[],
  patienceMs = 10_000,
): Promise<readonly RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    const heard: Buffer[] = [];
    const giveUp = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The line is still open after ${patienceMs} ms. Heard: ${Buffer.concat(heard).toString().slice(0, 500)}`));
    }, patienceMs);
    socket.on('data', (chunk: Buffer) => heard.push(chunk));
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(giveUp);
      resolve(answersIn(Buffer.concat(heard)));
    });
    for (const piece of typeof said === 'string' || Buffer.isBuffer(said) ? [said] : said) socket.write(piece);
  });
}

/** Answers with a length, one after the other; an interim one is left out. */
function answersIn(heard: Buffer): readonly RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = heard; rest.length > 0;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`No answer of HTTP: ${rest.toString().slice(0, 200)}`);
    const [first = '', ...lines] = rest.subarray(0, end).toString().split('\r\n');
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const length = Number(headers.get('content-length') ?? 0);
    const status = Number(first.split(' ')[1]);
    const body = rest.subarray(end + 4, end + 4 + length).toString();
    if (status >= 200) answers.push({ status, headers, body });
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}

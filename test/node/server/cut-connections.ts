// Cuts connections with pipelined requests on them, for as long or as often as asked. By hand, against a process with a small heap:
// NODE_OPTIONS=--max-old-space-size=160 npx voxreel & node .build/test/node/server/cut-connections.js http://127.0.0.1:8787 60
import { connect } from 'node:net';

const requests = 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(100);

/** One connection: requests, the first bytes of an answer, and an end without a word. Gives the bytes it sent. */
export function cutOne(port: number, said = requests): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(said));
    socket.once('data', () => socket.destroy());
    socket.on('error', () => {});
    socket.once('close', () => resolve(said.length));
  });
}

/** So many at the same time until `isEnough`; gives how many there were. */
export async function cutMany(port: number, isEnough: (count: number) => boolean, atOnce = 100, said?: string): Promise<number> {
  let count = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (!isEnough(count)) {
        count += 1;
        await cutOne(port, said);
      }
    }),
  );
  return count;
}

const [, script = '', address, seconds = '60'] = process.argv;
if (import.meta.url.endsWith(script.split('/').at(-1) ?? '-') && address !== undefined) {
  const endsAt = performance.now() + Number(seconds) * 1000;
  const count = await cutMany(Number(new URL(address).port), () => performance.now() > endsAt);
  const { status } = await fetch(new URL('/', address));
  console.log(`${count} connections with 100 requests each were cut in ${seconds} s. The page answers ${status}.`);
}

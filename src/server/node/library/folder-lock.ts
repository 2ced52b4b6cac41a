// One process to a folder: held by a socket that the system closes with the process, however that ends.
import { createHash } from 'node:crypto';
import { realpath, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux has sockets without a file, Windows pipes; elsewhere the file of one that has ended is in the way, and is removed. */
async function addressOf(folder: string): Promise<string> {
  const name = `voxreel-${createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name);
}

/** Gives the undo; undefined where another process, or this one, has it. */
export async function lockFolder(folder: string): Promise<(() => Promise<void>) | undefined> {
  const address = await addressOf(folder);
  const server = (await held(address)) ?? ((await isLeftBehind(address)) ? await held(address) : undefined);
  return server && (() => new Promise((resolve) => server.close(() => resolve())));
}

const held = (address: string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
    server.listen(address, () => resolve(server.unref()));
  });

async function isLeftBehind(address: string): Promise<boolean> {
  if (process.platform === 'linux' || process.platform === 'win32') return false;
  const answers = await new Promise<boolean>((resolve) => {
    const socket = connect(address, () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
  if (!answers) await unlink(address).catch(() => {});
  return !answers;
}

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
export const lockFolder = async (folder: string): Promise<Unlock | undefined> => lockAddress(await addressOf(folder));

type Unlock = () => Promise<void>;

/** The same for the address itself: a path, where the system keeps a file there. */
export async function lockAddress(address: string): Promise<Unlock | undefined> {
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
  if (!address.startsWith('/') || (await answers(address))) return false;
  await unlink(address).catch(() => {});
  return true;
}

/** The one who holds an address ends every connection at once. */
const answers = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    connect(address, () => resolve(true)).once('error', () => resolve(false));
  });

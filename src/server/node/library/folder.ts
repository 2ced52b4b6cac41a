// Files in a folder: each is written under another name, and takes its own when it is whole and on the disk.
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import { VoxreelError } from '../../../base/errors.js';
import { lazy } from '../../../base/lazy.js';
import { noteReuse } from '../../answers/write-answer.js';
import { isFileKey, type FileStore } from '../../library/file-store.js';

/** What a process that ended has left unfinished is removed after so long. */
const leftoverMs = 86_400_000;

/** `folder` is made where it is not there. Several processes, and machines, may share it. */
export function folderFiles(folder: string): FileStore {
  const unfinished = join(folder, 'unfinished');
  const ready = lazy(async () => {
    await mkdir(unfinished, { recursive: true });
    await removeLeftovers(unfinished);
  });
  /** A folder for each of the first two signs: no folder has too many files. */
  const placeOf = (key: string): readonly [file: string, parent: string] => {
    if (!isFileKey(key)) throw new VoxreelError('invalid_input', 'A key is small letters, digits and hyphens.', { param: 'key' });
    const parent = join(folder, key.slice(0, 2));
    return [join(parent, key), parent];
  };
  return {
    async put(key, bytes) {
      const [file, parent] = placeOf(key);
      await ready.get();
      const draft = join(unfinished, `${key}.${crypto.randomUUID()}`);
      try {
        await write(draft, bytes);
        await mkdir(parent, { recursive: true });
        await rename(draft, file);
        await synchronize(parent);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw error;
      }
    },
    async get(key, { start, end }) {
      // Opened before it is read: a file that is removed meanwhile is read to its end all the same.
      const handle = await open(placeOf(key)[0]).catch(ifMissing);
      return handle && piecesOf(handle, start, end);
    },
    size: async (key) => sizeOf(placeOf(key)[0]),
    remove: async (key) => rm(placeOf(key)[0], { force: true }),
  };
}

const sizeOf = (file: string): Promise<number | undefined> => stat(file).then(({ size }) => size, ifMissing);

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const pieceBytes = 64 * 1024;

/** Closes the file at its end, or when nobody reads on. */
function piecesOf(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  const free: Uint8Array[] = [];
  let at = start;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = free.pop() ?? new Uint8Array(pieceBytes);
      try {
        const { bytesRead } = await file.read(piece, 0, Math.min(pieceBytes, end - at), at);
        at += bytesRead;
        if (bytesRead > 0) return controller.enqueue(piece.subarray(0, bytesRead));
      } catch (error) {
        await file.close();
        throw error;
      }
      await file.close();
      controller.close();
    },
    cancel: () => file.close(),
  });
  noteReuse(stream, ({ buffer }) => void free.push(new Uint8Array(buffer)));
  return stream;
}

async function write(file: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    for await (const piece of bytes) await writeAll(handle, piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The system may take a part of a piece. */
async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let rest = piece; rest.byteLength > 0;) rest = rest.subarray((await handle.write(rest)).bytesWritten);
}

/** So that a name outlives a loss of power too; Windows has no such thing. */
async function synchronize(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > leftoverMs) await rm(file, { force: true });
  }
}

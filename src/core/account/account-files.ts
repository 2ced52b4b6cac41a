// The files that an account's records name: on this device first, sent before the record that names them, and fetched where they are shown.
import { VoxreelError, toVoxreelError } from '../errors.js';
import { errorOfReply, http } from '../http.js';
import { keyedValues } from '../persistence/indexed-db.js';
import { readStoredFile, storedFile } from '../stored-file.js';
import type { LibraryCaller } from './library-client.js';

/** How a file is asked for. */
export interface AccountFileOptions {
  /** Only from this device: asks nobody. */
  readonly kept?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Pictures, videos and sound that the records of an account name, as `{ libraryFile: id }`. */
export interface AccountFiles {
  /**
   * Keeps a file on this device, under an id that no other has; it is sent before the first record that names it. Rejects with `storage_full` or
   * `storage_unavailable`.
   */
  put(id: string, file: Blob): Promise<void>;
  /** Fetched once, and kept on this device then. Undefined where nobody has it. Rejects with what went wrong, e.g. `network`. */
  get(id: string, options?: AccountFileOptions): Promise<Blob | undefined>;
}

export interface FileRoom extends AccountFiles {
  /** Into the library. Where it is there already, or is not here, nothing happens. */
  send(id: string, signal: AbortSignal): Promise<void>;
  /** From the library, as far as it answers. */
  takeBack(ids: readonly string[], signal: AbortSignal): Promise<void>;
  /** From this device. */
  drop(ids: readonly string[]): Promise<void>;
  destroy(): Promise<void>;
  close(): void;
}

/** Pictures of some megabytes, over slow lines. */
const timeoutMs = 300_000;
const never = new AbortController().signal;

/** `name`: of the account; without it they end with the page. */
export function openAccountFiles(name: string | undefined, library: LibraryCaller): FileRoom {
  const values = keyedValues(name === undefined ? undefined : `${name}/files`);
  const url = (id: string) => library.url(`/files/${encodeURIComponent(id)}`);
  const kept = async (id: string): Promise<Blob | undefined> => {
    const [[, value] = []] = await values.some([id]);
    return readStoredFile(value);
  };
  const put = async (id: string, file: Blob): Promise<void> => {
    const stored = await storedFile(file);
    await values.change([id], () => stored, { durable: true });
  };
  return {
    put,
    async get(id, { kept: isKept = false, signal = never } = {}) {
      const here = await kept(id);
      if (here !== undefined || isKept) return here;
      const file = await fetchedFile(url(id), library, signal);
      // Where there is no room it is fetched again.
      if (file !== undefined) await put(id, file).catch(() => undefined);
      return file;
    },
    async send(id, signal) {
      const body = await kept(id);
      if (body !== undefined) await sentFile(url(id), body, library, signal);
    },
    async takeBack(ids, signal) {
      for (const id of ids)
        await http(url(id), { method: 'DELETE', headers: await library.headers(), signal, fetch: library.fetch }).catch(() => undefined);
    },
    drop: (ids) => values.change(ids, () => undefined),
    destroy: () => values.destroy(),
    close: () => values.close(),
  };
}

/** Where there is one already, that stays. Rejects with what went wrong. */
export async function sentFile(url: string, body: Blob, library: LibraryCaller, signal: AbortSignal): Promise<void> {
  // One of no known type is a picture: nothing else is chosen for a draft or a reference.
  const type = body.type || 'image/x-unknown';
  const headers = { ...(await library.headers()), 'content-type': type, 'if-none-match': '*' };
  const reply = await http(url, { method: 'PUT', headers, body, signal, timeoutMs, fetch: library.fetch });
  if (!reply.ok && reply.status !== 412) throw errorOfReply(reply);
}

/** Undefined where there is none. Rejects with what went wrong. */
export async function fetchedFile(url: string, library: LibraryCaller, signal: AbortSignal): Promise<Blob | undefined> {
  const { fetch = globalThis.fetch } = library;
  const headers = await library.headers();
  try {
    const answer = await fetch(url, { headers, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
    if (answer.ok && answer.status !== 204) return await answer.blob();
    await answer.body?.cancel();
    if (answer.status === 404 || answer.status === 204) return undefined;
    throw new VoxreelError('bad_response', `The library answered ${answer.status}.`, { status: answer.status, retryable: true });
  } catch (cause) {
    throw toVoxreelError(cause, 'network', { retryable: true });
  }
}

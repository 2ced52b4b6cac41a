// Reads only the parts of a finished video that its poster needs, straight from the link. Stores nothing and knows nothing of tasks.
import type { Fetched, Part } from './fetch-result.js';
import type { VideoSource } from './video-results.js';

/** Never throws but `aborted`. */
export type FetchPart = (part: Part) => Promise<Fetched>;

export type OpenedLink =
  | { readonly video: VideoSource; readonly trouble?: undefined; readonly error?: undefined }
  | (Extract<Fetched, { readonly error: Error }> & { readonly video?: undefined });

/** Most first frames are within the first; where its host does not say how long a file is, the second is tried too. */
export const headBytes = [262_144, 1_048_576] as const;

const windowBytes = 131_072;
/** More is no longer a small part of a file. */
const mostBytes = 2_097_152;

/** A file whose host lets it be read in parts, else what its first `bytes` are. */
export async function openLink(fetchPart: FetchPart, bytes: number): Promise<OpenedLink> {
  const head = await fetchPart({ from: 0, to: bytes });
  if (head.trouble !== undefined) return head;
  const { file, total } = head;
  return { video: new LinkedVideo(file, total ?? file.size, fetchPart) };
}

class LinkedVideo implements VideoSource {
  readonly size: number;
  readonly type: string;
  readonly #fetchPart: FetchPart;
  readonly #windows: Window[];
  #fetched: number;
  #last: Promise<unknown> = Promise.resolve();

  constructor(head: Blob, size: number, fetchPart: FetchPart) {
    this.size = size;
    this.type = head.type;
    this.#fetchPart = fetchPart;
    this.#windows = [{ from: 0, bytes: head }];
    this.#fetched = head.size;
  }

  slice(from: number, to: number): Pick<Blob, 'arrayBuffer'> {
    return { arrayBuffer: async () => (await this.#inTurn(from, to)).arrayBuffer() };
  }

  /** One after the other: the next may need no request any more. */
  #inTurn(from: number, to: number): Promise<Blob> {
    const part = this.#last.then(() => this.#part(from, to));
    this.#last = part.catch(() => undefined);
    return part;
  }

  async #part(from: number, to: number): Promise<Blob> {
    const known = this.#windows.find((one) => one.from <= from && from <= endOf(one)) ?? this.#windowAt(from);
    const missing = endOf(known);
    if (to > missing) {
      const end = Math.min(this.size, Math.max(to, missing + windowBytes));
      this.#fetched += end - missing;
      if (this.#fetched > mostBytes) throw new RangeError(`A picture of the video takes more than ${mostBytes} bytes of it.`);
      const { file, error } = await this.#fetchPart({ from: missing, to: end });
      if (error !== undefined) throw error;
      known.bytes = new Blob([known.bytes, file]);
    }
    return known.bytes.slice(from - known.from, to - known.from);
  }

  #windowAt(from: number): Window {
    const window = { from, bytes: new Blob() };
    this.#windows.push(window);
    return window;
  }
}

/** What is known of the file, from one byte on. */
interface Window {
  readonly from: number;
  bytes: Blob;
}

const endOf = ({ from, bytes }: Window): number => from + bytes.size;

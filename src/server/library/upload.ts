// The bytes of an upload on their way to the store: counted against the quota before they are written, and under a clock.
import { inTime, Unsettled } from '../in-time.js';
import { LibraryAway } from './library-away.js';

/** Why an upload ended before its end. */
export class UploadRefused extends Error {
  readonly why: 'too_large' | 'too_slow' | 'quota' | 'incomplete';

  constructor(why: UploadRefused['why']) {
    super(why);
    this.why = why;
  }
}

export interface UploadLimits {
  /** As its head says; undefined where it does not. */
  readonly length: number | undefined;
  readonly fileBytes: number;
  /** Between two pieces. */
  readonly idleMs: number;
  /** Counts so many bytes for it, and gives it more time; false where they are too many. */
  reserve(bytes: number): Promise<boolean>;
}

/** So much more is counted at once where nobody has said how much will come. */
const step = 8 * 1024 ** 2;
export const uploadMs = 600_000;

export interface Upload {
  /** Read once. */
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly bytes: number;
  /** Why `pieces` ended early: the store may have put it into words of its own. */
  readonly failure: UploadRefused | LibraryAway | undefined;
}

/** Rejects with `UploadRefused` where not even the first bytes may come. */
export async function beginUpload(body: AsyncIterable<Uint8Array>, { length, fileBytes, idleMs, reserve }: UploadLimits): Promise<Upload> {
  if (length !== undefined && length > fileBytes) throw new UploadRefused('too_large');
  let counted = 0;
  let countedAt = 0;
  let bytes = 0;
  let failure: Upload['failure'];
  /** At least `needed`, and `wanted` where there is room for it. */
  const count = async (needed: number, wanted: number): Promise<void> => {
    const hasRoom = await reserve(wanted);
    if (!hasRoom && (needed === wanted || !(await reserve(needed)))) throw new UploadRefused('quota');
    counted = hasRoom ? wanted : needed;
    countedAt = performance.now();
  };
  await count(length ?? 1, length ?? step);

  async function* pieces(): AsyncGenerator<Uint8Array> {
    const iterator = body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await inTime('body', iterator.next(), idleMs).catch(tooSlow);
        if (next.done === true) break;
        bytes += next.value.byteLength;
        if (bytes > fileBytes) throw new UploadRefused('too_large');
        if (length !== undefined && bytes > length) throw new UploadRefused('incomplete');
        if (bytes > counted) await count(bytes, bytes + step);
        else if (performance.now() - countedAt > uploadMs / 2) await count(counted, counted);
        yield next.value;
      }
      if (length !== undefined && bytes < length) throw new UploadRefused('incomplete');
    } catch (error) {
      failure = error instanceof UploadRefused || error instanceof LibraryAway ? error : new UploadRefused('incomplete');
      throw failure;
    } finally {
      // One that is waited for in vain does not answer.
      iterator.return?.().catch(() => {});
    }
  }
  return {
    pieces: pieces(),
    get bytes() {
      return bytes;
    },
    get failure() {
      return failure;
    },
  };
}

const tooSlow = (error: unknown): never => {
  throw error instanceof Unsettled ? new UploadRefused('too_slow') : error;
};

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
/** One that is under way is counted again and again; what a process that was killed has counted is free again after so long. */
export const uploadMs = 60_000;

export interface Upload {
  /** Read once. */
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly bytes: number;
  /** Why `pieces` ended early: the store may have put it into words of its own. */
  readonly failure: UploadRefused | LibraryAway | undefined;
  /** It is counted no more: from now on it is kept, or given up. May be called twice. Never rejects. */
  end(): Promise<void>;
}

/** Rejects with `UploadRefused` where not even the first bytes may come. */
export async function beginUpload(body: AsyncIterable<Uint8Array>, { length, fileBytes, idleMs, reserve }: UploadLimits): Promise<Upload> {
  if (length !== undefined && length > fileBytes) throw new UploadRefused('too_large');
  let counted = 0;
  let bytes = 0;
  let failure: Upload['failure'];
  const inTurn = createTurns();
  /** At least `needed`, and `wanted` where there is room for it. */
  const count = (needed: number, wanted: number): Promise<void> =>
    inTurn(async () => {
      const hasRoom = await reserve(wanted);
      if (!hasRoom && (needed === wanted || !(await reserve(needed)))) throw new UploadRefused('quota');
      counted = hasRoom ? wanted : needed;
    });
  await count(length ?? 1, length ?? step);
  // A store may take longer for one piece than an upload has. What fails here is tried again, or found out at the end.
  const beat = unheld(setInterval(() => void inTurn(() => reserve(counted)).catch(() => {}), uploadMs / 3));

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
    async end() {
      clearInterval(beat);
      await inTurn(async () => {});
    },
  };
}

/** One after another, whatever became of the one before. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

/** No timer keeps a process from ending, where the runtime asks. */
function unheld<T extends ReturnType<typeof setInterval>>(timer: T): T {
  if (typeof timer === 'object') timer.unref();
  return timer;
}

const tooSlow = (error: unknown): never => {
  throw error instanceof Unsettled ? new UploadRefused('too_slow') : error;
};
